{{- define "storewise.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "storewise.workload" -}}
{{ ternary "deployment" "statefulset" (ne .Values.database.existingSecret "") }}/{{ include "storewise.name" . }}
{{- end -}}

{{- define "storewise.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "storewise.labels" -}}
{{ include "storewise.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "storewise.image" -}}
{{- $repository := required "image.repository: name your registry's copy of the image" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "storewise.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "storewise.name" .) -}}
{{- else -}}
{{- required "serviceAccount.name: name the account, or set serviceAccount.create" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- /* "yes" if more than one replica may run. */ -}}
{{- define "storewise.several" -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicas) 1) -}}yes{{- end -}}
{{- end -}}

{{- define "storewise.volume" -}}
accessModes: [{{ .Values.data.accessMode }}]
{{- with .Values.data.storageClass }}
storageClassName: {{ . }}
{{- end }}
resources:
  requests:
    storage: {{ .Values.data.size }}
{{- end -}}

{{- define "storewise.claim" -}}
{{- .Values.data.existingClaim | default (printf "%s-data" (include "storewise.name" .)) -}}
{{- end -}}

{{- /* "yes" if the documents are mounted; otherwise the sample handbook answers. */ -}}
{{- define "storewise.hasDocuments" -}}
{{- with .Values.documents -}}
{{- if or .existingClaim .configMap .image.reference -}}yes{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Helm reads every number as a float and would write a million as 1e+06. */ -}}
{{- define "storewise.value" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{- int64 . -}}{{- else -}}{{- toString . -}}{{- end -}}
{{- end -}}

{{- /* Says why an installation would not work, before the cluster is asked. */ -}}
{{- define "storewise.refuse" -}}
{{- if and (include "storewise.several" .) (not .Values.database.existingSecret) -}}
{{- fail "database.existingSecret: several replicas need a PostgreSQL that all of them use. Put its address as DATABASE_URL into a Secret and name that here, or set replicas to 1 and autoscaling.enabled to false." -}}
{{- end -}}
{{- if and .Values.database.existingSecret .Values.data.existingClaim -}}
{{- fail "data.existingClaim: with a database each replica has a volume of its own. Remove it." -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (lt (int .Values.autoscaling.maxReplicas) (int .Values.autoscaling.minReplicas)) -}}
{{- fail "autoscaling.maxReplicas: it is less than minReplicas." -}}
{{- end -}}
{{- $documents := list .Values.documents.existingClaim .Values.documents.configMap .Values.documents.image.reference -}}
{{- if gt (len (compact $documents)) 1 -}}
{{- fail "documents: set only one of existingClaim, configMap and image.reference." -}}
{{- end -}}
{{- range $name, $value := .Values.settings -}}
{{- if regexMatch "_(KEY|PASSWORD|SECRET|TOKEN)$|^DATABASE_URL$" $name -}}
{{- fail (printf "settings.%s: it is a secret. Put it into a Secret and name that in existingSecret." $name) -}}
{{- end -}}
{{- end -}}
{{- range list "SERVER_HOST" "SERVER_PORT" "STOREWISE_DATA" "STOREWISE_SOURCE" -}}
{{- if hasKey $.Values.settings . -}}
{{- fail (printf "settings.%s: the image and this chart set it. Remove it here." .) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.keySecret.name) -}}
{{- fail "metrics.keySecret.name: /metrics asks for a key. Run `storewise keys add prometheus --role staff` in the pod and put the key into a Secret." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.host: name the public host, such as bot.example.com." -}}
{{- end -}}
{{- end -}}
