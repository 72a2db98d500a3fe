"""Shows the wallet on a terminal of others: pyte, at a pseudo-terminal.

    wallet_on_pyte.py WALLET LOCALE

Makes a wallet of the development phrase in a temporary home, on 'devchain', and plays: unlock, home, receive, quit. Prints one
JSON object: each screen as pyte shows it, and how the wallet ended. Fails where a screen does not come.
"""

import fcntl
import json
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

import pyte

COLUMNS, ROWS = 80, 24
PHRASE = "test test test test test test test test test test test junk"
PASSCODE = "correct horse"
ESCAPE = "\x1b"
# What is on each screen, by its language.
WORDS = {
    "en": {"unlock": "Type your passcode.", "home": "10,000 ETH", "receive": "To receive ether"},
    "ko": {"unlock": "암호를 입력하세요.", "home": "10,000 ETH", "receive": "받을 주소입니다"},
}


class Terminal:
    """A program at a pseudo-terminal, whose output goes to pyte."""

    def __init__(self, arguments, environment):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execve(arguments[0], arguments, environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read(self, seconds):
        """Takes what comes within a time; whether the program still has the terminal."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:
            return False
        self.stream.feed(data)
        return bool(data)

    def text(self):
        return "\n".join(row.rstrip() for row in self.screen.display).rstrip("\n")

    def wait(self, expected, seconds=300):
        """The screen that has a text, once nothing more has come for a moment."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            before = self.text()
            alive = self.read(0.5)
            if expected in before and before == self.text():
                return before
            if not alive:
                break
        raise SystemExit(f"expected {expected!r} on the screen, found:\n{self.text()}")

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def end(self):
        """The exit code, once the program has ended."""
        while self.read(120):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def make_wallet(wallet, folder, environment):
    paths = {}
    for name, secret in {"phrase": PHRASE, "passcode": PASSCODE}.items():
        paths[name] = folder / name
        paths[name].write_text(secret + "\n")
        paths[name].chmod(0o600)
    command = [wallet, "import", "--phrase-file", str(paths["phrase"]), "--passcode-file", str(paths["passcode"])]
    subprocess.run(command, check=True, env=environment, capture_output=True)


def play(terminal, words):
    shown = {"unlock": terminal.wait(words["unlock"])}
    terminal.type(PASSCODE + "\r")
    shown["home"] = terminal.wait(words["home"])
    terminal.type("r")
    shown["receive"] = terminal.wait(words["receive"])
    terminal.type(ESCAPE)
    terminal.wait(words["home"])
    terminal.type("q")
    return shown


def main():
    wallet, locale = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {"HOME": name, "TERM": "xterm-256color", "LC_ALL": locale, "PATH": os.environ.get("PATH", "/usr/bin:/bin")}
        chain = subprocess.Popen(
            [os.path.join(os.path.dirname(wallet), "devchain"), "--port", "0", "--json"], stdout=subprocess.PIPE, text=True, env=environment
        )
        try:
            url = json.loads(chain.stdout.readline())["url"]
            make_wallet(wallet, folder, environment)
            terminal = Terminal([wallet, "screens", "--rpc-url", url], environment)
            shown = play(terminal, WORDS[locale[:2]])
            print(json.dumps({"screens": shown, "status": terminal.end()}, ensure_ascii=False))
        finally:
            chain.terminate()
            chain.wait()


main()
