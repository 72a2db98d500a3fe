import ActivityClient
import DevChain
import SendFeature
import TestEffort
import Testing

/// Killed at any moment, the wallet pays once, and knows it: the real journal, and a chain with
/// geth's rules.
@Suite("Payment recovery")
struct PaymentRecoveryTests {
  @Test(arguments: KillPoint.allCases, [true, false])
  func aWalletKilledAnywherePaysOnce(at point: KillPoint, minesAtOnce: Bool) async throws {
    let wallet = MortalWallet(minesAtOnce: minesAtOnce)
    await wallet.pay(killedAt: point)
    #expect(wallet.wasKilled)
    let open = try await wallet.bench.makeActivity().unresolved()
    let isOpen = point != .beforeRecord && point != .afterConfirmationIsNoted
    #expect(open.count == (isOpen ? 1 : 0))
    await wallet.resume(killedAt: nil)
    guard point != .beforeRecord else {
      // It is recorded nowhere, and never will be.
      #expect(try await wallet.bench.journal() == [])
      #expect(await wallet.minedCount() == 0)
      return
    }
    try await expectPaidOnce(wallet, "")
    await wallet.resume(killedAt: nil)
    try await expectPaidOnce(wallet, "after resuming once more")
  }

  /// At each pair of points; in the short form twice at each one.
  @Test(arguments: [true, false])
  func aWalletKilledAgainWhileItRecoversPaysOnce(minesAtOnce: Bool) async throws {
    for first in KillPoint.allCases where first != .beforeRecord {
      for second in Effort.isShort ? [first] : KillPoint.allCases {
        let wallet = MortalWallet(minesAtOnce: minesAtOnce)
        await wallet.pay(killedAt: first)
        await wallet.resume(killedAt: second)
        await wallet.resume(killedAt: nil)
        try await expectPaidOnce(wallet, "killed \(first), then \(second)")
      }
    }
  }

  private func expectPaidOnce(_ wallet: MortalWallet, _ comment: Comment) async throws {
    let journal = try await wallet.bench.journal()
    #expect(journal.count == 1, comment)
    guard case .confirmed(let inclusion)? = journal.first else {
      Issue.record("The journal says \(journal) \(comment)")
      return
    }
    let block = await wallet.chain.state.block(number: inclusion.blockNumber)
    #expect(block?.hash == inclusion.blockHash, comment)
    #expect(block?.transactions.count == 1, comment)
    #expect(await wallet.minedCount() == 1, comment)
    #expect(await wallet.spentNonceCount() == 1, comment)
    #expect(try await wallet.bench.makeActivity().unresolved() == [], comment)
  }
}
