"""The page, and the API's description."""

import secrets

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from app.assets import Assets
from app.state import Bootstrap

router = APIRouter(include_in_schema=False)

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'nonce-{nonce}'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
}
_DOCS_POLICY = _POLICY | {"style-src": "'self' 'unsafe-inline'", "img-src": "'self' data:"}
"""The API browser sets style attributes."""


def environment(assets: Assets) -> Environment:
    """The templates, with `asset(name)` for the addresses of built files."""
    made = Environment(loader=FileSystemLoader(assets.templates), autoescape=True)
    made.globals["asset"] = assets.url
    return made


def json_in_html(value: object) -> Markup:
    """JSON that may stand inside a script element: nothing in it can end the element."""
    text = orjson.dumps(value).decode()
    return Markup(  # noqa: S704 (nothing that could end the element is left)
        text.replace("&", "\\u0026")
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


def _page(request: Request, template: str, policy: dict[str, str], **context: object) -> Response:
    nonce = secrets.token_urlsafe(16)
    html = request.app.state.templates.get_template(template).render(nonce=nonce, **context)
    header = "; ".join(f"{name} {value}" for name, value in policy.items()).format(nonce=nonce)
    return HTMLResponse(html, headers={"content-security-policy": header, "cache-control": "no-cache"})


@router.get("/")
@router.get("/s/{code}")
async def index(request: Request, code: str = "") -> Response:  # noqa: ARG001 (the page itself asks what is kept under it)
    """The playground, with the first example already computed. What a short link stands for, the page asks the API."""
    bootstrap: Bootstrap = request.app.state.bootstrap
    return _page(request, "index.html", _POLICY, bootstrap_json=bootstrap.html)


@router.get("/join")
@router.get("/r/{code}")
async def room(request: Request, code: str = "") -> Response:
    """A student's way into a class: by the code in the address, or to be typed. The page asks the API whether there is one."""
    bootstrap: Bootstrap = request.app.state.bootstrap
    return _page(request, "index.html", _POLICY, bootstrap_json=bootstrap.html, room=code)


@router.get("/embed")
@router.get("/embed/{code}")
async def embed(request: Request, code: str = "") -> Response:  # noqa: ARG001 (as above)
    """The picture and its timeline alone, for other sites."""
    bootstrap: Bootstrap = request.app.state.bootstrap
    policy = _POLICY | {"frame-ancestors": request.app.state.settings.frame_ancestors}
    return _page(request, "index.html", policy, bootstrap_json=bootstrap.html, embedded=True)


@router.get("/training")
async def training(request: Request) -> Response:
    """The training studio. What runs can be declared with, the page asks the API."""
    return _page(request, "training.html", _POLICY)


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The API's description, with examples that run."""
    return _page(request, "docs.html", _DOCS_POLICY)
