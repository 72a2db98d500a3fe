"""Reads signed transactions, one in hex on each line; writes sender and hash of each, as eth-account sees them."""
import sys

from eth_account import Account
from eth_utils import keccak

for line in sys.stdin:
    raw = bytes.fromhex(line.strip().removeprefix("0x"))
    print(Account.recover_transaction(raw).lower(), "0x" + keccak(raw).hex())
