#!/usr/bin/env python3
# ruff: noqa: E501 (prompts are lines as they are sent)
"""Measure how fast an OpenAI-compatible server answers, and whether speculative decoding makes it faster.

One file, nothing but Python (3.10 or newer). Typical use, with the same server started twice:

    python measure_endpoint.py http://127.0.0.1:8080 --save plain.json           (started without a draft)
    python measure_endpoint.py http://127.0.0.1:8080 --baseline plain.json       (started again, with the draft)

Measure plain once more afterwards and give both files (--baseline plain.json plain2.json): then a machine that became
slower meanwhile is noticed, too. What is done, and why:

- one reply first that is thrown away: it pays for what the server sets up only once;
- the time to the first word and the speed of writing are told apart: the first is reading the prompt;
- tokens are counted by the engine (`timings` of llama.cpp, else `usage`), never by counting the pieces of the stream:
  with speculation a piece may hold several tokens, or half of one;
- the engine's own clock where it tells one (llama.cpp), else this computer's;
- temperature 0 and a fixed seed; every prompt once: an engine remembers what it has said and would guess it again, so
  restart the server before measuring again;
- no forced length: forced text repeats itself, which is easy to guess. Replies under 32 tokens are left out;
- one ratio per prompt, kinds of text weighted equally, with a 95 % interval; a difference under 3 % is called none.

Exit code: 0 measured, 1 nothing could be measured, 2 wrong use, 3 no connection.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import hashlib
import http.client
import json
import math
import os
import random
import re
import statistics
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

MIN_TOKENS, MARGIN = 32, 0.03
WARM_UP = "Count from one to thirty in words."
NUMBER, BROKEN = (int, float), (OSError, ValueError, http.client.HTTPException)


class MeasureError(Exception):
    """args: a sentence for the user, and an exit code."""


# Asking ---------------------------------------------------------------------------------------------------------------


class Endpoint:
    """An address that answers /v1/chat/completions."""

    def __init__(self, url, key=None, timeout=600.0):
        scheme, _, rest = (url if "://" in url else "http://" + url).partition("://")
        user, _, place = rest.rpartition("@")  # a password in the address is sent, and never shown
        url = f"{scheme}://{place.partition('?')[0]}"
        for ending in ("/", "/chat/completions", "/v1"):
            url = url[: -len(ending)] if url.endswith(ending) else url
        self.base, self.timeout = url, timeout
        self.headers = {"Content-Type": "application/json"}
        if user or key:
            named = "Basic " + base64.b64encode(urllib.parse.unquote(user).encode()).decode()
            self.headers["Authorization"] = named if user else "Bearer " + key
        try:
            host = urllib.parse.urlsplit(url).hostname or ""
        except ValueError as error:
            raise MeasureError(f"{url} is no address: {error}.", 2) from error
        local = host in ("localhost", "::1") or host.startswith("127.")
        proxies = urllib.request.ProxyHandler({}) if local else urllib.request.ProxyHandler()
        self.opener = urllib.request.build_opener(proxies)
        self.wants_usage = True

    def first_model(self):
        """The name of the first model that the server offers; "default" where it does not say."""
        try:
            with self.open("/v1/models") as answer:
                return str(json.load(answer)["data"][0]["id"])
        except (*BROKEN, LookupError, TypeError):
            return "default"

    def open(self, path, body=None):
        """The answer as a stream of lines. Raises HTTPError, or MeasureError when nobody answers."""
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, content, self.headers)
        try:
            return self.opener.open(request, timeout=self.timeout)
        except urllib.error.HTTPError:
            raise
        except BROKEN as error:
            reason = getattr(error, "reason", error)
            raise MeasureError(f"No answer from {self.base}: {reason}. Is the server running?", 3) from error

    def chat(self, model, text, tokens, temperature, seed):
        """One streamed answer: the chunks as (seconds since sending, parsed JSON)."""
        body = {"model": model, "messages": [{"role": "user", "content": text}], "stream": True}
        body |= {"max_tokens": tokens, "temperature": temperature, "seed": seed}
        if self.wants_usage:
            body["stream_options"] = {"include_usage": True}
        sent = time.perf_counter()
        try:
            answer = self.open("/v1/chat/completions", body)
        except urllib.error.HTTPError as error:
            if error.code in (400, 422) and self.wants_usage:
                self.wants_usage = False  # some servers do not know the option
                yield from self.chat(model, text, tokens, temperature, seed)
                return
            raise
        with answer:
            for line in answer:
                name, _, value = line.decode("utf-8", "replace").strip().partition(":")
                if name == "error":
                    raise ValueError(value.strip())
                if name == "data" and value.strip() not in ("", "[DONE]"):
                    yield time.perf_counter() - sent, of(dict, json.loads(value))


def ask(endpoint, model, text, tokens, temperature=0.0, seed=1):
    """One reply as a dict: tokens, seconds (of writing), rate, ttft_ms, clock, drafted, accepted, error."""
    first = last = usage = timings = None
    try:
        for at, chunk in endpoint.chat(model, text, tokens, temperature, seed):
            if chunk.get("error"):
                raise ValueError(json.dumps(chunk["error"]))
            delta = of(dict, of(dict, (of(list, chunk.get("choices")) or [None])[0]).get("delta"))
            if delta.get("content") or delta.get("reasoning_content") or delta.get("reasoning"):
                first, last = (at if first is None else first), at
            usage, timings = chunk.get("usage") or usage, chunk.get("timings") or timings
    except urllib.error.HTTPError as error:
        if error.code in (401, 403):
            raise MeasureError("The server wants another key: give --key, or set OPENAI_API_KEY.", 3) from error
        with contextlib.suppress(*BROKEN):
            return {"error": f"the server answered {error.code}: {error.read(300).decode('utf-8', 'replace').strip()}"}
        return {"error": f"the server answered {error.code}"}
    except BROKEN as error:
        return {"error": f"the reply broke off: {error}"}
    return {"ttft_ms": None if first is None else 1000 * first, **figures(timings, usage, first, last)}


def of(kind, value):
    """A JSON value if it is of this kind, else an empty object or None."""
    return value if isinstance(value, kind) else {} if kind is dict else None


def figures(timings, usage, first, last):
    """Tokens and their time. The first token comes out of reading the prompt, so it takes part in neither."""
    timings, usage = of(dict, timings), of(dict, usage)
    drafts = {"drafted": of(NUMBER, timings.get("draft_n")), "accepted": of(NUMBER, timings.get("draft_n_accepted"))}
    tokens, spent_ms = of(NUMBER, timings.get("predicted_n")), of(NUMBER, timings.get("predicted_ms"))
    if tokens and spent_ms:
        clock, seconds = "engine", spent_ms / 1000
    else:
        tokens = of(NUMBER, usage.get("completion_tokens"))
        clock, seconds = "ours", None if first is None or last is None else last - first
    rate = (tokens - 1) / seconds if tokens and tokens > 1 and seconds else None
    return {"tokens": tokens, "seconds": seconds, "rate": rate, "clock": clock, **drafts}


def measure(endpoint, options, prompts, report):
    """All replies, in an order that the seed shuffles, into the report."""
    model, order = options.model or endpoint.first_model(), list(prompts)
    report["model"] = re.split(r"[/\\]", model)[-1]  # llama-server's name of a model may be its whole path
    say(f"{endpoint.base}: warming up")
    warm = ask(endpoint, model, WARM_UP, 16, options.temperature, options.seed)
    if warm.get("error"):
        raise MeasureError(f"The server does not answer a short question: {warm['error']}", 3)
    random.Random(options.seed).shuffle(order)
    for number, (name, kind, text) in enumerate(order, 1):
        reply = ask(endpoint, model, text, options.tokens, options.temperature, options.seed)
        report["replies"].append({"prompt": name, "kind": kind, **reply})
        rate = reply.get("rate")
        found = reply.get("error") or ("no token count" if rate is None else f"{rate:.1f} tokens/s")
        say(f"{number}/{len(order)} {name}: {found}")


def settings(options, prompts):
    """What has to be the same in a baseline; of the prompts a hash."""
    texts = hashlib.sha256(json.dumps(sorted(prompts)).encode()).hexdigest()[:16]
    return {"tokens": options.tokens, "temperature": options.temperature, "seed": options.seed, "prompts": texts}


# Judging --------------------------------------------------------------------------------------------------------------


def usable(report):
    """Prompt to reply, for those that count."""
    return {r["prompt"]: r for r in report["replies"] if r.get("rate") and (r.get("tokens") or 0) >= MIN_TOKENS}


def summary(report):
    """Medians and acceptance of one measurement."""
    replies = list(usable(report).values())
    firsts = [r["ttft_ms"] for r in replies if r.get("ttft_ms") is not None]
    told = [r for r in replies if r.get("drafted") and r.get("accepted") is not None]
    drafted = sum(r["drafted"] for r in told)
    return {
        "replies": len(replies),
        "rate": statistics.median(r["rate"] for r in replies) if replies else None,
        "ttft_ms": statistics.median(firsts) if firsts else None,
        "acceptance": sum(r["accepted"] for r in told) / drafted if drafted else None,
        "clock": sorted({r["clock"] for r in replies}),
    }


def compare(report, baselines):
    """Speed-up over one or two baselines, with a 95 % interval; drift between the two."""
    now, before = usable(report), [usable(baseline) for baseline in baselines]
    shared, ratios = [name for name in now if all(name in other for other in before)], []
    for name in shared:
        plain = sum(math.log(other[name]["rate"]) for other in before) / len(before)
        ratios.append((now[name]["kind"], math.log(now[name]["rate"]) - plain))
    speedup = interval(ratios)
    moved = [(now[n]["kind"], math.log(before[-1][n]["rate"] / before[0][n]["rate"])) for n in shared]
    drift = interval(moved) if len(before) > 1 else None
    found = {"prompts": len(shared), "speedup": speedup, "drift": drift, "verdict": verdict(speedup, drift)}
    return {**found, "models": sorted({one["model"] for one in (report, *baselines)})}


def verdict(speedup, drift):
    """The same rules as everywhere: an interval against a margin of 3 %."""
    drifted = drift is not None and side(drift) in ("faster", "slower")
    return "too-little" if speedup is None else "drifted" if drifted else side(speedup)


def side(found):
    """Where an interval lies relative to the margin around 1."""
    if found["low"] > 1 + MARGIN or found["high"] < 1 - MARGIN:
        return "faster" if found["low"] > 1 else "slower"
    return "no-difference" if found["low"] >= 1 - MARGIN and found["high"] <= 1 + MARGIN else "not-sure"


def interval(ratios):
    """(kind, log ratio) pairs to a ratio with a 95 % interval: kinds weighted equally, t on the spread within them."""
    groups = {}
    for kind, value in ratios:
        groups.setdefault(kind, []).append(value)
    strata = list(groups.values()) if len(ratios) - len(groups) >= 2 else [[value for _, value in ratios]]
    free = len(ratios) - len(strata)
    if free < 2:
        return None
    squares = sum((value - sum(group) / len(group)) ** 2 for group in strata for value in group)
    share = sum(1 / len(group) for group in groups.values()) / len(groups) ** 2
    half = t_quantile(0.975, free) * math.sqrt(squares / free * share)
    mean = sum(sum(group) / len(group) for group in groups.values()) / len(groups)
    return {"estimate": math.exp(mean), "low": math.exp(mean - half), "high": math.exp(mean + half)}


def t_quantile(probability, free):
    """Student's t by halving: with t = sqrt(n) tan(a) its density is that of cos(a) ** (n - 1); Simpson's rule."""
    whole = math.sqrt(math.pi) * math.exp(math.lgamma(free / 2) - math.lgamma((free + 1) / 2))
    low, high, weights = 0.0, math.pi / 2, [1, *[4, 2] * 149, 4, 1]
    for _ in range(60):
        middle = (low + high) / 2
        parts = (weight * math.cos(place * middle / 300) ** (free - 1) for place, weight in enumerate(weights))
        low, high = (middle, high) if 0.5 + middle / 900 * sum(parts) / whole < probability else (low, middle)
    return math.sqrt(free) * math.tan(middle)


# Telling --------------------------------------------------------------------------------------------------------------

WORDS = {
    "faster": "Faster: {estimate:.2f} times the baseline's speed ({low:.2f} to {high:.2f}).",
    "slower": "Slower: {estimate:.2f} times the baseline's speed ({low:.2f} to {high:.2f}). Turn speculation off.",
    "no-difference": "No clear difference ({low:.2f} to {high:.2f}).",
    "not-sure": "Not sure yet: {low:.2f} to {high:.2f} times the baseline's speed. More prompts would tell.",
    "drifted": "No answer: the machine changed its speed between the two baselines.",
    "too-little": "No answer: too few prompts with 32 tokens or more in both measurements.",
}


def tell(report, found):
    """The result in words."""
    own = summary(report)
    if own["rate"] is None:
        print("No reply could be measured; the reasons are above.")
        return
    first = "" if own["ttft_ms"] is None else f", first word after {own['ttft_ms']:.0f} ms"
    clock = {"engine": "the engine's clock", "ours": "this computer's clock"}
    print(f"{own['rate']:.1f} tokens/s{first} (medians of {own['replies']} replies)")
    print("Timed by " + " and ".join(clock[c] for c in own["clock"]) + ".")
    none = "The server reports no guesses: speculation is off, never guessed, or is not told."
    print(none if own["acceptance"] is None else f"{100 * own['acceptance']:.0f} % of the guesses were used.")
    if found is not None:
        print(WORDS[found["verdict"]].format(**(found["speedup"] or {"estimate": 0, "low": 0, "high": 0})))
        if found["drift"] is None and found["speedup"] is not None:
            print("With one baseline a change of the machine's own speed is not seen: measure plain again, give both.")
        if len(found["models"]) > 1:
            print(f"The models have different names ({', '.join(found['models'])}): is it the draft that is compared?")


def say(words):
    """Progress, apart from the result."""
    print(words, file=sys.stderr, flush=True)


def read_json(path):
    """A measurement that was saved before."""
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        if report["tool"] != "measure_endpoint" or not all({"prompt", "kind"} <= r.keys() for r in report["replies"]):
            raise ValueError("another file")
        report["model"] = str(report.get("model"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise MeasureError(f"{path} is no measurement of this script ({error}).", 2) from error
    return report


def read_prompts(path):
    """A prompt per line."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line.strip() for line in file if line.strip()]
    except (OSError, ValueError) as error:
        raise MeasureError(f"The prompts in {path} cannot be read ({error}).", 2) from error
    if not lines:
        raise MeasureError(f"{path} has no prompts: write one on each line.", 2)
    return [(f"own-{number}", "own", text) for number, text in enumerate(lines, 1)]


def arguments(argv):
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog="Read the beginning of this file for what is done and why."
    )
    parser.add_argument("url", help="address of the server, like http://127.0.0.1:8080")
    parser.add_argument("--model", help="name of the model (default: the server's first)")
    parser.add_argument("--key", default=os.environ.get("OPENAI_API_KEY"), help="API key (default: OPENAI_API_KEY)")
    parser.add_argument("--tokens", type=int, default=128, help="longest reply, tokens (default: %(default)s)")
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prompts", metavar="FILE", help="own prompts, one per line")
    parser.add_argument("--save", metavar="FILE", help="write the measurement, to be a baseline later")
    parser.add_argument("--baseline", metavar="FILE", nargs="+", help="saved measurements to compare with")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds without a sign of life")
    parser.add_argument("--json", action="store_true", help="print the whole result as JSON")
    options = parser.parse_args(argv)
    if options.tokens < MIN_TOKENS:
        parser.error(f"--tokens must be {MIN_TOKENS} or more: shorter replies say too little")
    return options


def run(argv):
    """The program; returns its exit code."""
    options, early = arguments(argv), None
    prompts = read_prompts(options.prompts) if options.prompts else PROMPTS
    report = {"tool": "measure_endpoint", "version": 1, "settings": settings(options, prompts), "replies": []}
    baselines = [read_json(path) for path in options.baseline or []]
    for path, baseline in zip(options.baseline or [], baselines, strict=True):
        if baseline.get("settings") != report["settings"]:
            raise MeasureError(f"{path}: other settings or prompts: {json.dumps(baseline.get('settings'))}.", 2)
    try:
        measure(Endpoint(options.url, options.key, options.timeout), options, prompts, report)
    except (MeasureError, KeyboardInterrupt) as error:
        if not usable(report):
            raise
        early = error
    finally:
        try:
            if options.save and report["replies"]:
                with open(options.save, "w", encoding="utf-8") as file:
                    json.dump(report, file, indent=1)
        except OSError as error:
            say(f"The measurement could not be saved: {error}.")
    found = compare(report, baselines) if baselines else None
    if options.json:
        print(json.dumps({**report, "summary": summary(report), "compared": found}, indent=1))
    else:
        tell(report, found)
    if early is not None:
        raise early
    return 0 if usable(report) else 1


def main():
    """Entry point."""
    try:
        return run(sys.argv[1:])
    except MeasureError as trouble:
        say(trouble.args[0])
        return trouble.args[1]
    except KeyboardInterrupt:
        say("Stopped.")
        return 130


# Prompts --------------------------------------------------------------------------------------------------------------

PROMPTS = (
    (
        "code-ttl-cache",
        "code",
        """Write a Python class `TTLCache` that keeps values for a limited time. It has `get(key)`, `set(key, value)` and `delete(key)`; the constructor takes the lifetime in seconds and the largest number of entries. When it is full, the entry that was used longest ago goes. Use `time.monotonic`, make it safe for several threads, add type hints and short docstrings, and end with a small example of its use.""",
    ),
    (
        "code-json-script",
        "code",
        """Write a Python script that reads a JSON file whose name is given on the command line. The file holds a list of orders, each with `id`, `customer`, `date` (YYYY-MM-DD) and `lines` (a list of `product`, `quantity` and `price`). Print the total per customer, highest first, and the month with the most orders. Report a missing file, invalid JSON and orders without lines with a clear message and exit code 1. Use only the standard library.""",
    ),
    (
        "rewrite-names",
        "rewrite",
        """Give the functions, parameters and variables in this file clear names and add a one-line docstring to each function. Change nothing else. Give me the complete file.

```python
def calc(l, d):
    t = 0
    for x in l:
        t = t + x["price"] * x["quantity"]
    if d:
        t = t - t * d / 100
    return t


def calc_vat(l, d, v):
    t = calc(l, d)
    return t + t * v / 100


def show(l, d, v):
    for x in l:
        print(x["name"], x["quantity"], x["price"])
    print("total", calc(l, d))
    print("with vat", calc_vat(l, d, v))
```""",
    ),
    (
        "rewrite-logging",
        "rewrite",
        """Rewrite this script so that it uses `logging` instead of `print`, `pathlib` instead of `os.path`, and f-strings. Its behaviour stays the same otherwise. Give me the complete script.

```python
import os
import shutil
import sys


def backup(source, target):
    if not os.path.isdir(source):
        print("no such folder: " + source)
        sys.exit(1)
    if not os.path.isdir(target):
        print("making folder " + target)
        os.makedirs(target)
    count = 0
    for name in os.listdir(source):
        path = os.path.join(source, name)
        if os.path.isfile(path):
            print("copying " + name)
            shutil.copy2(path, os.path.join(target, name))
            count = count + 1
    print("copied " + str(count) + " files")


backup(sys.argv[1], sys.argv[2])
```""",
    ),
    (
        "extract-order-mail",
        "extract",
        """Turn this message into JSON. Use exactly these fields: `customer` (`name`, `phone`), `delivery` (`street`, `postcode`, `town`, `date` as YYYY-MM-DD), `items` (a list of `product`, `quantity`, `unit`, `remark`; null where nothing is said). Answer with the JSON only.

Good morning, this is Joanne Whitfield from the Copper Kettle. For our terrace opening on Friday 5 June 2026 I would like to order 24 bottles of elderflower cordial, 10 kilos of espresso beans (the dark roast, ground please), 6 trays of lemon cake and 3 boxes of paper cups, the large ones. Could you deliver on Thursday the 4th to 18 Harbour Lane, PL1 2RQ Plymouth? The gate is open from seven. You can reach me on 01632 960 118. Oh, and please add 2 kilos of brown sugar.""",
    ),
    (
        "extract-minutes",
        "extract",
        """List every task in these minutes as JSON: an array of objects with `task`, `owner`, `due` (YYYY-MM-DD or null) and `depends_on` (the number of another task in your list, counted from 1, or null). Answer with the JSON only.

Minutes of the street festival committee, 2 March 2026. Present: Ade, Bruno, Carla, Dewi. The permit has to be with the council by 20 March; Carla fills in the form, but she needs the map of the stalls first, which Bruno draws before 13 March. Dewi asks three bands for a price this week, by Friday 6 March; Ade chooses one once the prices are in, at the latest on 16 March. Posters: Ade writes the text as soon as the band is known, no date yet. Bruno rents twenty tables from the school and will call them on 4 March. Insurance: Carla asks what last year's policy cost; nobody needs it before April. Next meeting 23 March.""",
    ),
    (
        "factual-attention",
        "factual",
        """Explain how attention works in a transformer to somebody who can program but has never trained a model. Say what queries, keys and values are, why the scores are divided by the square root of the dimension, what several heads add, and why the cost grows with the square of the length of the text. About 250 words, no formulas.""",
    ),
    (
        "factual-tides",
        "factual",
        """Why are there two high tides a day and not one, although there is only one moon? Explain the part of the sun as well, what spring tides and neap tides are, and why the difference between high and low water is more than ten metres in some bays and next to nothing in others. Three paragraphs.""",
    ),
    (
        "reasoning-ferry",
        "reasoning",
        """A ferry leaves the mainland every 40 minutes from 6:30 on and needs 25 minutes to the island. A bus leaves the island's harbour for the village at 7:10 and then every hour; the ride takes 18 minutes. Walking from the harbour to the village takes 50 minutes. Anna reaches the mainland quay at 8:05, Ben at 8:55. When does each of them arrive in the village at the earliest, and who waits how long where? Reason step by step, then give the answer in one sentence.""",
    ),
    (
        "reasoning-seats",
        "reasoning",
        """Five friends sit in a row at the cinema: Femi, Greta, Hugo, Iris and Jonas. Greta does not sit at either end. Hugo sits directly to the left of Iris. Jonas sits somewhere to the right of Femi, but not directly beside him. Iris is not in the middle. Find all possible orders from left to right. Show how you rule out the others.""",
    ),
    (
        "creative-lighthouse",
        "creative",
        """Write the opening of a short story, about 250 words. A lighthouse keeper who has been alone for eleven winters finds a pair of wet children's boots on the stairs one morning. Write in the first person, with dry humour, and end at the moment the door opens.""",
    ),
    (
        "creative-letter",
        "creative",
        """Write a letter from a retiring tram driver to the city that he drove through for forty years. Let him mention three stops, what he saw there, and one passenger whom he never dared to speak to. Warm, a little wistful, no clichés. About 200 words.""",
    ),
)

if __name__ == "__main__":
    sys.exit(main())
