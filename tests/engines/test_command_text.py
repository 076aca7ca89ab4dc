"""Pasted text from guides, and commands copied for sh and PowerShell."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from old_helps import D1, D4

from specdesk.engines.command_text import read_command, settings_in_environment, to_powershell, to_sh
from specdesk.errors import UsageError

PLAIN = ("llama-server", "-m", "a.gguf", "-ngl", "99")


def argv(text: str, **variables: str) -> tuple[str, ...]:
    return read_command(text, variables).argv


def left_out(text: str) -> list[str]:
    return [change.from_ for change in read_command(text).changes]


@pytest.mark.parametrize(
    "text",
    [
        "llama-server -m a.gguf -ngl 99",
        "  llama-server   -m  a.gguf\t-ngl 99 \n",
        "llama-server \\\n  -m a.gguf \\\n  -ngl 99",
        "llama-server \\\r\n  -m a.gguf \\  \r\n  -ngl 99\r\n",
        "llama-server `\n  -m a.gguf `\n  -ngl 99",
        "llama-server ^\n  -m a.gguf ^\n  -ngl 99",
        "llama-server\n  -m a.gguf\n  -ngl 99",
        "$ llama-server -m a.gguf -ngl 99",
        "$ llama-server \\\n> -m a.gguf \\\n> -ngl 99",
        "me@box:~/models$ llama-server -m a.gguf -ngl 99",
        "(venv) me@box:~$ llama-server -m a.gguf -ngl 99",
        r"PS C:\Users\me> llama-server -m a.gguf -ngl 99",
        r"C:\Users\me> llama-server -m a.gguf -ngl 99",
        "```bash\nllama-server -m a.gguf -ngl 99\n```",
        "Start it like this:\n\n```sh\n$ llama-server -m a.gguf -ngl 99\n```\n\nand wait.",
        "```\nmkdir x\n```\nthen\n```\nllama-server -m a.gguf -ngl 99\n```",
        "`llama-server -m a.gguf -ngl 99`",
        "# the server\nllama-server -m a.gguf -ngl 99  # all layers",
        "llama-server \\\n  -m a.gguf \\\n  # offload\n  -ngl 99",
        "'llama-server' \"-m\" a'.'gguf -ngl \"9\"9",
        "llama-server -m a.gguf -ngl 99 \\",
    ],
)
def test_the_same_command_in_many_dresses(text: str) -> None:
    pasted = read_command(text)
    assert pasted.argv == PLAIN
    assert pasted.env == {}
    assert pasted.changes == ()


def test_quotes() -> None:
    assert argv("""llama-server -m 'My Model.gguf' --alias "a \\"b\\" $" x\\ y""") == (
        "llama-server", "-m", "My Model.gguf", "--alias", 'a "b" $', "x y",
    )  # fmt: skip


def test_windows_paths_keep_their_backslashes() -> None:
    line = r'.\llama-server.exe -m C:\models\new\a.gguf -md "D:\My Models\b.gguf" --path \\nas\share'
    assert argv(line) == (
        r".\llama-server.exe", "-m", r"C:\models\new\a.gguf", "-md", r"D:\My Models\b.gguf", "--path", r"\\nas\share",
    )  # fmt: skip
    assert argv(r"llama-server.exe -m C:\Bob's\a.gguf") == ("llama-server.exe", "-m", r"C:\Bob's\a.gguf")
    assert argv(r'llama-server.exe --path "C:\my dir\" -c 1') == (
        "llama-server.exe",
        "--path",
        "C:\\my dir\\",
        "-c",
        "1",
    )


def test_powershell() -> None:
    line = (
        '$env:CUDA_VISIBLE_DEVICES = "0"; & \'C:\\my llama\\llama-server.exe\' -m \'it\'\'s a.gguf\' `\n -a "x`"y""z"'
    )
    pasted = read_command(line)
    assert pasted.argv == ("C:\\my llama\\llama-server.exe", "-m", "it's a.gguf", "-a", 'x"y"z')
    assert pasted.env == {"CUDA_VISIBLE_DEVICES": "0"}
    assert pasted.changes == ()
    assert read_command('$env:A="1"; llama-server -m a').env == {"A": "1"}


def test_cmd() -> None:
    pasted = read_command(
        'set CUDA_VISIBLE_DEVICES=1&& llama-server ^\n -m "%MODELS%\\a.gguf" -a x^&y', {"MODELS": "D:\\m"}
    )
    assert pasted.argv == ("llama-server", "-m", "D:\\m\\a.gguf", "-a", "x&y")
    assert pasted.env == {"CUDA_VISIBLE_DEVICES": "1"}


@pytest.mark.parametrize(
    ("text", "env"),
    [
        ("CUDA_VISIBLE_DEVICES=0 llama-server -m a", {"CUDA_VISIBLE_DEVICES": "0"}),
        ("A='1 2' B= llama-server -m a", {"A": "1 2", "B": ""}),
        ("export A=1\nllama-server -m a", {"A": "1"}),
        ("export A=1 && llama-server -m a", {"A": "1"}),
        ("env A=1 llama-server -m a", {"A": "1"}),
        ("sudo A=1 llama-server -m a", {"A": "1"}),
        ("A=1; llama-server -m a", {}),
    ],
)
def test_environment(text: str, env: dict[str, str]) -> None:
    pasted = read_command(text)
    assert pasted.argv == ("llama-server", "-m", "a")
    assert pasted.env == env


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sudo llama-server -m a", ["sudo"]),
        ("nohup llama-server -m a > out.log 2>&1 &", ["nohup", "> out.log", "2>&1", "&"]),
        ("nice -n 5 numactl --interleave=all ./llama-server -m a", ["nice -n 5 numactl --interleave=all"]),
        ("llama-server -m a | tee log", ["| tee log"]),
        ("llama-server -m a 2>/dev/null && echo done", ["2> /dev/null", "&& echo done"]),
        ("cd /models && llama-server -m a", ["cd /models"]),
        ("git pull\nllama-server -m a\ncurl -s localhost", ["git pull", "curl -s localhost"]),
    ],
)
def test_what_surrounds_the_command_is_cut_off_and_told(text: str, said: list[str]) -> None:
    assert argv(text)[1:] == ("-m", "a")
    assert left_out(text) == said


def test_the_folder_of_a_cd_is_told() -> None:
    assert "relative paths start from /models" in read_command("cd /models && llama-server -m a").changes[0].why


def test_containers() -> None:
    text = "docker run --gpus all -v /m:/m -p 80:80 ghcr.io/ggml-org/llama.cpp:server-cuda -m /m/a.gguf --port 80"
    pasted = read_command(text)
    assert pasted.argv == ("-m", "/m/a.gguf", "--port", "80")
    assert "inside the container" in pasted.changes[0].why


def test_arguments_alone_and_unknown_names() -> None:
    assert argv("-m a -md b") == ("-m", "a", "-md", "b")
    assert argv("~/bin/my-build -m a", HOME="/home/me") == ("/home/me/bin/my-build", "-m", "a")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("llama-server –m a —spec-type ngram-mod –ngl 9 –c –1", "-m a --spec-type ngram-mod -ngl 9 -c -1"),
        ("llama-server —model a –draft-max 8 —fa on", "--model a --draft-max 8 -fa on"),
        ("llama-server -m a --spec‑type x", "-m a --spec‑type x"),
        ("llama-server —bogus-flag 1 –xy 2", "--bogus-flag 1 -xy 2"),
    ],
)
def test_dashes_of_web_pages(text: str, expected: str) -> None:
    pasted = read_command(text)
    assert " ".join(pasted.argv[1:]) == expected
    assert any(change.why.endswith("hyphens into dashes.") for change in pasted.changes) == (expected not in text)


def test_quotes_and_spaces_of_web_pages() -> None:
    pasted = read_command("llama-server\u00a0-m “My Model.gguf” -a ‘x y’ -c\u200b 1 --path Bob’s")
    assert pasted.argv == ("llama-server", "-m", "My Model.gguf", "-a", "x y", "-c", "1", "--path", "Bob’s")
    assert [change.why for change in pasted.changes] == [
        "The page had turned the quotes into typographic ones.",
        "The page had put unusual spaces between the words.",
    ]
    assert argv('llama-server -a "“x” – y"') == ("llama-server", "-a", "“x” – y")


def test_variables() -> None:
    text = "MODELS=$HOME/models\nllama-server -m \"$MODELS/a.gguf\" -md ${MODELS}/b.gguf -t $(nproc) -a '$HOME' -c $N"
    pasted = read_command(text, {"HOME": "/home/me"})
    assert pasted.argv == (
        "llama-server", "-m", "/home/me/models/a.gguf", "-md", "/home/me/models/b.gguf", "-t", "$(nproc)",
        "-a", "$HOME", "-c", "$N",
    )  # fmt: skip
    assert [change.from_ for change in pasted.changes] == ["$(nproc)", "$N"]
    assert argv("llama-server -m ~/a.gguf -a b~c", HOME="/h") == ("llama-server", "-m", "/h/a.gguf", "-a", "b~c")


@pytest.mark.parametrize("text", ["", "   \n", "hello world", "cd /tmp", "export A=1", "```\n```", "# only a comment"])
def test_text_without_a_command(text: str) -> None:
    with pytest.raises(UsageError, match="No llama-server command was found in the text"):
        read_command(text)


@pytest.mark.parametrize("text", ["llama-server -m 'a", 'llama-server -m "a', "llama-server -m “a"])
def test_open_quote(text: str) -> None:
    with pytest.raises(UsageError, match="A quote in the text is not closed"):
        read_command(text)


ANY = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12)
SHELLISH = st.text(st.sampled_from("ab \"'`\\$^%&|;<>#~=-–“”‘’\n\t{}()!*?C:"), max_size=12)
ARGUMENTS = st.lists(ANY | SHELLISH, max_size=8)


@settings(deadline=None, max_examples=300)
@example(arguments=["a'C:\\x", "it's", "", "''", "`"])
@example(arguments=["-m", "x" * 90, "--path", "a\nb", "–m", "“q”"])
@given(arguments=ARGUMENTS)
def test_sh_text_reads_back(arguments: list[str]) -> None:
    line = ("llama-server", *arguments)
    pasted = read_command(to_sh(line))
    assert pasted.argv == line
    assert pasted.changes == ()


@settings(deadline=None, max_examples=300)
@example(arguments=["it's", "‘x‘", "", "''", 'a"b', "C:\\dir\\", "$env:X", "x`\ny"])
@given(arguments=ARGUMENTS)
def test_powershell_text_reads_back(arguments: list[str]) -> None:
    line = ("llama-server", *arguments)
    assert argv(to_powershell(line)) == line


def test_a_real_shell_agrees() -> None:
    words = ["", "a b", "it's", '"', "$HOME", "`x`", "a\nb", "\\", "*", "–", "~", "x" * 120, "-m", "!", "#"]
    line = to_sh(["printf", "%s\\0", *words])
    assert " \\\n" in line
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.split("\0")[:-1] == words


def test_export_layout() -> None:
    assert to_sh(PLAIN, {"CUDA_VISIBLE_DEVICES": "0 1"}) == "CUDA_VISIBLE_DEVICES='0 1' llama-server -m a.gguf -ngl 99"
    long = ("/opt/llama", "serve", "-m", "a" * 80, "-c", "-1", "--metrics", "--slots")
    assert to_sh(long) == f"/opt/llama serve \\\n  -m {'a' * 80} \\\n  -c -1 \\\n  --metrics \\\n  --slots"
    assert to_powershell(["C:\\a b\\llama-server.exe", "-m", "it's", "-c", "0.5"], {"A": "1"}) == (
        "$env:A = '1'; & 'C:\\a b\\llama-server.exe' -m 'it''s' -c 0.5"
    )
    assert to_powershell(long).count(" `\n  ") == 4
    assert to_sh([]) == to_powershell([]) == ""


def test_settings_in_the_environment_become_arguments() -> None:
    env = {"LLAMA_ARG_CTX_SIZE": "8192", "LLAMA_ARG_OFFLINE": "1", "LLAMA_ARG_JINJA": "0", "CUDA_VISIBLE_DEVICES": "0"}
    args, left = settings_in_environment(env, D4)
    assert args == ("-c", "8192", "--offline", "--no-jinja")
    assert left == {"CUDA_VISIBLE_DEVICES": "0"}
    # Removed in new builds, alive in old ones.
    assert settings_in_environment({"LLAMA_ARG_DRAFT_MAX": "8"}, D1)[0] == ("--draft-max", "8")
    assert settings_in_environment({"LLAMA_ARG_DRAFT_MAX": "8"}, D4) == ((), {"LLAMA_ARG_DRAFT_MAX": "8"})


PIECES = st.sampled_from(["llama-server", " -m ", "sudo ", "docker run ", "$(", "&&", "A=1 "])


@settings(deadline=None, max_examples=300)
@given(pieces=st.lists(ANY | SHELLISH | PIECES))
def test_any_text_is_read_or_refused_with_a_sentence(pieces: list[str]) -> None:
    try:
        pasted = read_command("".join(pieces), {"A": "1", "HOME": "/h"})
    except UsageError as error:
        sentences = [error.what]
    else:
        sentences = [change.why for change in pasted.changes]
    assert all(sentence.endswith(".") for sentence in sentences)
