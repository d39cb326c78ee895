# storewise in one process. Documents are mounted at /documents, the index is kept in /data.
#
#   docker build -t storewise .
#   docker run -p 8080:8080 --env-file .env -v ./documents:/documents:ro -v storewise:/data \
#     --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges storewise
#
# The packages take 600 MB. Nothing but /data is written (tests/flow/upkeep/server/test_read_only.py), and
# /tmp: the small model's table, and what a library may want.

FROM python:3.12-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/storewise
# What some documents need that lie elsewhere: --build-arg EXTRAS="s3 gcs azure sftp webdav" (docs/DOCUMENTS.md).
ARG EXTRAS=""
COPY .ci/lock /tmp/lock
RUN for lock in run ${EXTRAS}; do \
      /opt/storewise/bin/pip install --no-deps --require-hashes -r "/tmp/lock/${lock}.txt" || exit 1; \
    done
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY adapters adapters
COPY knowledge knowledge
COPY manifests manifests
RUN /opt/storewise/bin/pip install --no-deps --no-build-isolation . \
 && /opt/storewise/bin/pip uninstall --yes pip

FROM python:3.12-slim
RUN groupadd --gid 10001 storewise \
 && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin storewise \
 && mkdir /data /documents && chown storewise:storewise /data
COPY --from=build /opt/storewise /opt/storewise
ENV PATH=/opt/storewise/bin:$PATH \
    PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOME=/tmp \
    SERVER_HOST=0.0.0.0 SERVER_PORT=8080 STOREWISE_DATA=/data STOREWISE_SOURCE=/documents
# By number: Kubernetes cannot tell from a name that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=120s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/healthz', timeout=2)"]
ENTRYPOINT ["storewise"]
CMD ["serve"]
