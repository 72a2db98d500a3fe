"""What must be true when all is paid, asked of the chain itself."""

import json

from world import ACCOUNT, Failure


def require(condition, text):
    if not condition:
        raise Failure(text)


def chain_transactions(node):
    """The account's transactions in blocks, oldest first, each with its receipt."""
    found = []
    for number in range(node.number("eth_blockNumber") + 1):
        block = node.call("eth_getBlockByNumber", hex(number), True)
        for transaction in block["transactions"]:
            if transaction["from"].lower() == ACCOUNT.lower():
                receipt = node.call("eth_getTransactionReceipt", transaction["hash"])
                found.append((transaction, receipt))
    return found


def activity(wallet):
    ended = wallet.run(["activity", "--all"])
    require(ended.code == 0, f"activity ended with {ended.code}: {ended.errors}")
    return json.loads(ended.lines[-1])


def check_activity(wallet, node):
    """Every payment's state in the wallet is the chain's; returns the payments."""
    payments = activity(wallet)
    mined = {entry["hash"]: (entry, receipt) for entry, receipt in chain_transactions(node)}
    for payment in payments:
        state, name = payment["state"], payment.get("id")
        require(
            state in ["signed", "broadcast", "included", "confirmed"],
            f"{name}: the state {state} is not the chain's")
        if state not in ["included", "confirmed"]:
            # A block may have come after the answer; 'wait' has the last word on it.
            continue
        require(payment["hash"] in mined, f"{name}: {state}, and no block has it")
        receipt = mined[payment["hash"]][1]
        require(
            payment["block"] == int(receipt["blockNumber"], 16),
            f"{name}: in block {payment['block']}, the chain says {receipt['blockNumber']}")
        fee = int(receipt["gasUsed"], 16) * int(receipt["effectiveGasPrice"], 16)
        require(int(payment["feeWei"]) == fee, f"{name}: a fee of {payment['feeWei']}, not {fee}")
    return payments


def check_books(wallet, node, intents, start):
    """Each intended payment is once on the chain, nothing else is, and all sums agree."""
    mined = chain_transactions(node)
    seen = {}
    for transaction, receipt in mined:
        key = (transaction["to"].lower(), int(transaction["value"], 16))
        seen[key] = seen.get(key, 0) + 1
        require(receipt["status"] == "0x1", f"{transaction['hash']} failed")
    for intent in intents:
        count = seen.pop((intent.to.lower(), intent.wei), 0)
        require(count == 1, f"{intent.name} is {count} times on the chain")
        balance = node.number("eth_getBalance", intent.to, "latest")
        require(balance == intent.wei, f"{intent.name}: the recipient has {balance} wei")
    require(not seen, f"transactions of the account that nobody meant: {seen}")
    nonces = [int(transaction["nonce"], 16) for transaction, _ in mined]
    require(sorted(nonces) == list(range(len(intents))), f"nonces {nonces}")
    for tag in ["latest", "pending"]:
        count = node.number("eth_getTransactionCount", ACCOUNT, tag)
        require(count == len(intents), f"the account's {tag} nonce is {count}")
    payments = check_activity(wallet, node)
    require(
        sorted(payment.get("id", "?") for payment in payments)
        == sorted(intent.name for intent in intents),
        f"the wallet lists {[payment.get('id') for payment in payments]}")
    require(
        all(payment["state"] == "confirmed" for payment in payments),
        f"states {[payment['state'] for payment in payments]}")
    spent = sum(int(payment["wei"]) + int(payment["feeWei"]) for payment in payments)
    balance = node.number("eth_getBalance", ACCOUNT, "latest")
    require(start - spent == balance, f"the books are off by {start - spent - balance} wei")
    if node.kind == "devchain":
        require(node.call("dev_books")["isBalanced"], "the chain's own books don't balance")
