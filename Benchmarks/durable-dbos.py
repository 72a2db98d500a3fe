#!/usr/bin/env python3
"""Prints DBOS's workflows of one step per second, with the median and the 99th percentile in microseconds, and steps per second.

  durable-dbos.py DATABASE-URL SECONDS
"""

import sys
import threading
import time

from dbos import DBOS

SENDER_COUNT = 16
TITLE = "A title that is too long for a string to hold in itself"


@DBOS.step()
def change(title):
    return title


@DBOS.workflow()
def one_step(title):
    return change(title)


@DBOS.workflow()
def many_steps(end):
    count = 0
    while time.monotonic() < end:
        change(TITLE)
        count += 1
    return count


def send_workflows(end, times):
    while (start := time.monotonic()) < end:
        one_step(TITLE)
        times.append(time.monotonic() - start)


def send_steps(end, counts):
    counts.append(many_steps(end))


def run(work, seconds):
    """Runs a function on several threads; returns the notes of each thread, and the total time."""
    noted = []
    start = time.monotonic()
    threads = [threading.Thread(target=work, args=(start + seconds, noted)) for _ in range(SENDER_COUNT)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return noted, time.monotonic() - start


def main():
    url, seconds = sys.argv[1], float(sys.argv[2])
    DBOS(config={"name": "bench", "system_database_url": url, "sys_db_pool_size": 2 * SENDER_COUNT, "log_level": "ERROR"})
    DBOS.launch()
    one_step(TITLE)
    times, took = run(send_workflows, seconds)
    times.sort()
    median, slow = (int(times[len(times) * part // 100] * 1e6) for part in (50, 99))
    print("dbos-workflows", int(len(times) / took), median, slow)
    counts, took = run(send_steps, seconds)
    print("dbos-steps", int(sum(counts) / took))
    DBOS.destroy()


main()
