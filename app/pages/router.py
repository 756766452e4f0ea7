"""The page, and the API's description."""

import secrets
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader

from backpass.app.http.assets import Assets
from backpass.app.pages.bootstrap import bootstrap
from backpass.app.pages.previews import preview_of
from backpass.app.state import state_of
from backpass.engine.messages import language, languages, say, speaking

router = APIRouter(include_in_schema=False)

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'nonce-{nonce}'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'self'",
}
_WINDOW = {
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
}
"""What no page of ours uses, and no window of another site gets hold of; within a frame the second says nothing."""


def environment(assets: Assets) -> Environment:
    """The templates, with `asset(name)` for the addresses of built files."""
    made = Environment(loader=FileSystemLoader(assets.templates), autoescape=True)
    made.globals["asset"] = assets.url
    made.globals["other_languages"] = _other_languages
    return made


def _other_languages() -> list[tuple[str, str]]:
    """The languages that a page is not in: the code of each and its own name."""
    found: list[tuple[str, str]] = []
    for code in languages():
        if code != language.get():
            with speaking(code):
                found.append((code, say("language-name")))
    return found


def render(request: Request, template: str, policy: dict[str, str], status: int = 200, **context: object) -> Response:
    """A page with its Content-Security-Policy, in the language of the context."""
    nonce = secrets.token_urlsafe(16)
    html = state_of(request).templates.get_template(template).render(nonce=nonce, language=language.get(), say=say, **context)
    header = "; ".join(f"{name} {value}" for name, value in policy.items()).format(nonce=nonce)
    return HTMLResponse(html, status, headers=_WINDOW | {"content-security-policy": header, "cache-control": "no-cache"})


def asset(request: Request, name: str) -> str:
    """The address of a built file, below this server's."""
    url: Any = state_of(request).templates.globals["asset"]
    address: str = url(name)
    return address


@router.get("/")
@router.get("/s/{code}")
async def index(request: Request, code: str = "") -> Response:
    """The playground, with the first example already computed. The page asks the API for the state of a short link."""
    preview = await preview_of(request, code)
    begun = bootstrap(whole=False, libraries=state_of(request).as_it_is.libraries)
    return render(request, "index.html", POLICY, bootstrap_json=begun.html, preview=preview)


@router.get("/join")
@router.get("/r")
@router.get("/r/{code}")
async def room(request: Request, code: str = "") -> Response:
    """A student's way into a class: by the code in the address, or to be typed. The page asks the API whether there is one."""
    return render(request, "index.html", POLICY, bootstrap_json=bootstrap(whole=True).html, room=code)


@router.get("/r/{code}/screen")
async def screen(request: Request, code: str) -> Response:
    """A screen of the class. Its right is in the fragment of the address, which no server sees."""
    return render(request, "index.html", POLICY, bootstrap_json=bootstrap(whole=True).html, room=code, screen=True)


@router.get("/embed")
@router.get("/embed/{code}")
async def embed(request: Request, code: str = "") -> Response:
    """The picture and its timeline alone, for other sites."""
    policy = POLICY | {"frame-ancestors": state_of(request).settings.frame_ancestors}
    preview = await preview_of(request, code)
    return render(request, "index.html", policy, bootstrap_json=bootstrap(whole=True).html, embedded=True, preview=preview)


@router.get("/training")
async def training(request: Request) -> Response:
    """The training studio. What runs can be declared with, the page asks the API."""
    return render(request, "training.html", POLICY)
