{{- /* The pod, of a StatefulSet and of a Deployment. */ -}}
{{- define "storewise.pod" -}}
metadata:
  labels:
    {{- include "storewise.selector" . | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "storewise.serviceAccount" . }}
  automountServiceAccountToken: false
  # A service called `server` would set SERVER_PORT, which is a setting.
  enableServiceLinks: false
  # It lets answers end for up to ten seconds, after the pause of preStop.
  terminationGracePeriodSeconds: 20
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: storewise
      image: {{ include "storewise.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      {{- if .Values.maintenance }}
      command: [sleep, infinity]
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      {{- with .Values.existingSecret }}
      envFrom:
        - secretRef:
            name: {{ . }}
      {{- end }}
      env:
        - name: STOREWISE_SOURCE
          {{- $mounted := ternary (list "/documents") list (eq (include "storewise.hasDocuments" .) "yes") }}
          value: {{ concat $mounted .Values.documents.addresses | join "\n" | quote }}
        {{- with .Values.database }}
        {{- if .existingSecret }}
        - name: DATABASE_URL
          valueFrom:
            secretKeyRef:
              name: {{ .existingSecret }}
              key: {{ .key }}
        {{- end }}
        {{- end }}
        {{- range $name, $value := .Values.settings }}
        - name: {{ $name }}
          value: {{ include "storewise.value" $value | quote }}
        {{- end }}
      ports:
        - name: http
          containerPort: 8080
      {{- if not .Values.maintenance }}
      {{- if .Values.database.existingSecret }}
      lifecycle:
        # The other replicas get new requests before this one stops to take them.
        preStop:
          exec:
            command: [sleep, "5"]
      {{- end }}
      # It listens within seconds, and indexes afterwards.
      startupProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 60
      # The process alone: a restart cures no token, no document and no language model.
      livenessProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 30
        timeoutSeconds: 3
        failureThreshold: 3
      # `limited` is ready. A check that hangs is answered after 3 s. A new replica is ready once it has
      # fetched the index.
      readinessProbe:
        httpGet: {path: /readyz, port: http}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      {{- end }}
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- if include "storewise.hasDocuments" . }}
        - name: documents
          mountPath: /documents
          readOnly: true
          {{- if and .Values.documents.existingClaim .Values.documents.subPath }}
          subPath: {{ .Values.documents.subPath }}
          {{- end }}
        {{- end }}
  volumes:
    - name: data
      {{- if not .Values.database.existingSecret }}
      persistentVolumeClaim:
        claimName: {{ include "storewise.claim" . }}
      {{- else if .Values.data.storageClass }}
      # Goes with its pod.
      ephemeral:
        volumeClaimTemplate:
          spec:
            {{- include "storewise.volume" . | nindent 12 }}
      {{- else }}
      # Nothing here lasts: the rest is in the database, and the index is fetched again.
      emptyDir:
        sizeLimit: {{ .Values.data.size }}
      {{- end }}
    - name: tmp
      emptyDir:
        sizeLimit: 1Gi
    {{- with .Values.documents }}
    {{- if .existingClaim }}
    - name: documents
      persistentVolumeClaim:
        claimName: {{ .existingClaim }}
        readOnly: true
    {{- else if .configMap }}
    - name: documents
      configMap:
        name: {{ .configMap }}
    {{- else if .image.reference }}
    - name: documents
      image:
        reference: {{ .image.reference }}
        pullPolicy: {{ .image.pullPolicy }}
    {{- end }}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .Values.database.existingSecret }}
  topologySpreadConstraints:
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "storewise.selector" $ | nindent 10 }}
    {{- end }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
