"""Writes signed transactions of all three kinds, made by eth-account from a seed: raw bytes, sender and hash of each.

  sign_transactions.py SEED COUNT
"""
import random
import sys

from eth_account import Account

rng = random.Random(int(sys.argv[1]))


def hex_bytes(count):
    return "0x" + rng.randbytes(count).hex()


def checksummed_address():
    return Account.from_key(hex_bytes(32)).address


for index in range(int(sys.argv[2])):
    account = Account.from_key(hex_bytes(32))
    transaction = {
        "nonce": rng.choice([0, 1, 127, 128, 255, 256, rng.getrandbits(32), 2**64 - 2]),
        "gas": rng.choice([21000, rng.getrandbits(24), 2**40]),
        "value": rng.choice([0, 1, 127, 128, rng.getrandbits(80), 2**256 - 1]),
        "data": hex_bytes(rng.choice([0, 1, 2, 55, 56, 57, 255, 256, 1000])),
        "chainId": rng.choice([1, 31337, 11155111, 2**31, 2**53 + 1]),
    }
    if rng.random() < 0.8:
        transaction["to"] = checksummed_address()
    kind = index % 3
    if kind == 2:
        tip = rng.getrandbits(rng.choice([1, 8, 40]))
        transaction |= {
            "type": 2,
            "maxPriorityFeePerGas": tip,
            "maxFeePerGas": tip + rng.getrandbits(40),
        }
    else:
        transaction["gasPrice"] = rng.getrandbits(rng.choice([1, 8, 40]))
    if kind == 1:
        transaction["type"] = 1
    if kind > 0:
        transaction["accessList"] = [
            {
                "address": checksummed_address(),
                "storageKeys": [hex_bytes(32) for _ in range(rng.randrange(3))],
            }
            for _ in range(rng.randrange(3))
        ]
    signed = account.sign_transaction(transaction)
    raw = bytes(signed.raw_transaction).hex()
    print("0x" + raw, account.address.lower(), "0x" + bytes(signed.hash).hex())
