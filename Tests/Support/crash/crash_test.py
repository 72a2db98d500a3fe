"""Kills `wallet send` at seeded points, and checks that every payment was made exactly once.

Documentation/testing.md tells what is checked, and how a run is repeated.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import threading
import time

import books
import plan
import world

# The commands of one payment at most; a script that needs more is one that never ends.
COMMANDS_MAX = 60

# How often a payment that is recorded is waited for, 20 s each.
WAITS_MAX = 6


class Tally:
    """What all runs have done so far."""

    def __init__(self):
        self.lock = threading.Lock()
        self.kills = {}
        self.codes = {}
        self.events = {}
        self.runs = self.payments = self.looks = 0
        self.kills_by_chain = {}
        self.failures = []
        self.times = {"light": [], "production": []}

    def add(self, table, key):
        with self.lock:
            table[key] = table.get(key, 0) + 1

    @property
    def kill_count(self):
        with self.lock:
            return sum(self.kills.values())

    def typical(self, vault):
        """The usual time from the start of a command to the hash, measured as the test goes."""
        with self.lock:
            times = self.times[vault][-15:]
        return statistics.median(times) if times else {"light": 0.8, "production": 3.0}[vault]


class CarefulScript:
    """Repeats a payment by its exit codes alone, as Tests/Support/pay-once.sh does."""

    def __init__(self, run, wallet, node, tally, log):
        self.run, self.wallet, self.node = run, wallet, node
        self.tally, self.log = tally, log
        self.recorded = set()

    def send(self, intent, attempt=None):
        ether = f"{intent.wei // 10**18}.{intent.wei % 10**18:018d}"
        arguments = ["send", "--id", intent.name, "--to", intent.to, "--amount", ether, "--yes",
                     "--timeout", "20s"] + self.wallet.signing
        ended = self.wallet.run(
            arguments, attempt and attempt.kill, self.tally.typical(self.run.vault))
        if "recorded" in ended.events and intent.name not in self.recorded:
            # A repeated command finds its payment at once; the first one has to sign it.
            self.recorded.add(intent.name)
            with self.tally.lock:
                self.tally.times[self.run.vault].append(ended.events["recorded"])
        return self.note("send", intent, ended)

    def wait(self, intent):
        if not self.run.block_time:
            # A chain that mines what it is sent would never mine what a reorganisation gave back
            # to its pool; every other chain goes on.
            self.node.call("evm_mine", 1)
        return self.note(
            "wait", intent, self.wallet.run(["wait", intent.name, "--timeout", "20s"]))

    def note(self, command, intent, ended):
        self.log(f"{intent.name}: {command} {ended.code} {sorted(ended.events.items())}"
                 + ("" if ended.code in (0, -9) else f" {ended.errors[-300:]!r}"))
        self.tally.add(self.tally.codes, f"{command} {ended.code}")
        return ended

    @staticmethod
    def stage(ended, attempt):
        """Where the kill came, by what the command had written."""
        if "recorded" not in ended.events:
            return "before the hash"
        if "broadcast" not in ended.events:
            return "between hash and broadcast"
        return "while broadcasting" if attempt.kill.stage == "sending" else "while following"

    def pay(self, intent):
        attempts = list(intent.attempts)
        for _ in range(COMMANDS_MAX):
            attempt = attempts.pop(0) if attempts else None
            if attempt:
                self.node.take_snapshot()
                if attempt.fault:
                    self.node.inject(attempt.fault)
                    self.tally.add(self.tally.events, attempt.fault["kind"])
            ended = self.send(intent, attempt)
            if ended.killed:
                self.tally.add(self.tally.kills, self.stage(ended, attempt))
                self.tally.add(self.tally.kills_by_chain, self.run.chain)
            if attempt:
                # Also takes back a delay that a killed command never met.
                self.node.clear_faults()
                if attempt.after:
                    self.node.happen(attempt.after)
                    self.tally.add(self.tally.events, attempt.after)
            code, waits = ended.code, 0
            while code == 76:
                books.require(waits < WAITS_MAX, f"{intent.name} has no end: {ended.errors[-400:]}")
                ended, waits = self.wait(intent), waits + 1
                code = ended.code
            if code == 0 and not attempts:
                return
            if code in (0, 69, 75, -9):
                continue
            # The script stops here. A person looks, and goes on where nothing was recorded.
            books.require(
                attempt is not None and attempt.fault is not None,
                f"{intent.name}: exit code {code} of an honest node: {ended.errors[-400:]}")
            status = self.note("status", intent, self.wallet.run(["status", intent.name]))
            self.tally.add(self.tally.events, "a person looked")
            books.require(
                status.code in (64, 76, 0),
                f"{intent.name}: exit code {code}, then status {status.code}:"
                f" {ended.errors[-400:]} {status.errors[-400:]}")
        raise world.Failure(f"{intent.name} has no end after {COMMANDS_MAX} commands")

    def settle(self, intents):
        """Follows every payment until all have their end at the same time."""
        for _ in range(COMMANDS_MAX):
            if all([self.wait(intent).code == 0 for intent in intents]):
                return
        raise world.Failure("the payments are never all at their end")


def perform(run, program, tally, options):
    lines = []

    def log(text):
        lines.append(f"run {run.number} ({run.chain}): {text}")
        if options.verbose:
            print(lines[-1], flush=True)

    with tempfile.TemporaryDirectory(prefix="headrace-crash-") as folder:
        node = world.Node(run.chain, program, run.block_time)
        try:
            start = node.number("eth_getBalance", world.ACCOUNT, "latest")
            wallet = world.Wallet(program, folder, node, run.vault)
            script = CarefulScript(run, wallet, node, tally, log)
            for intent in run.intents:
                script.pay(intent)
                books.check_activity(wallet, node)
            if run.last_event and run.chain == "devchain":
                node.happen(run.last_event)
                tally.add(tally.events, "at the end: " + run.last_event)
            script.settle(run.intents)
            # The same command once more: it is done, and pays nothing.
            again = script.send(run.intents[-1])
            books.require(again.code == 0, f"a repeated command ended with {again.code}")
            books.check_books(wallet, node, run.intents, start)
            with tally.lock:
                tally.runs += 1
                tally.payments += len(run.intents)
        except Exception as error:
            with tally.lock:
                kind = "" if isinstance(error, world.Failure) else f"{type(error).__name__}: "
                tally.failures.append((run, f"{kind}{error}", lines))
        finally:
            node.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wallet", required=True, help="the program")
    parser.add_argument("--seed", type=int, help="the seed; a new one by default")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5_400, help="no run starts later")
    parser.add_argument("--chain", choices=["devchain", "py-evm", "both"], default="both")
    parser.add_argument("--run", type=int, help="repeats the run of that number alone")
    parser.add_argument("--size", type=int, default=3, help="payments of a run")
    parser.add_argument("--lanes", type=int, default=2, help="runs at the same time")
    parser.add_argument("--vault", choices=["light", "production"])
    parser.add_argument("--short", action="store_true", help="the time may end it early")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**9)
    chains = ["devchain", "py-evm"] if options.chain == "both" else [options.chain]
    if "py-evm" in chains and not os.access(world.EVM_PYTHON, os.X_OK):
        print("SKIPPED: crash tests on py-evm: Scripts/evm-venv.sh has made no environment")
        chains.remove("py-evm")
        if not chains:
            return 0
    print(f"crash test: seed {seed}", flush=True)
    tally, begun = Tally(), time.monotonic()
    numbers = iter([options.run] if options.run is not None else range(10**6))

    def lane():
        while not tally.failures:
            # With --run, the one number is all that the plan needs.
            with tally.lock:
                number = next(numbers, None)
            late = time.monotonic() - begun > options.seconds
            if number is None or (
                options.run is None and (late or tally.kill_count >= options.kills)):
                return
            # Of four runs one is on py-evm, where it is there.
            chain = chains[-1] if number % 4 == 3 else chains[0]
            run = plan.make_run(seed, number, chain, options.vault, options.size)
            perform(run, options.wallet, tally, options)

    lanes = [threading.Thread(target=lane) for _ in range(options.lanes)]
    for thread in lanes:
        thread.start()
    for thread in lanes:
        thread.join()
    print(f"{tally.runs} runs, {tally.payments} payments, {tally.kill_count} kills in "
          f"{time.monotonic() - begun:.0f} s")
    for name in ["kills", "kills_by_chain", "codes", "events"]:
        table = sorted(getattr(tally, name).items())
        print(f"  {name}: " + ", ".join(f"{key}: {count}" for key, count in table))
    for run, text, lines in tally.failures:
        print("\n".join(lines))
        print(f"FAILED in run {run.number} on {run.chain}, block time {run.block_time}: {text}")
        print(f"again with: --seed {seed} --run {run.number} --chain {options.chain}"
              f" --size {options.size}" + (f" --vault {options.vault}" if options.vault else ""))
    if tally.failures:
        return 1
    if options.run is None and tally.kill_count < options.kills:
        print(f"only {tally.kill_count} of {options.kills} kills in {options.seconds:.0f} s")
        return 0 if options.short and tally.kill_count else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
