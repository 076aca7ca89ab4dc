"""Ready pieces of code and settings for other programs. Pure: address, key and model in, text out.

The server speaks OpenAI's protocol below `/v1` (llama.cpp, tools/server/README.md). Each piece works as it stands, also
where the environment names a proxy: none of these programs leaves loopback addresses out by itself.
"""

from __future__ import annotations

import json
import shlex
from urllib.parse import urlsplit

import msgspec

from specdesk.language import translate

NO_KEY = "none"
"""What is written where a program insists on a key and the server asks for none."""

QUESTION = "Say hello."


class Snippet(msgspec.Struct, frozen=True, kw_only=True):
    """One piece. key: its name in the program; title: for people."""

    key: str
    title: str
    text: str


def snippets(url: str, key: str | None, model: str) -> tuple[Snippet, ...]:
    """All pieces for a server. url: without a path; key None = the server asks for none; model: a name to send."""
    return (
        Snippet(key="openai", title="Python (openai)", text=_openai(url, key, model)),
        Snippet(
            key="urllib", title=translate("AccessDialog", "Python (nothing to install)"), text=_urllib(url, key, model)
        ),
        Snippet(key="curl", title="curl", text=_curl(url, key, model)),
        Snippet(key="continue", title="Editor (Continue)", text=_continue(url, key, model)),
        Snippet(
            key="generic",
            title=translate("AccessDialog", "Any OpenAI-compatible program"),
            text=_generic(url, key, model),
        ),
    )


def _openai(url: str, key: str | None, model: str) -> str:
    return f"""from openai import DefaultHttpxClient, OpenAI

client = OpenAI(
    base_url={url + "/v1"!r},
    api_key={key or NO_KEY!r},
    http_client=DefaultHttpxClient(trust_env=False),  # past any proxy
)
answer = client.chat.completions.create(
    model={model!r},
    messages=[{{"role": "user", "content": {QUESTION!r}}}],
)
print(answer.choices[0].message.content)
"""


def _urllib(url: str, key: str | None, model: str) -> str:
    header = f', "Authorization": {f"Bearer {key}"!r}' if key else ""
    return f"""import json
import urllib.request

question = {{"model": {model!r}, "messages": [{{"role": "user", "content": {QUESTION!r}}}]}}
request = urllib.request.Request(
    {url + "/v1/chat/completions"!r},
    data=json.dumps(question).encode(),
    headers={{"Content-Type": "application/json"{header}}},
)
direct = urllib.request.build_opener(urllib.request.ProxyHandler({{}}))  # past any proxy
with direct.open(request) as response:
    print(json.load(response)["choices"][0]["message"]["content"])
"""


def _curl(url: str, key: str | None, model: str) -> str:
    body = json.dumps({"model": model, "messages": [{"role": "user", "content": QUESTION}]}, ensure_ascii=False)
    lines = [f"curl --noproxy '*' {url}/v1/chat/completions", "-H 'Content-Type: application/json'"]
    if key:
        lines.append(f"-H {shlex.quote('Authorization: Bearer ' + key)}")
    return " \\\n  ".join([*lines, f"-d {shlex.quote(body)}"]) + "\n"


def _continue(url: str, key: str | None, model: str) -> str:
    entry = {
        "title": "SpecDesk", "provider": "openai", "model": model, "apiBase": f"{url}/v1", "apiKey": key or NO_KEY,
        "requestOptions": {"noProxy": [_host(url)]},
    }  # fmt: skip
    return json.dumps({"models": [entry]}, indent=2, ensure_ascii=False) + "\n"


def _generic(url: str, key: str | None, model: str) -> str:
    return f"Base URL: {url}/v1\nAPI key:  {key or NO_KEY}\nModel:    {model}\nNo proxy: {_host(url)}\n"


def _host(url: str) -> str:
    """The part that a list of exceptions from a proxy names; "" without an address."""
    return urlsplit(url).hostname or ""
