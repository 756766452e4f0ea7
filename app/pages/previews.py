"""What other sites show of a link that is pasted there: Open Graph tags for chats and wikis, oEmbed for course pages.

Formats: https://ogp.me and https://oembed.com. A title costs no computing; the picture is computed when it is asked for.
"""

import re
from dataclasses import dataclass
from functools import partial
from html import escape
from http import HTTPStatus
from time import thread_time
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import orjson
from anyio import to_thread
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from backpass.app.api.endpoints.exports import answer_export
from backpass.app.api.routes import answered, requester_of
from backpass.app.api.shares import current_time, find_share
from backpass.app.pages.link_picture import HEIGHT, WIDTH, can_rasterize, picture_of, png_of
from backpass.app.pages.linked_program import LinkedProgram, read_link
from backpass.app.state import state_of
from backpass.engine import ProblemError
from backpass.engine.messages import say

router = APIRouter(include_in_schema=False)

_HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_PATH = re.compile(r"/(?:(?P<page>s|embed)/(?P<code>[\w-]+)|(?:embed)?)", re.ASCII)
_DAY, _HOUR = 86_400, 3_600
_FRAME_WIDTH, _FRAME_HEIGHT = 800, 480
_LONGEST_NUMBER = 9


@dataclass(frozen=True, slots=True)
class Preview:
    """What the head of a page names about itself. Addresses are complete."""

    title: str
    description: str
    address: str
    oembed: str
    picture: str
    picture_type: str
    width: int = WIDTH
    height: int = HEIGHT


def base_of(request: Request) -> str | None:
    """The beginning of this server's addresses: the setting, else as the request has it; None for a name of no host.

    A proxy is believed about the scheme only where `trusted_proxies` names it.
    """
    if configured := state_of(request).settings.public_address:
        return configured
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else None


async def preview_of(request: Request, code: str = "") -> Preview | None:
    """What the page of a short link, or of a link with its program in the query, names about itself; None for any other."""
    base, linked = base_of(request), await _linked(request, code, request.url.query)
    if base is None or linked is None:
        return None
    path = f"/s/{code}" if code else f"/?{linked.query}"
    kind = "png" if can_rasterize() else "svg"
    return Preview(
        title=linked.title,
        description=linked.description or say("page-description"),
        address=base + path,
        oembed=f"{base}/oembed?{urlencode({'url': base + path})}",
        picture=base + _picture_path(code, linked, kind),
        picture_type="image/png" if kind == "png" else "image/svg+xml",
    )


def _picture_path(code: str, linked: LinkedProgram, kind: str) -> str:
    return f"/s/{code}/picture.{kind}" if code else f"/picture.{kind}?{linked.query}"


async def _linked(request: Request, code: str, state: str) -> LinkedProgram | None:
    """The program of a short link or of a state; None where there is none that can be read."""
    if not code:
        return read_link(state)
    try:
        share = await find_share(state_of(request).database, code, current_time())
    except ProblemError:
        return None
    return read_link(share.state)


@router.get("/picture.{kind}")
@router.get("/s/{code}/picture.{kind}")
async def picture(request: Request, kind: str, code: str = "") -> Response:
    """The picture of a link, 1200 by 630 pixels, as `svg` or `png`."""
    linked = await _linked(request, code, request.url.query) if kind in {"svg", "png"} else None
    if linked is None or (kind == "png" and not can_rasterize()):
        return PlainTextResponse(say("preview-not-found"), HTTPStatus.NOT_FOUND)
    requester = requester_of(request)
    answer = await answered(state_of(request).dispatcher.answer(answer_export, linked.request(), requester))
    if answer.status_code in {HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT}:
        return answer
    graph: str | None = orjson.loads(answer.body)["text"] if answer.status_code == HTTPStatus.OK else None
    drawn = picture_of(linked, graph)
    headers = {"cache-control": f"public, max-age={_DAY}"}
    if kind == "svg":
        policy = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
        return Response(drawn, media_type="image/svg+xml", headers=headers | policy)
    content, seconds = await to_thread.run_sync(partial(_timed_png, drawn))
    if requester.charge is not None:
        requester.charge(seconds)
    return Response(content, media_type="image/png", headers=headers)


def _timed_png(drawn: str) -> tuple[bytes, float]:
    start = thread_time()
    return png_of(drawn), thread_time() - start


@router.get("/oembed")
async def oembed(request: Request) -> Response:
    """How another site embeds the page at `url`: oEmbed 1.0, of the type `rich`, as JSON."""
    try:
        asked = {name: values[-1] for name, values in parse_qs(request.url.query, max_num_fields=50).items()}
    except ValueError:  # too many fields
        return PlainTextResponse(say("preview-not-found"), HTTPStatus.NOT_FOUND)
    if asked.get("format", "json") != "json":
        return PlainTextResponse(say("oembed-json-only"), HTTPStatus.NOT_IMPLEMENTED)
    try:
        width, height = _pixels(asked.get("maxwidth")), _pixels(asked.get("maxheight"))
    except ValueError:
        return PlainTextResponse(say("oembed-size"), HTTPStatus.BAD_REQUEST)
    found = await _embedded(request, asked.get("url", ""))
    if found is None:
        return PlainTextResponse(say("preview-not-found"), HTTPStatus.NOT_FOUND)
    base, code, linked = found
    return Response(
        orjson.dumps(_rich(base, code, linked, width, height)),
        media_type="application/json",
        headers={"cache-control": f"public, max-age={_HOUR}"},
    )


def _pixels(text: str | None) -> int | None:
    """A number of pixels. Raises ValueError."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER and int(text) > 0):
        raise ValueError(text)
    return int(text)


async def _embedded(request: Request, address: str) -> tuple[str, str, LinkedProgram] | None:
    """This server's beginning, the code and the program of one of its links; None for any other address."""
    base = base_of(request)
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    read = _PATH.fullmatch(parts.path)
    is_ours = base is not None and parts.scheme in {"http", "https"} and parts.netloc.lower() == urlsplit(base).netloc.lower()
    if base is None or read is None or not is_ours:
        return None
    code = read["code"] or ""
    linked = await _linked(request, code, parts.fragment or parts.query)
    return None if linked is None else (base, code, linked)


def _rich(base: str, code: str, linked: LinkedProgram, width: int | None, height: int | None) -> dict[str, Any]:
    """The answer's fields; width and height are the most that the other site has room for."""
    frame_width, frame_height = min(width or _FRAME_WIDTH, _FRAME_WIDTH), min(height or _FRAME_HEIGHT, _FRAME_HEIGHT)
    source = escape(f"{base}/embed/{code}" if code else f"{base}/embed?{linked.query}")
    size = f'width="{frame_width}" height="{frame_height}"'
    answer: dict[str, Any] = {
        "type": "rich",
        "version": "1.0",
        "title": linked.title,
        "provider_name": "Backpass",
        "provider_url": base,
        "cache_age": _DAY,
        "width": frame_width,
        "height": frame_height,
        "html": f'<iframe src="{source}" {size} title="{escape(linked.title)}" style="border:0" loading="lazy"></iframe>',
    }
    if (width or WIDTH) >= WIDTH and (height or HEIGHT) >= HEIGHT and can_rasterize():
        address = base + _picture_path(code, linked, "png")
        answer |= {"thumbnail_url": address, "thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    return answer
