"""The pages by which students come into a class: the playground's own, told which class it is for."""

import re

import pytest
from starlette.testclient import TestClient


def body_of(client: TestClient, path: str) -> str:
    found = re.search(r"<body[^>]*>", client.get(path).text)
    assert found
    return found[0]


@pytest.mark.parametrize(("path", "room"), [("/join", ""), ("/r", ""), ("/r/KMPR42", "KMPR42"), ("/r/kmp-r42", "kmp-r42")])
def test_a_class_s_page_knows_its_code(client: TestClient, path: str, room: str) -> None:
    assert f'data-room="{room}"' in body_of(client, path)


def test_no_other_page_is_one_of_a_class(client: TestClient) -> None:
    for path in ("/", "/s/AAAAAAAAAAAAAAAA", "/embed"):
        assert "data-room=" not in body_of(client, path)


def test_a_code_is_text_whatever_it_says(client: TestClient) -> None:
    assert 'data-room="&#34;&gt;&lt;b&gt;"' in client.get("/r/%22%3E%3Cb%3E").text


def test_a_class_s_page_keeps_to_the_playground_s_policy(client: TestClient) -> None:
    policy = client.get("/r/KMPR42").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "connect-src 'self';" in policy
    assert "frame-ancestors 'self'" in policy
