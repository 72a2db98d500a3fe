#!/usr/bin/env python3
"""Runs three durable workers on PostgreSQL with a synchronous standby, under Patroni and etcd, each in a network
namespace of its own, while faults that are drawn from a seed hit them; and checks each history:

- each acknowledged action was applied once, in the order of its sender; a refused one was not;
- each action's effect was answered once, and its message arrived once and in order;
- no former owner of an entity has appended: the epochs of an entity's events never go back;
- nothing waits at the end, and no entity was set aside.

    WORKER=program Scripts/durable-proof.py [--histories N] [--seed N] [--asynchronous]

With --asynchronous the standby is not synchronous, so acknowledged actions are lost at a failover: the check finds it.
It needs Linux and root, for the namespaces.
"""
import argparse
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True

from durable import history, postgres  # noqa: E402
from durable.cluster import Cluster, ClusterFailure  # noqa: E402

LEASE = 3  # seconds
ENTITY_COUNT = 3
PATIENCE = 90  # seconds in which everything must be done, once all faults have ended

PACKAGES = {
    "postgresql": postgres.programs, "patroni": "patroni", "etcd-server": "etcd", "iproute2": "ip",
    "python3-etcd": lambda: os.path.isdir("/usr/lib/python3/dist-packages/etcd"),
}


class Stuck(Exception):
    pass


class Worker:
    """A worker on a host of its own; another process after each kill."""

    def __init__(self, number, cluster):
        self.number = number
        self.cluster = cluster
        self.host = cluster.network.add(f"worker{number}")
        self.log = open(cluster.folder / f"worker{number}.log", "a")
        self.life = 0
        self.record = None
        self.history = None
        self.isResting = threading.Event()
        self.answers = {}
        self.begin()

    def begin(self):
        self.life += 1
        self.process = self.host.begin([os.environ["WORKER"], self.cluster.url, str(LEASE)], self.log,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self.read, args=(self.process,), daemon=True)
        self.reader.start()
        if self.history:
            self.load(self.history, self.record)

    def read(self, process):
        for line in process.stdout:
            self.log.write(f"{time.time():.3f} {line}")
            words = line.split(" ", 2)
            words[-1] = words[-1].rstrip("\n")
            if words[0] in ("sent", "acknowledged", "refused", "unknown"):
                # A line of an earlier history can't come: its senders have ended.
                self.record.note(words)
            elif words[0] == "resting":
                self.isResting.set()
            elif words[0] in ("state", "failed"):
                self.answers[words[1]] = words[2] if words[0] == "state" else None

    def say(self, line):
        try:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
        except OSError:
            pass  # It was killed.

    def load(self, name, record):
        self.history, self.record = name, record
        self.say(f"load {name} {self.number}-{self.life} {ENTITY_COUNT}")

    def rest(self):
        self.history = None
        self.isResting.clear()
        self.say("rest")

    def kill(self):
        self.process.kill()
        self.process.wait()
        # What it had printed counts.
        self.reader.join()

    def state(self, entity):
        """The JSON of an entity's state; None if it is not known."""
        self.answers.pop(entity, None)
        self.say(f"state {entity}")
        end = time.monotonic() + 20
        while entity not in self.answers and time.monotonic() < end:
            time.sleep(0.02)
        return self.answers.get(entity)


class Proof:
    def __init__(self, cluster):
        self.cluster = cluster
        self.workers = [Worker(number, cluster) for number in (1, 2, 3)]

    # Faults

    def begin_fault(self, fault):
        """Begins a fault, and returns what ends it."""
        cluster, worker = self.cluster, self.workers[fault.worker]
        verb, target = fault.name.split(" ", 1)
        if fault.name == "switch over":
            threading.Thread(target=cluster.switch_over, daemon=True).start()
            return lambda: None
        if target == "worker":
            if verb == "kill":
                worker.kill()
                return worker.begin
            host = worker.host
        elif target == "etcd":
            host = cluster.etcd
        else:
            primary = cluster.primary() or cluster.nodes[fault.worker % 2]
            standby = next(node for node in cluster.nodes if node is not primary)
            host = standby if target == "standby" else primary
        if target == "primary with worker":
            # These two see each other, and nobody else does.
            others = [other for other in cluster.network.hosts.values() if other not in (host, worker.host)]
            for one in (host, worker.host):
                one.block(others)
            return lambda: [one.unblock() for one in [host, worker.host, *others]]
        if verb == "kill":
            host.signal(signal.SIGKILL)
            return lambda: cluster.start_node(host)
        if verb == "stop":
            host.signal(signal.SIGSTOP)
            return lambda: host.signal(signal.SIGCONT)
        host.cut()
        return host.mend

    def hit(self, faults):
        """Lets faults happen, each at its time; returns when all have ended."""
        began = time.monotonic()
        steps = [(fault.start, fault) for fault in faults]
        while steps:
            steps.sort(key=lambda step: step[0])
            at, step = steps.pop(0)
            time.sleep(max(0, began + at - time.monotonic()))
            if isinstance(step, history.Fault):
                steps.append((at + step.seconds, self.begin_fault(step)))
            else:
                step()

    # Histories

    def run(self, seed):
        """Runs a history.

        Returns its record, and what is wrong.
        """
        name = f"h{seed}"
        record = history.Record()
        for worker in self.workers:
            worker.load(name, record)
        self.hit(history.plan(seed))
        self.cluster.wait_until_healthy()
        time.sleep(1)
        for worker in self.workers:
            worker.rest()
        try:
            for worker in self.workers:
                if not worker.isResting.wait(PATIENCE):
                    raise Stuck(f"worker {worker.number} still waits for the answer to an action")
            self.settle(name)
            return record, self.check(name, record)
        except Stuck as stuck:
            return record, [str(stuck)]

    def settle(self, name):
        """Waits until nothing is left to do."""
        pattern = f"ledger/{name}-%"
        sql = f"""
          SELECT (SELECT count(*) FROM headrace_message WHERE target LIKE '{pattern}'),
          (SELECT count(*) FROM headrace_entity WHERE id LIKE '{pattern}' AND active > 0)
        """
        end = time.monotonic() + PATIENCE
        while True:
            waiting = self.query(sql)[0]
            if waiting == ["0", "0"]:
                return
            if time.monotonic() > end:
                raise Stuck(f"{waiting[0]} messages and {waiting[1]} entities with effects still wait")
            time.sleep(0.2)

    def query(self, sql):
        """The rows of a query, once the database answers."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.cluster.query(sql)
            except RuntimeError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def check(self, name, record):
        pattern = f"ledger/{name}-%"
        entities = {row[0]: (int(row[1]), row[2]) for row in self.query(
            f"SELECT id, sequence, status FROM headrace_entity WHERE id LIKE '{pattern}'")}
        states = {}
        for entity in entities:
            found = next(filter(None, (worker.state(entity) for worker in self.workers)), None)
            if found:
                states[entity] = json.loads(found)
        rows = self.query(f"""
          SELECT entity, sequence, epoch, event FROM headrace_journal WHERE entity LIKE '{pattern}'
          ORDER BY entity, sequence
        """)
        return history.check(name, record, rows, entities, states)


class Tally:
    """What has become of all histories."""

    def __init__(self):
        self.held = self.failed = self.acknowledged = self.refused = self.unknown = self.rebuilt = 0

    def add(self, seed, record, problems, seconds):
        counts = (len(record.names("acknowledged")), len(record.names("refused")), record.unknown_count)
        self.acknowledged += counts[0]
        self.refused += counts[1]
        self.unknown += counts[2]
        self.held += not problems
        self.failed += bool(problems)
        print(f"history {seed}: {counts[0]} acknowledged, {counts[1]} refused, {counts[2]} unknown, {seconds:.0f} s; "
              f"{', '.join(map(str, history.plan(seed)))}: {'FAILED' if problems else 'held'}", flush=True)
        for problem in problems:
            print(f"  {problem}"[:400], flush=True)


def run_histories(seeds, tally, options, folder):
    """Runs histories in one cluster, until one has failed or the cluster can't be brought back."""
    folder.mkdir(mode=0o755)
    cluster = Cluster(folder, isSynchronous=not options.asynchronous)
    try:
        cluster.start()
        proof = Proof(cluster)
        while seeds:
            began = time.monotonic()
            seed = seeds.pop(0)
            try:
                record, problems = proof.run(seed)
            except ClusterFailure as failure:
                print(f"history {seed}: not counted, because {failure}; the next one gets a new cluster", flush=True)
                return
            tally.add(seed, record, problems, time.monotonic() - began)
            if problems and not options.go_on:
                return
    finally:
        tally.rebuilt += cluster.rebuilt_count
        cluster.network.remove()


def main():
    parser = argparse.ArgumentParser(description="Proves durable workers under Patroni and etcd.")
    parser.add_argument("--histories", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="the first history; the next one has the next seed")
    parser.add_argument("--asynchronous", action="store_true", help="plants a defect: no synchronous standby")
    parser.add_argument("--go-on", action="store_true", help="continues after a history that failed")
    parser.add_argument("--keep", action="store_true", help="keeps the logs")
    options = parser.parse_args()
    if not sys.platform.startswith("linux") or os.getuid() != 0:
        sys.exit("durable-proof: it needs Linux and root, for network namespaces; Patroni and PostgreSQL don't run as root.")
    postgres.install(PACKAGES)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="headrace-proof."))
    folder.chmod(0o755)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    isKept = options.keep
    tally = Tally()
    seeds = list(range(options.seed, options.seed + options.histories))
    clusters = itertools.count(1)
    try:
        while seeds and (options.go_on or not tally.failed):
            run_histories(seeds, tally, options, folder / f"cluster{next(clusters)}")
        print(f"{tally.held} of {tally.held + tally.failed} histories held: {tally.acknowledged} actions were acknowledged, "
              f"{tally.refused} refused, and of {tally.unknown} it was not known. Standbys were rebuilt {tally.rebuilt} times.")
        isKept = isKept or tally.failed > 0
        return 1 if tally.failed or not tally.held else 0
    except KeyboardInterrupt:
        return 130
    except Exception:
        isKept = True
        raise
    finally:
        if isKept:
            print(f"The logs are in {folder}.")
        else:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
