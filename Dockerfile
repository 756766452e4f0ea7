# Two stages: the first builds the wheel with its page (node comes from PyPI), the second has Python and the wheel alone.
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 backpass
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels backpass && rm -rf /wheels
USER backpass
WORKDIR /home/backpass
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["backpass", "serve", "--host", "0.0.0.0", "--port", "8000"]
