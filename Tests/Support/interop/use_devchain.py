"""Uses a dev chain by web3.py as a stranger would, and checks everything that it answers by independent means.

  use_devchain.py URL

Every assertion that fails ends the script with a traceback. The last line says what was checked.
"""
import sys

import rlp
from eth_account import Account
from eth_utils import keccak
from trie import HexaryTrie
from web3 import Web3
from web3.exceptions import TransactionNotFound, Web3RPCError

ETHER = 10**18
PHRASE = "test test test test test test test test test test test junk"
EMPTY_CODE_HASH = keccak(b"")
EMPTY_ROOT = keccak(rlp.encode(b""))
TOKEN = "0x7063000000000000000000000000000000000020"

Account.enable_unaudited_hdwallet_features()
accounts = [Account.from_mnemonic(PHRASE, account_path=f"m/44'/60'/0'/0/{i}") for i in range(10)]
stranger = Web3.to_checksum_address("0x" + "57" * 20)
w3 = Web3(Web3.HTTPProvider(sys.argv[1]))
checks = 0


def check(actual, expected):
    global checks
    checks += 1
    assert actual == expected, f"expected {expected!r}, got {actual!r}"


def refused(text, call):
    global checks
    checks += 1
    try:
        call()
    except Web3RPCError as error:
        assert error.rpc_response["error"]["message"] == text, error.rpc_response
    else:
        raise AssertionError(f"expected {text!r}")


def abi(name, inputs, outputs, mutability="view"):
    parameters = [[{"name": n, "type": t} for n, t in side] for side in (inputs, outputs)]
    return {"type": "function", "name": name, "inputs": parameters[0], "outputs": parameters[1],
            "stateMutability": mutability}


token = w3.eth.contract(address=TOKEN, abi=[
    abi("totalSupply", [], [("", "uint256")]),
    abi("balanceOf", [("owner", "address")], [("", "uint256")]),
    abi("transfer", [("to", "address"), ("value", "uint256")], [("", "bool")], "nonpayable"),
    {"type": "event", "name": "Transfer", "anonymous": False, "inputs": [
        {"name": "from", "type": "address", "indexed": True},
        {"name": "to", "type": "address", "indexed": True},
        {"name": "value", "type": "uint256", "indexed": False}]},
])
supply_slot = (2).to_bytes(32, "big")


def balance_slot(holder):
    return keccak(bytes.fromhex(holder[2:]).rjust(32, b"\0") + bytes(32))


# Reading.
assert w3.is_connected()
check(w3.eth.chain_id, 31337)
check(w3.net.version, "31337")
check(w3.eth.syncing, False)
check(w3.eth.accounts, [])
check(w3.eth.block_number, 0)
for account in accounts:
    check(w3.eth.get_balance(account.address), 10_000 * ETHER)
    check(w3.eth.get_transaction_count(account.address), 0)
check(w3.eth.get_balance(stranger), 0)
check(bytes(w3.eth.get_code(stranger)), b"")
check(bytes(w3.eth.get_storage_at(stranger, 0)), bytes(32))
check(bytes(w3.eth.call({"to": stranger})), b"")
check(w3.eth.estimate_gas({"from": accounts[0].address, "to": stranger, "value": 1}), 21000)
check(w3.eth.get_logs({"fromBlock": 0, "toBlock": "latest"}), [])

# Sending: all three kinds, filled in by web3.py's own fee logic where it has one.
price = w3.eth.gas_price
base = {"to": stranger, "gas": 60_000, "chainId": 31337}
entry = {"address": stranger, "storageKeys": ["0x" + "00" * 32]}
transactions = [
    (accounts[0], base | {"nonce": 0, "value": 10, "gasPrice": price}, 21000),
    (accounts[0], base | {"nonce": 1, "value": 20, "gasPrice": price, "accessList": [entry], "type": 1}, 25300),
    (accounts[1], base | {"nonce": 0, "value": 30, "type": 2, "data": "0x0001",
                          "maxFeePerGas": 2 * price, "maxPriorityFeePerGas": w3.eth.max_priority_fee}, 21050),
]
for account, transaction, gas in transactions:
    before = w3.eth.get_balance(account.address)
    signed = account.sign_transaction(transaction)
    sent = w3.eth.send_raw_transaction(signed.raw_transaction)
    check(bytes(sent), bytes(signed.hash))
    receipt = w3.eth.wait_for_transaction_receipt(sent, timeout=10)
    check(receipt["status"], 1)
    check(receipt["gasUsed"], gas)
    check(receipt["from"], account.address)
    check(receipt["to"], stranger)
    check(receipt["type"], transaction.get("type", 0))
    check(
        w3.eth.get_balance(account.address),
        before - transaction["value"] - receipt["gasUsed"] * receipt["effectiveGasPrice"],
    )
    found = w3.eth.get_transaction(sent)
    check(found["value"], transaction["value"])
    check(found["blockHash"], receipt["blockHash"])
    # The signature that the chain shows is the one that was sent.
    check((found["v"], int(found["r"].hex(), 16), int(found["s"].hex(), 16)), (signed.v, signed.r, signed.s))
check(w3.eth.get_balance(stranger), 60)
check(w3.eth.get_transaction_count(accounts[0].address, "pending"), 2)

history = w3.eth.fee_history(3, "latest", [50])
check(len(history["baseFeePerGas"]), 4)
check([row[0] > 0 for row in history["reward"]], [True, True, True])

# Refusals.
repeated = accounts[0].sign_transaction(transactions[0][1]).raw_transaction
refused("nonce too low: next nonce 2, tx nonce 0", lambda: w3.eth.send_raw_transaction(repeated))
poor = Account.from_key("0x" + "01" * 32)
unpaid = poor.sign_transaction(base | {"nonce": 0, "value": 0, "gas": 21000, "gasPrice": price})
refused(
    f"insufficient funds for gas * price + value: balance 0, tx cost {21000 * price}, overshot {21000 * price}",
    lambda: w3.eth.send_raw_transaction(unpaid.raw_transaction),
)
try:
    w3.eth.get_transaction_receipt("0x" + "00" * 32)
except TransactionNotFound:
    checks += 1
else:
    raise AssertionError("expected TransactionNotFound")


# Blocks, computed again from what they say, by rlp and trie.
def root_of(pairs):
    trie = HexaryTrie({})
    for key, value in pairs:
        trie[key] = value
    return trie.root_hash


def number(value):
    return value.to_bytes((value.bit_length() + 7) // 8, "big")


previous = None
burnt = 0
for index in range(w3.eth.block_number + 1):
    block = w3.eth.get_block(index, full_transactions=True)
    header = [
        bytes(block["parentHash"]), bytes(block["sha3Uncles"]), bytes.fromhex(block["miner"][2:]),
        bytes(block["stateRoot"]), bytes(block["transactionsRoot"]), bytes(block["receiptsRoot"]),
        bytes(block["logsBloom"]), number(block["difficulty"]), number(block["number"]),
        number(block["gasLimit"]), number(block["gasUsed"]), number(block["timestamp"]),
        bytes(block["extraData"]), bytes(block["mixHash"]), bytes(block["nonce"]),
        number(block["baseFeePerGas"]), bytes(block["withdrawalsRoot"]), number(block["blobGasUsed"]),
        number(block["excessBlobGas"]), bytes(block["parentBeaconBlockRoot"]), bytes(block["requestsHash"]),
    ]
    check(keccak(rlp.encode(header)), bytes(block["hash"]))
    if previous is not None:
        check(bytes(block["parentHash"]), previous)
    previous = bytes(block["hash"])
    receipts = w3.eth.get_block_receipts(index)
    burnt += sum(r["gasUsed"] * block["baseFeePerGas"] for r in receipts)
    encoded = []
    for receipt in receipts:
        body = rlp.encode([number(receipt["status"]), number(receipt["cumulativeGasUsed"]), bytes(256), []])
        encoded.append((bytes([receipt["type"]]) if receipt["type"] else b"") + body)
    keys = [rlp.encode(i) for i in range(len(encoded))]
    check(root_of(zip(keys, encoded)), bytes(block["receiptsRoot"]))
    sent = [bytes(a.sign_transaction(t).raw_transaction) for a, t, _ in transactions]
    inside = [raw for raw in sent if keccak(raw) in [bytes(t["hash"]) for t in block["transactions"]]]
    check(root_of(zip(keys, inside)), bytes(block["transactionsRoot"]))
    # The state after this block, over every account that can have anything.
    state = []
    holders = [a.address for a in accounts] + [stranger, Web3.to_checksum_address("0x" + "00" * 20)]
    for holder in holders:
        balance = w3.eth.get_balance(holder, index)
        nonce = w3.eth.get_transaction_count(holder, index)
        if balance or nonce:
            leaf = rlp.encode([number(nonce), number(balance), EMPTY_ROOT, EMPTY_CODE_HASH])
            state.append((keccak(bytes.fromhex(holder[2:])), leaf))
    # And the token, whose storage is laid out as Solidity does it.
    slots = {supply_slot: token.functions.totalSupply().call(block_identifier=index)}
    for holder in holders:
        slots[balance_slot(holder)] = token.functions.balanceOf(holder).call(block_identifier=index)
    storage = root_of((keccak(slot), rlp.encode(number(value))) for slot, value in slots.items() if value)
    code_hash = keccak(bytes(w3.eth.get_code(TOKEN)))
    state.append((keccak(bytes.fromhex(TOKEN[2:])), rlp.encode([number(1), b"", storage, code_hash])))
    check(root_of(state), bytes(block["stateRoot"]))

total = sum(w3.eth.get_balance(a.address) for a in accounts) + w3.eth.get_balance(stranger)
total += w3.eth.get_balance("0x" + "00" * 20)
check(total + burnt, 100_000 * ETHER)

# The token, by a contract object of web3.py; filters; proofs; access lists.
holder = accounts[0].address
blocks, pending = w3.eth.filter("latest"), w3.eth.filter("pending")
events = token.events.Transfer.create_filter(from_block="latest")
before = token.functions.balanceOf(holder).call()
call = token.functions.transfer(stranger, 7)
listed = call.estimate_gas({"from": holder})
transaction = call.build_transaction(
    {"from": holder, "nonce": w3.eth.get_transaction_count(holder), "chainId": 31337})
check(transaction["gas"], listed)
signed = accounts[0].sign_transaction(transaction)
receipt = w3.eth.wait_for_transaction_receipt(w3.eth.send_raw_transaction(signed.raw_transaction))
check((receipt["status"], receipt["gasUsed"]), (1, listed))
check(token.functions.balanceOf(stranger).call(), 7)
check(token.functions.balanceOf(holder).call(), before - 7)
(event,) = token.events.Transfer().process_receipt(receipt)
check(dict(event["args"]), {"from": holder, "to": stranger, "value": 7})
check([e["args"]["value"] for e in events.get_new_entries()], [7])
check([bytes(h) for h in blocks.get_new_entries()], [bytes(receipt["blockHash"])])
check([bytes(h) for h in pending.get_new_entries()], [bytes(receipt["transactionHash"])])
check(len(w3.eth.get_logs({"fromBlock": 0, "address": TOKEN})), 1)
block = w3.eth.get_block("latest")
check(bytes(receipt["logsBloom"]), bytes(block["logsBloom"]))
for entry in [TOKEN] + [t.hex() for t in receipt["logs"][0]["topics"]]:
    digest = keccak(bytes.fromhex(entry.removeprefix("0x")))
    for index in (0, 2, 4):
        bit = int.from_bytes(digest[index:index + 2], "big") % 2048
        check(int.from_bytes(block["logsBloom"], "big") >> bit & 1, 1)
logs = [
    [bytes.fromhex(log["address"][2:]), [bytes(t) for t in log["topics"]], bytes(log["data"])]
    for log in receipt["logs"]
]
body = rlp.encode([number(1), number(receipt["cumulativeGasUsed"]), bytes(receipt["logsBloom"]), logs])
check(root_of([(rlp.encode(0), bytes([receipt["type"]]) + body)]), bytes(block["receiptsRoot"]))
slot = balance_slot(stranger)
proof = w3.eth.get_proof(TOKEN, [int.from_bytes(slot, "big")], "latest")
leaf = HexaryTrie.get_from_proof(
    bytes(block["stateRoot"]), keccak(bytes.fromhex(TOKEN[2:])),
    [rlp.decode(bytes(node)) for node in proof["accountProof"]])
check(rlp.decode(leaf)[2], bytes(proof["storageHash"]))
value = HexaryTrie.get_from_proof(
    bytes(proof["storageHash"]), keccak(slot),
    [rlp.decode(bytes(node)) for node in proof["storageProof"][0]["proof"]])
check(rlp.decode(value), b"\x07")
check(bytes(w3.eth.get_storage_at(TOKEN, int.from_bytes(slot, "big"))), (7).to_bytes(32, "big"))
access = w3.eth.create_access_list({"from": holder, "to": TOKEN, "data": transaction["data"]})
check(set(access["accessList"][0]["storageKeys"]), {"0x" + s.hex() for s in (balance_slot(holder), slot)})
refused(
    "execution reverted: transfer amount exceeds balance",
    lambda: w3.manager.request_blocking(
        "eth_call", [{"from": stranger, "to": TOKEN, "data": token.encode_abi("transfer", [holder, 8])}, "latest"]))
print(f"{checks} checks passed")
