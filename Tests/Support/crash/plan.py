"""What a run does, made of a seed alone: payments, kills, and what goes wrong besides."""

import random
from dataclasses import dataclass, field
from typing import List, Optional


@dataclass
class Kill:
    """Where a command is killed: so many seconds after a stage begins.

    For the stage "start" the delay is a share of the usual time from the start to the hash.
    """

    stage: str
    delay: float


@dataclass
class Attempt:
    """One start of `wallet send`: what goes wrong before it, where it ends, and what follows."""

    kill: Kill
    fault: Optional[dict] = None
    after: Optional[str] = None


@dataclass
class Intent:
    """A payment that is meant once."""

    name: str
    to: str
    wei: int
    attempts: List[Attempt] = field(default_factory=list)


@dataclass
class Run:
    """A wallet on a chain, and what it pays."""

    number: int
    chain: str
    block_time: int
    vault: str
    intents: List[Intent]
    last_event: Optional[str]


# Faults that both chains know: the network, and a gateway.
TROUBLES = [
    {"kind": "http", "status": 503},
    {"kind": "http", "status": 429, "retryAfter": 1},
    {"kind": "close"},
    {"kind": "garbage"},
    {"kind": "truncate"},
    {"kind": "wrongid"},
    {"kind": "rpc", "code": -32603, "message": "internal error"},
    {"kind": "delay", "seconds": 0.4},
]
TROUBLED = ["eth_sendRawTransaction", "eth_getTransactionReceipt", "eth_getTransactionCount",
            "eth_getTransactionByHash", "eth_getBlockByNumber", None]

# Lies that the project's own chain tells.
LIES = [
    {"kind": "accept-then-refuse"},
    {"kind": "accept-then-refuse", "message": "nonce too low"},
    {"kind": "accept-then-refuse", "message": "insufficient funds for gas * price + value"},
    {"kind": "accept-then-time-out"},
    {"kind": "accept-then-time-out", "status": 504},
    {"kind": "stale", "blocks": 2, "count": 3},
    {"kind": "forged-receipt"},
    {"kind": "forged-receipt", "status": "0x0"},
    {"kind": "nonce", "add": 1},
    {"kind": "forget-pool", "method": "eth_getTransactionReceipt"},
]


def digits(source):
    """An address of decimal digits; it has no letters, so its checksum needs none."""
    return "0x" + "".join(source.choice("123456789") for _ in range(40))


def make_kill(source):
    stage = source.choices(["start", "recorded", "sending", "broadcast"], [4, 3, 3, 3])[0]
    if stage == "start":
        return Kill(stage, round(source.uniform(0, 1.15), 3))
    if stage == "recorded":
        return Kill(stage, round(source.choice([0, 0.001, 0.003, 0.01, 0.03, 0.1]), 3))
    if stage == "sending":
        return Kill(stage, round(source.uniform(0, 0.6), 3))
    return Kill(stage, round(source.choice([0, 0.005, source.uniform(0, 1.2)]), 3))


def make_event(source):
    event = source.choice(["reorganise mine", "reorganise pool", "reorganise drop", "forget"])
    return event if event == "forget" else f"{event} {source.choice([1, 2, 3])}"


def make_attempt(source, chain):
    kill = make_kill(source)
    fault = None
    if kill.stage == "sending":
        # Holds the answer to the broadcast back, so that the kill comes in the middle of it.
        fault = {"kind": "delay", "seconds": 0.5, "method": "eth_sendRawTransaction"}
    elif source.random() < 0.5:
        lies = chain == "devchain" and source.random() < 0.6
        fault = dict(source.choice(LIES if lies else TROUBLES))
        if not lies:
            method = source.choice(TROUBLED)
            if method:
                fault["method"] = method
            fault["count"] = source.choice([1, 1, 2, 4])
    after = make_event(source) if source.random() < 0.4 else None
    return Attempt(kill, fault, after)


def make_run(seed, number, chain, vault=None, size=3):
    """The run of that number; the same arguments make the same run."""
    source = random.Random(f"{seed}/{number}/{chain}")
    intents = []
    for index in range(size):
        # Small fees beside it: a person is asked where the fee is above 10 % of the amount.
        wei = source.randrange(10**4, 10**6) * 10**12 + source.randrange(10**12)
        intent = Intent(f"payment-{index + 1}", digits(source), wei)
        intent.attempts = [
            make_attempt(source, chain) for _ in range(source.choice([1, 2, 2, 3]))]
        intents.append(intent)
    production = source.random() < 0.15
    return Run(
        number, chain, source.choice([0, 1, 1, 2]),
        vault or ("production" if production else "light"), intents,
        make_event(source) if source.random() < 0.75 else None)
