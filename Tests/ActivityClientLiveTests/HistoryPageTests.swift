import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB
import HeadraceTesting
import NodeClient
import TestEffort
import Testing

@testable import ActivityClientLive

/// The pages of an account's activity: their contents, their order, and the way to find them.
@Suite struct HistoryPageTests {
  private let bench = ActivityBench()
  private let journal: ActivityJournal
  private let history: HistoryClient
  private let clock = TestClock()

  init() {
    journal = ActivityJournal(bench.database) { [bench] in bench.date }
    history = .live(journal, node: NodeClient(), clock: clock)
  }

  private func page(
    _ text: String = "", _ names: [(name: String, address: Address)] = [], offset: Int = 0,
    limit: Int = 20, of account: Address = .alice
  ) async throws -> [ActivityLine] {
    try await history.page(
      HistoryQuery(
        account: account, chainID: 1337, search: ActivitySearch(text, names: names),
        offset: offset, limit: limit))
  }

  /// Returns what Alice received in a block, the given number of minutes after the bench's date.
  private func received(
    _ number: UInt64, minutes: Int = 0, value: Wei = 7, from sender: Address = Address(9, 9, 9),
    to recipient: Address = .alice
  ) async throws -> ReceivedPayment {
    let received = ReceivedPayment(
      chainID: 1337, from: sender, to: recipient, value: value,
      transactionHash: Hash32(0, 0, 1, number), blockNumber: number,
      blockHash: Hash32(0, 0, 2, number), date: bench.date.addingTimeInterval(Double(minutes * 60)))
    let block = ScannedBlocks.Block(number: number, hash: received.blockHash)
    try await journal.addBlocks(
      ScannedBatch(
        chainID: 1337, accounts: [recipient],
        genesis: ScannedBlocks.Block(number: 0, hash: Hash32(0, 0, 2, 0)), blocks: [block],
        received: [received]))
    return received
  }

  @Test func pendingPaymentsComeFirstThenAllNewestFirst() async throws {
    let client = bench.makeClient()
    let old = try await client.record(Sample(nonce: 0))
    bench.advance(milliseconds: 60_000)
    let got = try await received(5)
    bench.advance(milliseconds: 60_000)
    let new = try await client.record(Sample(nonce: 1))
    #expect(try await page() == [.payment(new), .payment(old), .received(got)])
    let ended = try await client.update(old.id, .handedOver(old.hash))
    #expect(ended.state == .broadcast)
    let done = try await client.update(
      old.id, .settled(.sample(7, of: old.hash), isFinal: true))
    #expect(try await page() == [.payment(new), .received(got), .payment(done)])
    #expect(try await page(offset: 1, limit: 1) == [.received(got)])
    #expect(try await page(offset: 3) == [])
    #expect(try await page(of: .bob) == [])
  }

  @Test func nothingIsMadeByLooking() async throws {
    let folder = try TemporaryFolder()
    let history = HistoryClient.live(ActivityJournal(folder: folder.path), node: NodeClient())
    #expect(try await history.page(HistoryQuery(account: .alice, chainID: 1337)) == [])
    #expect(try await history.balances(.alice, 1337) == [])
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  /// A stamp reopens the database, and the new connection counted its changes from the start.
  ///
  /// So the page from before the payment seemed to be current, and Home did not show the payment.
  @Test(arguments: [false, true])
  func aPaymentIsOnThePageAfterTheJournalIsReopened(isStamped: Bool) async throws {
    let folder = try TemporaryFolder()
    let journal = ActivityJournal(folder: folder.path) { [bench] in bench.date }
    let history = HistoryClient.live(journal, node: NodeClient(), clock: clock)
    let query = HistoryQuery(account: .alice, chainID: 1337)
    let mark = try await journal.stamp(expecting: nil, makesMissing: true)
    let known = try #require(mark)
    let open = { () async throws in
      if isStamped {
        _ = try await journal.stamp(expecting: known, makesMissing: false)
      } else {
        try await journal.check(expecting: known)
      }
    }
    try await open()
    #expect(try await history.page(query) == [])
    let payment = try await ActivityClient.live(journal).record(Sample())
    try await open()
    #expect(try await history.page(query) == [.payment(payment)])
    let next = try await ActivityClient.live(journal).record(Sample(nonce: 1))
    try await open()
    #expect(try await history.page(query) == [.payment(next), .payment(payment)])
  }

  // MARK: - Searching

  @Test func aSearchFindsNamesAddressesAmountsAndHashes() async throws {
    let payment = ActivityLine.payment(try await bench.makeClient().record(Sample()))
    let got = ActivityLine.received(try await received(5, value: 250_000_000_000_000_000))
    let bob = Address.bob.hex
    #expect(try await page(String(bob.prefix(6))) == [payment], "with 0x")
    #expect(try await page(String(bob.dropFirst(2).prefix(3)).uppercased()) == [payment])
    #expect(try await page(String(bob.suffix(4))) == [payment], "people compare ends, too")
    #expect(try await page("zoe", [("Zoë", .bob)]) == [])
    #expect(try await page("BO", [("Bob", .bob), ("Alice", .alice)]) == [payment])
    #expect(try await page("ali", [("Alice", Address(9, 9, 9))]) == [got])
    #expect(try await page("0.25") == [got])
    #expect(try await page("0.250") == [got])
    #expect(try await page("0.2") == [])
    #expect(try await page("0.0000000015") == [payment])
    #expect(try await page(String(Sample().hash.hex.prefix(10))) == [payment])
    #expect(try await page(String(Hash32(0, 0, 1, 5).hex.suffix(10))) == [got])
    #expect(try await page("nothing of this") == [])
    #expect(try await page("%%%") == [], "no sign of the database's language")
    #expect(try await page("  ") == [payment, got], "nothing was typed")
  }

  /// Every count of digits, at both ends of an address and of a hash, and one digit that differs.
  /// The short form has the least, the most and one between them.
  @Test(arguments: Effort.isShort ? [3, 17, 40] : Array(3...40))
  func digitsAtBothEndsAreCompared(count: Int) async throws {
    let payment = ActivityLine.payment(try await bench.makeClient().record(Sample()))
    let got = ActivityLine.received(
      try await received(5, from: try Address(hex: "0xabc" + String(repeating: "1", count: 37))))
    for (text, line) in [
      (Address.bob.hex, payment), (got.counterparty.hex, got), (Sample().hash.hex, payment),
      (Hash32(0, 0, 1, 5).hex, got),
    ] {
      let digits = text.dropFirst(2)
      let ends = [String(digits.prefix(count)), String(digits.suffix(count))]
      for end in ends {
        #expect(try await page(end).contains(line), "\(end)")
        let other = end.prefix(1) == "f" ? "e" : "f"
        let changed = other + end.dropFirst()
        let isElsewhere = [Address.bob.hex, got.counterparty.hex, Sample().hash.hex].contains {
          $0.dropFirst(2).hasPrefix(changed) || $0.hasSuffix(changed)
        }
        if !isElsewhere { #expect(try await page(changed).isEmpty, "\(changed)") }
      }
    }
  }

  @Test(arguments: [
    ("ab", nil), ("abc", "abc"), ("0xAB", nil), ("0xABC", "abc"), ("0x", nil), ("abg", nil),
    (String(repeating: "f", count: 64), String(repeating: "f", count: 64)),
    (String(repeating: "f", count: 65), nil),
  ])
  func digitsAreLookedForFromThreeTo64(text: String, digits: String?) {
    #expect(ActivitySearch(text)?.digits == digits)
  }

  @Test func aTransactionOfTheFamilyIsFound() async throws {
    let client = bench.makeClient()
    _ = try await client.record(Sample())
    let replacement = PaymentTransaction.replacement(.speedUp)
    let payment = try await client.replace(Sample().id, replacement)
    #expect(try await page(String(replacement.hash.hex.prefix(12))) == [.payment(payment)])
  }

  // MARK: - Keeping Pages

  @Test func aPageIsReadAgainAfterAnyChange() async throws {
    let client = bench.makeClient()
    let first = try await client.record(Sample(nonce: 0))
    #expect(try await page() == [.payment(first)])
    let second = try await client.record(Sample(nonce: 1))
    #expect(try await page().count == 2, "a payment was recorded")
    let changed = try await client.update(second.id, .handedOver(second.hash))
    #expect(try await page().first == .payment(changed), "a payment changed")
    #expect(try await page(limit: 1) == [.payment(changed)], "another page is another key")
    let got = try await received(5)
    #expect(try await page().contains(.received(got)), "a block was looked through")
  }

  /// The table is unloaded in the meantime, which counts as no change of a row.
  @Test(arguments: [(299_999, true), (300_000, false)])
  func aPageIsKeptFor300Seconds(milliseconds: Int, isKept: Bool) async throws {
    let payment = try await bench.makeClient().record(Sample())
    #expect(try await page() == [.payment(payment)])
    guard case .memory(let queue) = bench.database.place else { return }
    try await queue.write { try $0.execute(sql: "ALTER TABLE received RENAME TO elsewhere") }
    await clock.advance(by: .milliseconds(milliseconds))
    if isKept {
      #expect(try await page() == [.payment(payment)])
    } else {
      await #expect(throws: JournalFailure.corrupt(path: "the memory")) { try await page() }
    }
  }

  @Test func aPageIsReadAgainAfterAnotherProcessWrote() async throws {
    let folder = try TemporaryFolder()
    let mine = HistoryClient.live(ActivityJournal(folder: folder.path), node: NodeClient())
    let other = ActivityBench(.folder(folder.path)).makeClient()
    let query = HistoryQuery(account: .alice, chainID: 1337)
    let first = try await other.record(Sample(nonce: 0))
    #expect(try await mine.page(query) == [.payment(first)])
    let second = try await other.record(Sample(nonce: 1))
    #expect(try await mine.page(query).count == 2)
    _ = try await other.update(second.id, .abandoned)
    #expect(try await mine.page(query).contains { $0.payment?.state == .abandoned })
  }

  // MARK: - Balances

  @Test func theNewestBalancesOfAnAccountAreKept() async throws {
    let count = BalanceSample.countMax + 3
    for number in 0..<count {
      try await history.noteBalance(
        .alice, 1337,
        BalanceSample(
          balance: Wei(UInt64(number)), blockNumber: UInt64(number),
          date: bench.date.addingTimeInterval(Double(number))))
    }
    try await history.noteBalance(
      .bob, 1337, BalanceSample(balance: 1, blockNumber: 1, date: bench.date))
    let kept = try await history.balances(.alice, 1337)
    #expect(kept.map(\.balance) == (3..<count).map { Wei(UInt64($0)) })
    #expect(kept.first?.date == bench.date.addingTimeInterval(3))
    #expect(try await history.balances(.bob, 1337).count == 1)
    #expect(try await history.balances(.alice, 1) == [])
  }
}
