import BigInt
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Testing

/// Blocks, fees and the books.
struct MiningTests {
  private let gwei = BigUInt(1_000_000_000)
  private let accounts = DevChainAccounts.addresses

  private func chain(with transfers: [Transfer]) throws -> DevChainState {
    var chain = DevChainState(.waiting)
    for transfer in transfers { _ = try chain.submit(raw: transfer.raw, nowSeconds: 1) }
    return chain
  }

  @Test func theFirstBlockGivesOutTheMoney() {
    let chain = DevChainState()
    #expect(chain.head.header.number == 0)
    #expect(chain.ledger[accounts[9]].balance == BigUInt(10).power(22))
    #expect(chain.books.mintedWei == BigUInt(10).power(23))
    #expect(chain.books.isBalanced)
  }

  @Test func aTransferMovesMoneyAndPaysItsFee() throws {
    var chain = try chain(with: [Transfer(value: 5)])
    chain.mine(nowSeconds: 100)

    let baseFee = gwei * 7 / 8
    #expect(chain.head.header.baseFeePerGas == baseFee)
    #expect(chain.head.header.gasUsed == 21_000)
    #expect(chain.head.header.timestampSeconds == 100)
    #expect(chain.head.receipts.map(\.effectiveGasPrice) == [baseFee + gwei])
    #expect(chain.ledger[Address(0x1111, 0, 0)] == DevChainAccount(balance: 5))
    #expect(
      chain.ledger[accounts[0]]
        == DevChainAccount(
          nonce: 1, balance: BigUInt(10).power(22) - 5 - 21_000 * (baseFee + gwei)))
    #expect(chain.ledger[.zero].balance == 21_000 * gwei, "the tip")
    #expect(chain.ledger.burntWei == 21_000 * baseFee)
    #expect(chain.books.burntWei == 21_000 * baseFee)
    #expect(chain.books.tipsWei == 21_000 * gwei)
    #expect(chain.books.isBalanced)
    #expect(chain.pool.count == 0)
  }

  @Test func thePriceIsAtMostTheFeeCap() throws {
    var chain = try chain(with: [Transfer(tip: 1_000_000_000, feeCap: 1_000_000_000)])
    chain.mine(nowSeconds: 1)
    #expect(chain.head.receipts.map(\.effectiveGasPrice) == [gwei])
    #expect(chain.books.tipsWei == 21_000 * (gwei / 8))
  }

  @Test func transactionsBelowTheBaseFeeWaitUntilItFalls() throws {
    // The next base fees are 875,000,000 and 765,625,000.
    var chain = try chain(with: [Transfer(tip: 1, feeCap: 765_625_000)])
    chain.mine(nowSeconds: 1)
    #expect(chain.head.transactions.isEmpty)
    #expect(chain.pool.count == 1)
    chain.mine(nowSeconds: 2)
    #expect(chain.head.transactions.count == 1)
    #expect(chain.head.receipts.map(\.effectiveGasPrice) == [765_625_000])
  }

  @Test func noncesGoInOrderAndGapsWait() throws {
    var chain = try chain(with: [Transfer(nonce: 2), Transfer(nonce: 1), Transfer(nonce: 4)])
    #expect(chain.pendingNonce(of: accounts[0]) == 0)
    chain.mine(nowSeconds: 1)
    #expect(chain.head.transactions.isEmpty)
    _ = try chain.submit(raw: Transfer(nonce: 0).raw, nowSeconds: 1)
    #expect(chain.pendingNonce(of: accounts[0]) == 3)
    chain.mine(nowSeconds: 2)
    #expect(chain.head.transactions.map(\.nonce) == [0, 1, 2])
    #expect(chain.pool.count == 1)
    #expect(chain.ledger[accounts[0]].nonce == 3)
  }

  @Test func betterTipsGoFirstAndOfEqualOnesTheEarlier() throws {
    var chain = try chain(with: [
      Transfer(from: 0, tip: 5), Transfer(from: 1, tip: 7), Transfer(from: 2, tip: 5),
      Transfer(from: 1, nonce: 1, tip: 9),
    ])
    chain.mine(nowSeconds: 1)
    #expect(
      chain.head.transactions.map(\.sender) == [accounts[1], accounts[1], accounts[0], accounts[2]])
    #expect(chain.head.receipts.map(\.cumulativeGasUsed) == [21_000, 42_000, 63_000, 84_000])
  }

  @Test func aBlockHoldsNoMoreGasThanItsLimit() throws {
    var configuration = DevChainConfiguration.waiting
    configuration.blockGasLimit = 42_000
    var chain = DevChainState(configuration)
    for transfer in [
      Transfer(from: 0, tip: 3), Transfer(from: 1, tip: 2), Transfer(from: 2, tip: 1),
    ] {
      _ = try chain.submit(raw: transfer.raw, nowSeconds: 1)
    }
    chain.mine(nowSeconds: 1)
    #expect(chain.head.transactions.count == 2)
    chain.mine(nowSeconds: 2)
    #expect(chain.head.transactions.map(\.sender) == [accounts[2]])
  }

  @Test func moneySentToOneselfIsNotMultiplied() throws {
    var chain = try chain(with: [Transfer(to: accounts[0], value: 1_000)])
    chain.mine(nowSeconds: 1)
    #expect(
      chain.ledger[accounts[0]].balance
        == BigUInt(10).power(22) - 21_000 * chain.head.receipts[0].effectiveGasPrice)
    #expect(chain.books.isBalanced)
  }

  @Test func noMoneyToTheZeroAddressMakesNoAccount() throws {
    var chain = try chain(with: [Transfer(value: 0)])
    let count = chain.ledger.accounts.count
    chain.mine(nowSeconds: 1)
    // The coinbase is new; the recipient is not (EIP-161).
    #expect(chain.ledger.accounts.count == count + 1)
    #expect(chain.ledger.accounts[Address(0x1111, 0, 0)] == nil)
  }

  @Test func timeRunsForward() {
    var chain = DevChainState(.waiting)
    chain.mine(nowSeconds: 50)
    chain.mine(nowSeconds: 50)
    chain.mine(nowSeconds: 10)
    chain.advanceTime(bySeconds: 1_000)
    chain.mine(nowSeconds: 51)
    #expect(chain.blocks.map(\.header.timestampSeconds) == [0, 50, 51, 52, 1_051])
    chain.advanceTime(bySeconds: .max)
    chain.mine(nowSeconds: 51)
    #expect(chain.head.header.timestampSeconds == .max)
    chain.mine(nowSeconds: 51)
    #expect(chain.head.header.timestampSeconds == .max, "and stands still at the end")
  }

  @Test func accountsAreRememberedAsTheyWere() throws {
    var chain = DevChainState()
    for nonce in 0..<5 as Range<UInt64> {
      _ = try chain.submit(raw: Transfer(nonce: nonce, value: 10).raw, nowSeconds: 1)
    }
    let recipient = Address(0x1111, 0, 0)
    for block in 0...5 as ClosedRange<UInt64> {
      #expect(chain.ledger.account(recipient, after: block).balance == BigUInt(block * 10))
      #expect(chain.ledger.account(accounts[0], after: block).nonce == block)
    }
    #expect(chain.ledger.account(accounts[1], after: 3).balance == BigUInt(10).power(22))
  }

  @Test func baseFeesFollowTheFormula() {
    func next(_ base: BigUInt, _ used: UInt64) -> BigUInt {
      GasRules.baseFeePerGas(after: base, gasUsed: used, gasLimit: 20_000_000)
    }
    #expect(next(1_000_000_000, 10_000_000) == 1_000_000_000)
    #expect(next(1_000_000_000, 5_000_000) == 937_500_000)
    #expect(next(1_000_000_000, 0) == 875_000_000)
    #expect(next(1_000_000_000, 20_000_000) == 1_125_000_000)
    #expect(next(1_000_000_000, 15_000_000) == 1_062_500_000)
    #expect(next(7, 10_000_001) == 8, "it rises by at least one")
    #expect(next(7, 0) == 7, "an eighth of seven is nothing")
    #expect(next(0, 20_000_000) == 1)
  }

  @Test func theHeadersHashIsThatOfItsParentLink() throws {
    var chain = try chain(with: [Transfer()])
    chain.mine(nowSeconds: 1)
    chain.mine(nowSeconds: 2)
    for (parent, child) in zip(chain.blocks, chain.blocks.dropFirst()) {
      #expect(child.header.parentHash == parent.hash)
      #expect(parent.hash == Keccak256.hash(RLP.encode(parent.header.rlp)))
      #expect(chain.block(hash: parent.hash) == parent)
    }
    #expect(Set(chain.blocks.map(\.header.stateRoot)).count == 2, "the third block is empty")
  }

  /// Random transfers, replacements, drops and blocks against a plain model of the balances.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func theBooksBalanceWhateverHappens(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var chain = DevChainState(.waiting)
    var accepted = 0
    for step in 0..<150 {
      let from = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        chain.mine(nowSeconds: UInt64(step))
      case 2:
        if let hash = chain.pool.entries.values.first?.values.first?.transaction.hash {
          _ = chain.drop(hash)
        }
      case _:
        let transfer = Transfer(
          from: from,
          nonce: chain.ledger[accounts[from]].nonce + UInt64.random(in: 0...3, using: &random),
          tip: Wei(UInt64.random(in: 1...2_000_000_000, using: &random)),
          feeCap: Wei(UInt64.random(in: 500_000_000...4_000_000_000, using: &random)),
          gasLimit: GasUnits(UInt64.random(in: 21_000...60_000, using: &random)),
          to: [accounts[(from + 1) % 3], accounts[from], Address(UInt64(step), 0, 1)][step % 3],
          value: Wei(UInt64.random(in: 0...UInt64.max, using: &random)))
        if try submit(transfer, to: &chain, nowSeconds: UInt64(step)) { accepted += 1 }
      }
      let books = chain.books
      #expect(books.isBalanced, "seed \(seed), step \(step): \(books)")
      #expect(books.burntWei == chain.ledger.burntWei)
      #expect(chain.ledger[.zero].balance == books.tipsWei)
      for (sender, waiting) in chain.pool.entries {
        #expect(waiting.keys.allSatisfy { $0 >= chain.ledger[sender].nonce })
      }
    }
    #expect(accepted > 20, "seed \(seed)")
  }

  /// Submits a random transfer; returns true if it was accepted, and throws an error that no random
  /// transfer can cause.
  private func submit(
    _ transfer: Transfer, to chain: inout DevChainState, nowSeconds: UInt64
  ) throws -> Bool {
    do {
      _ = try chain.submit(raw: transfer.raw, nowSeconds: nowSeconds)
      return true
    } catch let error as DevChainSubmissionError {
      let expected = [
        "max priority fee per gas higher", "replacement transaction underpriced",
        "insufficient funds for gas",
      ]
      guard expected.contains(where: error.description.hasPrefix) else { throw error }
      return false
    }
  }
}
