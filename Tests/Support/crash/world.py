"""The processes of a run: a node, and the commands of a wallet that are killed."""

import json
import os
import shutil
import signal
import subprocess
import threading
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
EVM_PYTHON = os.path.join(ROOT, ".venv-evm", "bin", "python")
PHRASE = "test test test test test test test test test test test junk"
PASSCODE = "correct horse"
ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

# No command of this test may need longer.
COMMAND_SECONDS_MAX = 240


class Failure(Exception):
    """An invariant that does not hold."""


class Node:
    """A chain of a run, over HTTP."""

    def __init__(self, kind, wallet, block_time):
        self.kind = kind
        self.snapshot = None
        self.next_id = 0
        blocks = ["--block-time", str(block_time)] if block_time else []
        if kind == "devchain":
            command = [os.path.join(os.path.dirname(wallet), "devchain"), "--port", "0", "--json"] + blocks
        else:
            script = os.path.join(ROOT, "Tests", "Support", "evm-node", "devnode.py")
            command = [EVM_PYTHON, script, "--port", "0", "--until-stdin-closes"] + blocks
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        line = self.process.stdout.readline()
        if kind == "devchain":
            self.url = json.loads(line)["url"]
        else:
            self.url = next(word for word in line.split() if word.startswith("http://"))

    def call(self, method, *params):
        """Asks the node; faults that are meant for the wallet are cleared first by the caller."""
        self.next_id += 1
        body = json.dumps(
            {"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": list(params)})
        request = urllib.request.Request(
            self.url, body.encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as response:
            answer = json.load(response)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def number(self, method, *params):
        return int(self.call(method, *params), 16)

    def inject(self, fault):
        self.call("dev_fault", fault)

    def clear_faults(self):
        """Takes back what no command has met."""
        if self.kind == "devchain":
            self.call("dev_clearFaults")
            return
        # This node keeps its faults until they are met; the harmless question takes them.
        for method in ["eth_sendRawTransaction", "eth_getTransactionReceipt",
                       "eth_getTransactionCount", "eth_getTransactionByHash",
                       "eth_getBlockByNumber"]:
            for _ in range(16):
                params = {"eth_getBlockByNumber": ["latest", False],
                          "eth_getTransactionCount": [ACCOUNT, "latest"],
                          "eth_sendRawTransaction": ["0x00"]}
                try:
                    self.call(method, *params.get(method, ["0x" + "00" * 32]))
                    break
                except RuntimeError as error:
                    # A refusal of the node itself is its honest answer here.
                    if "internal error" not in str(error) and "fault" not in str(error):
                        break
                except Exception:
                    continue

    def happen(self, event):
        """Reorganises the chain, or forgets the pool."""
        if event == "forget":
            if self.kind == "devchain":
                self.call("dev_forgetPool")
                return
            pending = self.call("txpool_content")
            for part in pending.values():
                for account in part.values():
                    for transaction in account.values():
                        self.call("anvil_dropTransaction", transaction["hash"])
            return
        if self.kind == "devchain":
            _, fate, depth = event.split()
            self.call("dev_reorg", int(depth), fate)
            return
        if self.snapshot is not None:
            self.call("evm_revert", self.snapshot)
            self.snapshot = None
            # A chain that goes on is longer than the one that it replaces.
            self.call("evm_mine", 3)

    def take_snapshot(self):
        """Marks where this node's next reorganisation begins."""
        if self.kind != "devchain":
            self.snapshot = self.call("evm_snapshot")

    def stop(self):
        """Ends this process, which this test has started."""
        self.process.kill()
        self.process.wait()


class Ended:
    """How a command ended, and what it had written by then."""

    def __init__(self, code, events, lines, errors, killed):
        self.code, self.events, self.lines = code, events, lines
        self.errors, self.killed = errors, killed


class Wallet:
    """A wallet's folder and the commands on it."""

    def __init__(self, program, folder, node, vault):
        self.program, self.folder, self.node = program, folder, node
        self.home = os.path.join(folder, "home")
        self.passcode = self.secret("passcode", PASSCODE)
        if vault == "light":
            # A vault of the same phrase whose key costs next to nothing.
            target = os.path.join(self.home, "vault")
            os.makedirs(target, mode=0o700)
            os.chmod(self.home, 0o700)
            for name in ["vault", "device-key", "attempts"]:
                shutil.copyfile(
                    os.path.join(HERE, "light-wallet", name), os.path.join(target, name))
                os.chmod(os.path.join(target, name), 0o600)
        else:
            made = self.run(
                ["import", "--phrase-file", self.secret("phrase", PHRASE)] + self.signing)
            if made.code != 0:
                raise Failure(f"the wallet was not made: {made.code} {made.errors}")

    @property
    def signing(self):
        return ["--passcode-file", self.passcode]

    def secret(self, name, text):
        path = os.path.join(self.folder, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(text + "\n")
        return path

    def run(self, arguments, kill=None, typical=1.0, node=True):
        """Runs a command to its end, or kills it where the plan says."""
        errors_path = os.path.join(self.folder, "stderr")
        command = [self.program] + arguments + ["--json", "--rpc-url", self.node.url]
        if arguments[0] != "balance":
            command += ["--home", self.home]
        begun = time.monotonic()
        with open(errors_path, "w") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                text=True)
        events, lines, changed = {}, [], threading.Condition()

        def read():
            for line in process.stdout:
                with changed:
                    lines.append(line.strip())
                    if '"event":"' in line:
                        name = line.split('"event":"')[1].split('"')[0]
                        events.setdefault(name, time.monotonic() - begun)
                    changed.notify_all()
            with changed:
                events["end"] = time.monotonic() - begun
                changed.notify_all()

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        if kill is not None:
            stage = "recorded" if kill.stage == "sending" else kill.stage
            with changed:
                if stage == "start":
                    changed.wait_for(lambda: "end" in events, kill.delay * typical)
                else:
                    changed.wait_for(
                        lambda: stage in events or "end" in events, COMMAND_SECONDS_MAX)
                    if "end" not in events:
                        changed.wait_for(lambda: "end" in events, kill.delay)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
        try:
            code = process.wait(COMMAND_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Failure(f"'{arguments[0]}' did not end in {COMMAND_SECONDS_MAX} s")
        reader.join(10)
        with open(errors_path) as errors:
            text = errors.read()
        return Ended(code, events, lines, text, killed=code == -signal.SIGKILL)
