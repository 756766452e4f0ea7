# Two stages: the first builds the wheel with its page (node comes from PyPI), the second has Python and what is installed alone.
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --constraint requirements.lock --wheel-dir /wheels '.[server]'

FROM python:3.13-slim
# Mounted rather than copied, so that no layer keeps the wheels. /data belongs to the user who has no other rights.
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'backpass[server]' \
    && useradd --create-home --uid 10001 backpass \
    && install --directory --owner=backpass /data
ENV BACKPASS_DATABASE=sqlite+aiosqlite:////data/backpass.db \
    BACKPASS_LOG_FORMAT=json \
    PYTHONDONTWRITEBYTECODE=1
VOLUME /data
USER backpass
WORKDIR /home/backpass
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["backpass", "serve", "--host", "0.0.0.0", "--port", "8000"]
