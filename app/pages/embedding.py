"""`/embed.js`: the script that declares `<backpass-graph>` on another page."""

import json

from fastapi import APIRouter, Request, Response

from backpass.app.pages.router import asset
from backpass.engine.messages import languages, say

router = APIRouter(include_in_schema=False)


@router.get("/embed.js")
async def embed_script(request: Request) -> Response:
    """A module at an address that never changes. It names the built files of this version, whose addresses have their hashes."""
    parts = {
        "player": asset(request, "player.js"),
        "languages": list(languages()),
        "style": asset(request, "player_embedded.css"),
        "unreachable": say("embed-unreachable"),
    }
    script = f'import {{ define }} from ".{asset(request, "embed.js")}";\ndefine(import.meta.url, {json.dumps(parts)});\n'
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(script, media_type="text/javascript", headers=headers)
