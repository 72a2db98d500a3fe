#!/usr/bin/env python3
"""Plays a person's first two minutes with the wallet in tmux, in both languages, and writes them down.

    tour.py            writes Documentation/tour.md
    tour.py --play     plays it; fails where a screen of the story does not come
    tour.py --check    fails, too, where the wallet shows something else than Documentation/tour.md

WALLET names the executable. What differs from run to run is written as a sign: words of a phrase, addresses, hashes, codes for cameras,
charts and seconds.
"""

import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WALLET = os.environ.get("WALLET") or str(ROOT / ".build/debug/wallet")
DEVELOPMENT_PHRASE = "test test test test test test test test test test test junk"
PASSCODE = "correct horse"
# An account of the development chain.
RECIPIENT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

STORY = {
    "en": {
        "name": "English",
        "locale": "en_US.UTF-8",
        "create": "Create a new wallet",
        "phrase": "Write these words down",
        "confirm": "Type three words",
        "word": r"Word (\d+)",
        "passcode": "Choose a passcode",
        "again": "Repeat the passcode",
        "home": "Activity",
        "receive": "To receive ether",
        "form": "Amount in ether",
        "review": "You pay",
        "sign": "Type your passcode",
        "paid": "A block has the payment",
        "state": "confirmed in block",
        "asOf": "as of block {}",
        "gift": "received, depth {}",
        "busy": "refreshing",
        "toast": "✓ Paid 0.5 ETH",
        "details": "Transaction",
    },
    "ko": {
        "name": "한국어",
        "locale": "ko_KR.UTF-8",
        "create": "새 지갑 만들기",
        "phrase": "이 단어들을 적어",
        "confirm": "단어 세 개를",
        "word": r"(\d+)번째 단어",
        "passcode": "8자 이상의 암호",
        "again": "한 번 더 입력",
        "home": "활동",
        "receive": "받을 주소입니다",
        "form": "금액 (이더)",
        "review": "보내는 금액",
        "sign": "암호를 입력하세요",
        "paid": "블록에 기록되었습니다",
        "state": "에서 확정",
        "asOf": "블록 {} 기준",
        "gift": "받음, 깊이 {}",
        "busy": "새로 고치는 중",
        "toast": "✓ 0.5 ETH 보냄",
        "details": "거래",
    },
}


# A person who has never seen the wallet is to be through with the story in two minutes, in Korean.
SECONDS_MAX = {"ko": 120}
# How many columns a chart has on a written page; on the screen it has at least as many.
CHART_COLUMNS = 70
# In how many seconds after a payment it stands on Home.
HOME_SECONDS_MAX = 5


class Failure(Exception):
    """The wallet did not show what was expected."""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


class Screen:
    """The wallet in a window of tmux."""

    def __init__(self, folder, arguments, locale):
        self.socket = str(folder / "tmux")
        environment = {"HOME": str(folder), "LANG": locale, "LC_ALL": locale, "TZ": "UTC", "TERM": "xterm-256color"}
        words = ["env", *(f"{name}={value}" for name, value in environment.items()), WALLET, *arguments]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "--", *words)

    def tmux(self, *arguments):
        return run("tmux", "-u", "-S", self.socket, *arguments, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def text(self):
        return self.tmux("capture-pane", "-p").rstrip("\n")

    def wait(self, expected, seconds=300):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.text()
            if expected in text:
                return text
            time.sleep(0.05)
        raise Failure(f"expected {expected!r} on the screen, found:\n{self.text()}")

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], check=False, capture_output=True)


def same_width(match):
    """Hexadecimal digits that differ from run to run, as many as there were."""
    return match[1] + "".join("0123456789abcdef"[place % 16] for place in range(len(match[2])))


def without_code(line):
    """A row of a code for cameras, all grey; it lies in the first 41 columns."""
    return line if not re.search("[█▀▄]", line[:41]) else "    " + "▒" * 33 + line[37:].rjust(4)


def without_chart(line):
    """A row of a chart, all at one height: where its steps lie depends on the seconds between two balances."""
    match = re.match(r"(?=.*[\u2801-\u28ff])[ \u2800-\u28ff]+", line)
    if not match:
        return line
    words = line[match.end():]
    return "⠤" * CHART_COLUMNS + (" " * (match.end() - CHART_COLUMNS) + words if words else "")


def without_words(match):
    """A row of a phrase without its words."""
    return re.sub(r"(\d{1,2}) [a-z]+ *", r"\1 ········       ", match[0])


# A moment, and the room after it.
MOMENT = re.compile(r"[A-Z][a-z]{2} \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M *")
KOREAN_MOMENT = re.compile(r"\d{4}년 \d{1,2}월 \d{1,2}일 오[전후] \d{1,2}:\d\d *")


def steady(text):
    """The screen without what differs from run to run."""
    text = text.replace(RECIPIENT, "RECIPIENT")
    # The words of a phrase, each after its number and in a column of 18; a row has nothing else.
    text = re.sub(r"^(?: ?\d{1,2} [a-z]{3,8} *)+$", without_words, text, flags=re.MULTILINE)
    text = "\n".join(without_chart(without_code(line)) for line in text.split("\n"))
    text = re.sub(r"(0x)([0-9a-fA-F]{3,})", same_width, text)
    text = re.sub(r"(…)([0-9a-fA-F]{3,})", same_width, text)
    # What of an address or a hash stands in the next row.
    text = re.sub(r"(?<!Chain)(?<!체인)( )([0-9a-fA-F]{5,8})(?= *(?:│|$))", same_width, text, flags=re.MULTILINE)
    text = text.replace("RECIPIENT", RECIPIENT)
    text = MOMENT.sub(lambda match: "Jan 1, 2026 at 12:00 PM".ljust(len(match[0])), text)
    text = KOREAN_MOMENT.sub(
        lambda match: "2026년 1월 1일 오후 12:00".ljust(len(match[0])), text)
    # Ages, at the end of a row and in a sentence; a busy machine may come to minutes.
    text = text.replace(", just now", ", 1 second ago").replace(", 방금", ", 1초 전")
    text = re.sub(r" +just now$", " 1 second", text, flags=re.MULTILINE)
    text = re.sub(r" +방금$", " 1초", text, flags=re.MULTILINE)
    text = re.sub(r" +\d{1,2} (?:second|minute)s?$", " 1 second", text, flags=re.MULTILINE)
    text = re.sub(r" +\d{1,2}[초분]$", " 1초", text, flags=re.MULTILINE)
    text = re.sub(r"\b\d{1,2} (?:second|minute)s? ago", "1 second ago", text)
    text = re.sub(r"\b\d{1,2}[초분] 전", "1초 전", text)
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip()


def settled(screen, expected, gone, seconds=300):
    """The screen when it has all that is expected, nothing of what is to be gone, and does not change any more."""
    end = time.monotonic() + seconds
    before = None
    while time.monotonic() < end:
        text = screen.text()
        now = steady(text)
        ready = all(part in text for part in expected) and not any(part in text for part in gone)
        if ready and now == before:
            return now
        before = now if ready else None
        time.sleep(0.4)
    raise Failure(f"expected {expected!r} on a screen that stays as it is, found:\n{screen.text()}")


def play(language):
    """The screens of a story, each with what the person does next."""
    words = STORY[language]
    pictures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        chain = subprocess.Popen(
            [os.path.join(os.path.dirname(WALLET), "devchain"), "--port", "0", "--json"], stdout=subprocess.PIPE, text=True
        )
        screen = None
        try:
            url = json.loads(chain.stdout.readline())["url"]
            screen = Screen(folder, ["screens", "--rpc-url", url], words["locale"])

            def show(expected, does, *more):
                text = settled(screen, [expected, *more], [words["busy"], words["toast"]])
                pictures.append((text, does))

            screen.wait(words["create"])
            show(words["create"], "Enter")
            screen.press("Enter")
            text = screen.wait(words["phrase"])
            phrase = re.findall(r"\d+ ([a-z]+)", text)
            show(words["phrase"], "Enter")
            screen.press("Enter")
            screen.wait(words["confirm"])
            show(words["confirm"], "three words, each with Enter")
            pictures[-1] = (re.sub(words["word"], lambda match: match[0].replace(match[1], "?"), pictures[-1][0]), pictures[-1][1])
            before = None
            for _ in range(3):
                end = time.monotonic() + 120
                while True:
                    match = re.search(words["word"], screen.text())
                    if match and match[1] != before:
                        break
                    if time.monotonic() > end:
                        raise Failure("expected another word to be asked")
                    time.sleep(0.05)
                before = match[1]
                screen.type(phrase[int(before) - 1])
                screen.press("Enter")
            screen.wait(words["passcode"])
            screen.type(PASSCODE)
            show(words["passcode"], "Enter")
            screen.press("Enter")
            screen.wait(words["again"])
            screen.type(PASSCODE)
            screen.press("Enter")
            screen.wait(words["home"])
            screen.press("r")
            text = screen.wait(words["receive"])
            address = "".join(re.findall(r"(?:0x[0-9a-fA-F]+|(?<= )[0-9a-fA-F]{6})(?=\s*$)", text, re.MULTILINE))
            show(words["receive"], "Escape; another account sends 2 ether")
            fund(folder, url, address)
            screen.press("Escape")
            screen.wait(words["home"])
            screen.press("u")
            # The balance of the block with the gift, and the gift itself, which come one after the other.
            show("2 ETH", "s", words["asOf"].format(1), words["gift"].format(1))
            screen.press("s")
            screen.wait(words["form"])
            screen.type(RECIPIENT)
            screen.press("Tab")
            screen.type("0.5")
            show(words["form"], "Enter")
            screen.press("Enter")
            screen.wait(words["review"])
            show(words["sign"], "the passcode, and Enter")
            screen.type(PASSCODE)
            screen.press("Enter")
            screen.wait(words["paid"])
            show(words["paid"], "Enter")
            screen.press("Enter")
            # Home shows it at once, and not only when it asks again by itself.
            screen.wait("−0.5 ETH", HOME_SECONDS_MAX)
            # A message of a few seconds lies over the screen, and is waited for until it is gone.
            show(words["state"], "Enter", words["asOf"].format(2), words["gift"].format(2))
            screen.press("Enter")
            show(words["details"], None)
        finally:
            if screen:
                screen.close()
            chain.terminate()
            chain.wait()
    return pictures


def fund(folder, url, address):
    """Sends 2 ether from the development chain's own account, as a script would."""
    home = folder / "friend"
    secrets = {"phrase": DEVELOPMENT_PHRASE, "passcode": PASSCODE}
    for name, secret in secrets.items():
        path = folder / name
        path.write_text(secret + "\n")
        path.chmod(0o600)
    common = ["--home", str(home), "--passcode-file", str(folder / "passcode")]
    run(WALLET, "import", *common, "--phrase-file", str(folder / "phrase"))
    run(WALLET, "send", *common, "--rpc-url", url, "--to", address, "--amount", "2", "--yes")


HEAD = """# A tour of the wallet

A person makes a wallet, receives two ether, pays half an ether, and finds the payment in the activity. The chain is `devchain`, so
no money is at risk:

```console
$ make build
$ .build/debug/devchain &
$ .build/debug/wallet
```

These screens are what the wallet showed in tmux, in a window of 80 × 24. `make tour` plays the story and writes this page anew; `make
test` plays it, too, and fails where a screen is another one than here. What differs from run to run stands here as a sign: the words of
the phrase, addresses, hashes, codes, charts and ages.

![The account's screen](pictures/home.svg)

![A payment before it is signed](pictures/review.svg)

![A sheet over the account's screen](pictures/accounts.svg)

![The screen that asks for the passcode](pictures/unlock.svg)
"""


def page():
    parts = [HEAD]
    for language, words in STORY.items():
        parts.append(f"\n## {words['name']}\n")
        start = time.monotonic()
        pictures = play(language)
        seconds = time.monotonic() - start
        limit = SECONDS_MAX.get(language)
        print(f"tour: {words['name']} took {seconds:.0f} s" + (f" of {limit} s" if limit else ""))
        # Where the text is checked, other programs may keep the machine busy.
        if limit and seconds >= limit and "--check" not in sys.argv[1:]:
            raise Failure(f"expected the story in less than {limit} s, and it took {seconds:.0f} s")
        for text, does in pictures:
            parts.append(f"\n```text\n{text}\n```\n")
            if does:
                parts.append(f"\nThe person presses: {does}.\n")
    return "".join(parts)


def main():
    path = ROOT / "Documentation/tour.md"
    if not shutil.which("tmux"):
        install = ["apt-get", "install", "-y", "--no-install-recommends", "tmux"]
        result = None
        if os.geteuid() == 0 and shutil.which("apt-get"):
            result = subprocess.run(install, check=False, capture_output=True)
        if not result or result.returncode != 0:
            if os.environ.get("HEADRACE_TOOLS") == "required":
                print("tour: there is no tmux here, and HEADRACE_TOOLS requires it; " + " ".join(install), file=sys.stderr)
                return 1
            print("tour: left out, because there is no tmux here; install it to play the tour")
            return 0
    try:
        text = page()
    except Failure as failure:
        print(f"tour: {failure}", file=sys.stderr)
        return 1
    if "--play" in sys.argv[1:]:
        print("tour: played in both languages")
        return 0
    if "--check" not in sys.argv[1:]:
        path.write_text(text)
        print(f"tour: written to {path.relative_to(ROOT)}")
        return 0
    before = path.read_text()
    if before == text:
        print("tour: as it is written down")
        return 0
    lines = difflib.unified_diff(before.split("\n"), text.split("\n"), "Documentation/tour.md", "the wallet", lineterm="")
    print("\n".join(lines), file=sys.stderr)
    print("tour: the wallet shows something else; if that is meant, run 'make tour' and read it", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
