#!/usr/bin/env python3
"""Runs three workers of Examples/Orders on a PostgreSQL server of its own, places orders at all of them, kills
one worker in the middle and starts another later, and checks that nothing was lost:

- each order that was acknowledged ends shipped or refused;
- each shipped order was paid once at the bank, and no other order was;
- the stock has lost exactly the pieces of the shipped orders.

ORDERS is the program.
"""
import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.dont_write_bytecode = True

from durable import postgres  # noqa: E402

ORDER_COUNT = 240  # of each of the three clients it places a third
KILL_AT, REPLACE_AT = 80, 160
START = {"book": 40, "lamp": 10, "pen": 500}
PATIENCE = 120  # seconds for all orders to end, on a busy machine


class Failure(Exception):
    pass


def begin(command, log):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                            start_new_session=True)


class Server:
    """A PostgreSQL server with a socket in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.programs = postgres.programs()
        postgres.give_to_server(folder)
        self.run("initdb", "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
        self.process = begin(postgres.as_server([
            f"{self.programs}/postgres", "-D", f"{folder}/data", "-k", str(folder), "-c", "listen_addresses="]),
            open(f"{folder}/log", "w"))
        self.url = f"postgres:///postgres?host={folder}&user=postgres"
        wait_until(lambda: self.run("pg_isready", "-q", "-h", str(folder), isChecked=False), "PostgreSQL did not start")

    def run(self, program, *arguments, isChecked=True):
        done = subprocess.run(postgres.as_server([f"{self.programs}/{program}", *arguments]), cwd="/",
                              capture_output=True, text=True)
        if done.returncode and isChecked:
            raise Failure(f"{program} failed: {done.stderr}")
        return done.stdout or done.returncode == 0

    def rows(self, sql):
        return self.run("psql", "-XAt", "-d", self.url, "-c", sql).split("\n")[:-1]


class Worker:
    """A process of the program."""

    def __init__(self, number, server, folder):
        self.number = number
        self.bank = f"{folder}/bank"
        log = folder / f"worker{number}"
        self.process = begin([os.environ["ORDERS"], server.url, "0", "1000", self.bank], log.open("w"))
        found = wait_until(lambda: re.search(r"taken at (\S+),", log.read_text()) or self.process.poll() is not None,
                           f"worker {number} did not start")
        if found is True:
            raise Failure(f"worker {number} has ended: {log.read_text()}")
        self.address = found[1]

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"{self.address}/{path}", data, timeout=20) as answer:
            return json.load(answer)


def wait_until(condition, failure, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise Failure(failure)


class Load:
    """Clients that place orders, each at a worker of its own; at another one while that one is down."""

    def __init__(self, workers):
        self.workers = workers
        self.acknowledged = []
        self.byWorker = collections.Counter()
        self.failedCount = 0
        self.lock = threading.Lock()
        self.remaining = ORDER_COUNT
        self.threads = [threading.Thread(target=self.place, args=(index,), daemon=True) for index in range(3)]
        for thread in self.threads:
            thread.start()

    def place(self, index):
        choice = random.Random(index)
        while True:
            with self.lock:
                if self.remaining == 0:
                    return
                self.remaining -= 1
            product, most = choice.choice([("pen", 5), ("pen", 5), ("pen", 5), ("book", 3), ("lamp", 10)])
            items = [{"product": product, "count": choice.randint(1, most)}]
            attempt = index
            while not self.place_one(attempt % len(self.workers), items):
                attempt += 1
            time.sleep(0.1)

    def place_one(self, index, items):
        worker = self.workers[index]
        try:
            order = worker.ask("orders", {"items": items})["id"]
        except OSError:
            with self.lock:
                self.failedCount += 1
            time.sleep(0.1)
            return False
        with self.lock:
            self.acknowledged.append(order)
            self.byWorker[worker.number] += 1
        return True

    def wait(self, count):
        wait_until(lambda: len(self.acknowledged) >= count, f"{count} orders were not accepted", PATIENCE)


def check(workers, server, load):
    """Waits until all orders have ended, and returns what became of them."""
    ids = [row.split("/")[1] for row in server.rows("SELECT id FROM headrace_entity WHERE feature = 'order'")]
    missing = set(load.acknowledged) - set(ids)
    if missing:
        raise Failure(f"{len(missing)} acknowledged orders are lost: {sorted(missing)[:3]}")
    orders = {}

    def ended(order):
        if order not in orders:
            answer = workers[0].ask(f"orders/{order}")
            if answer["status"] in ("shipped", "refused"):
                orders[order] = answer
            elif answer["status"] == "cancelled":
                raise Failure(f"order {order} was cancelled: {answer}")
        return order in orders

    wait_until(lambda: all(ended(order) for order in ids), "not all orders have ended", PATIENCE)

    def stock_is_settled():
        stock = workers[0].ask("stock")
        return stock if not stock["reserved"] else None

    stock = wait_until(stock_is_settled, "pieces are still reserved", PATIENCE)
    lines = pathlib.Path(workers[0].bank).read_text().split("\n")
    paid = collections.Counter(match[1] for line in lines for match in [re.match(r"paid payment/(.*)#", line)] if match)
    expected = dict(START)
    for order, answer in orders.items():
        isShipped = answer["status"] == "shipped"
        if paid[order] != isShipped:
            raise Failure(f"order {order} is {answer['status']}, and was paid {paid[order]} times")
        for item in answer["items"] if isShipped else []:
            expected[item["product"]] -= item["count"]
    if stock["free"] != expected:
        raise Failure(f"the stock is {stock['free']}, and should be {expected}")
    repeatedCount = sum(line.startswith("repeated ") for line in lines)
    return orders, expected, repeatedCount


def story(folder, processes):
    server = Server(pathlib.Path(tempfile.mkdtemp(prefix="postgres.", dir=folder)))
    processes.append(server.process)
    print("A PostgreSQL server runs; its data are removed at the end.")

    def start(number):
        worker = Worker(number, server, folder)
        processes.append(worker.process)
        return worker

    workers = [start(number) for number in (1, 2, 3)]
    print(f"Three workers run: {', '.join(worker.address for worker in workers)}.")
    print(f"Three clients place {ORDER_COUNT} orders.", flush=True)
    load = Load(workers)
    load.wait(KILL_AT)
    workers[1].process.kill()
    workers[1].process.wait()
    owned = server.rows("SELECT worker FROM headrace_entity WHERE worker IS NOT NULL AND active > 0")
    print(f"{len(load.acknowledged)} orders are accepted. Worker 2 is killed (-9); {len(owned)} entities were busy then.",
          flush=True)
    load.wait(REPLACE_AT)
    workers[1] = start(4)
    print(f"{len(load.acknowledged)} orders are accepted. Worker 4 starts: {workers[1].address}.", flush=True)
    load.wait(ORDER_COUNT)
    for thread in load.threads:
        thread.join()
    print(f"All {ORDER_COUNT} orders are accepted "
          f"({', '.join(f'{load.byWorker[number]} by worker {number}' for number in (1, 2, 3, 4))}); "
          f"{load.failedCount} requests didn't reach worker 2, and were sent to another one.", flush=True)
    orders, stock, repeatedCount = check(workers, server, load)
    acknowledged = [orders[order] for order in load.acknowledged]
    shippedCount = sum(order["status"] == "shipped" for order in acknowledged)
    others = len(orders) - len(acknowledged)
    print(f"""
Nothing was lost:
  {len(acknowledged)} of {len(acknowledged)} accepted orders have ended: {shippedCount} shipped, \
{len(acknowledged) - shippedCount} refused.
  Each shipped order was paid once, and no refused one; {repeatedCount} payments were asked for again \
after the kill, with the same key.
  The stock is right: {', '.join(f'{count} {product}s' for product, count in stock.items())} are left.""")
    if others:
        print(f"  {others} orders were committed, but worker 2 was killed before it said so. They have ended as well.")


def main():
    postgres.install({"postgresql": postgres.programs})
    folder = pathlib.Path(tempfile.mkdtemp(prefix="headrace-orders."))
    folder.chmod(0o755)
    processes = []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = time.monotonic()
    try:
        story(folder, processes)
        print(f"It took {time.monotonic() - began:.0f} s.")
    except Failure as failure:
        for log in sorted(folder.glob("worker*")):
            print(f"--- {log.name}\n{log.read_text()[-1500:]}", file=sys.stderr)
        print(f"orders-postgres: {failure}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        for process in reversed(processes):
            # The server ends at once.
            process.send_signal(signal.SIGQUIT if process is processes[0] else signal.SIGKILL)
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
