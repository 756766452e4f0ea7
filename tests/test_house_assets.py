"""The built page is found in a checkout and in a wheel, and where it is not built the error says what to do."""

import json
from pathlib import Path

import pytest

from backpass.app.http.assets import Assets, PageNotBuiltError

MANIFEST = {"main.js": "main-ABC123.js", "main.css": "main-DEF456.css"}


def write_page(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST), encoding="utf-8")


def test_in_a_checkout_the_page_is_read_where_the_build_leaves_it(tmp_path: Path) -> None:
    write_page(tmp_path / "static" / "dist")
    assets = Assets(package=tmp_path / "app", checkout=tmp_path)
    assert assets.directory == tmp_path / "static" / "dist"
    assert assets.templates == tmp_path / "templates"


def test_in_a_wheel_the_page_lies_in_the_package(tmp_path: Path) -> None:
    write_page(tmp_path / "app" / "page" / "static")
    assets = Assets(package=tmp_path / "app", checkout=tmp_path)
    assert assets.directory == tmp_path / "app" / "page" / "static"
    assert assets.templates == tmp_path / "app" / "page" / "templates"


def test_an_address_carries_the_hash_of_the_content(tmp_path: Path) -> None:
    write_page(tmp_path / "static" / "dist")
    assert Assets(package=tmp_path / "app", checkout=tmp_path).url("main.js") == "/static/main-ABC123.js"


def test_an_unknown_file_is_refused_with_the_names_of_those_there_are(tmp_path: Path) -> None:
    write_page(tmp_path / "static" / "dist")
    with pytest.raises(LookupError, match=r"'mian\.js'; it has main\.js, main\.css"):
        Assets(package=tmp_path / "app", checkout=tmp_path).url("mian.js")


def test_where_the_page_is_not_built_the_error_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(PageNotBuiltError, match=r"manifest\.json is missing.*python3 run\.py"):
        Assets(package=tmp_path / "app", checkout=tmp_path)
