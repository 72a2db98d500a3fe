import ActivityClient
import ActivityClientLive
import EthereumCrypto
import EthereumPrimitives
import Foundation
import TestEffort
import Testing

/// The journal of older wallets is imported once, or refused whole.
@Suite struct LegacyJournalTests {
  private let folder: TemporaryFolder
  private let sample = Sample()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeClient() -> ActivityClient {
    ActivityBench(.folder(folder.path)).makeClient()
  }

  /// The first lines of the journal, with their ends.
  private func lines(_ count: Int) -> [UInt8] {
    let lines = Self.journal.utf8.split(separator: 0x0A)
    return Array(lines.prefix(count).map { Array($0) + [0x0A] }.joined())
  }

  private static let rejection = NodeRefusal(code: -32_000, message: "nonce too \"high\"")

  /// The chain's statements are kept, to be read again; a node's statement ended nothing.
  @Test func everyStateIsTakenOverAsWhatItIsWorth() async throws {
    let states: [(Int, PaymentState, NodeRefusal?)] = [
      (1, .broadcast, nil), (2, .broadcast, Self.rejection), (3, .broadcast, nil),
      (4, .confirmed(.sample()), nil), (5, .broadcast, nil),
      (6, .reverted(.sample(of: sample.hash, .undone)), nil), (7, .broadcast, nil),
      (8, .broadcast, nil), (9, .broadcast, nil), (10, .broadcast, nil),
    ]
    for (count, state, refusal) in states {
      let folder = try TemporaryFolder()
      try folder.put(lines(count), at: folder.oldPath)
      let client = ActivityBench(.folder(folder.path)).makeClient()
      let payment = try #require(try await client.payments(ActivityQuery()).first)
      #expect(payment.intent == sample.intent, "\(count) lines")
      #expect(payment.current.rawTransaction == sample.transaction.rawTransaction)
      #expect(payment.state == state, "\(count) lines")
      #expect(payment.lastRefusal == refusal, "\(count) lines")
      #expect(payment.mayBeKnown && !payment.isFinal, "\(count) lines")
      #expect(payment.wasTaken == (count > 2), "\(count) lines")
      #expect(try await client.nextNonce(0) == 1, "it holds its nonce")
      #expect(try await client.history(sample.id).map(\.kind) == [.imported])
      #expect(try folder.contents(folder.oldPath) == nil)
      #expect(try folder.contents(folder.oldPath + ".imported") == lines(count))
    }
  }

  @Test func itIsTakenOverOnce() async throws {
    try folder.put(lines(4), at: folder.oldPath)
    _ = try await makeClient().update(sample.id, .reorganised())
    // Killed between the commit and the renaming: the file exists again.
    try folder.put(lines(4), at: folder.oldPath)
    let client = makeClient()
    #expect(try await client.unresolved().map(\.state) == [.broadcast])
    #expect(try folder.contents(folder.oldPath) == nil)
    #expect(try folder.contents(folder.oldPath + ".imported") == lines(4))
    #expect(try folder.modes().keys.filter { $0.contains("imported") }.count == 2)
  }

  @Test func knownEntriesAreNotImportedAgain() async throws {
    _ = try await makeClient().record(sample)
    try folder.put(lines(4), at: folder.oldPath)
    #expect(try await makeClient().unresolved().map(\.state) == [.signed])
  }

  /// A payment whose refusal had freed its nonce, which another one has now, must not be sent
  /// again.
  @Test func aRefusedPaymentWhoseNonceAnotherHasIsNotOpen() async throws {
    let other = Sample(variant: 1)
    _ = try await makeClient().record(other)
    try folder.put(lines(2), at: folder.oldPath)
    let client = makeClient()
    let payment = try #require(try await client.payment(.id(sample.id)))
    #expect(
      payment.state == .replaced(NonceSpent(by: other.hash, blockNumber: 0, blockHash: .zero)))
    #expect(try await client.unresolved().map(\.id) == [other.id])
    #expect(try await client.reviewable(1337).map(\.id) == [sample.id])
  }

  @Test func aTornLastLineWasNeverAcknowledged() async throws {
    try folder.put(lines(4).dropLast(9) + [], at: folder.oldPath)
    #expect(try await makeClient().unresolved().map(\.state) == [.broadcast])
    #expect(try folder.contents(folder.oldPath + ".imported") == Array(lines(4).dropLast(9)))
  }

  @Test func aDamagedLineIsNamedAndNothingIsChanged() async throws {
    for index in stride(from: 0, to: lines(3).count - 1, by: Effort.isShort ? 370 : 37) {
      let folder = try TemporaryFolder()
      var damaged = lines(3)
      damaged[index] ^= 1
      let line = damaged[..<index].count { $0 == 0x0A } + 1
      try folder.put(damaged, at: folder.oldPath)
      let client = ActivityBench(.folder(folder.path)).makeClient()
      let failure = JournalFailure.damaged(path: folder.oldPath, line: line)
      await #expect(throws: failure, "byte \(index)") { try await client.unresolved() }
      await #expect(throws: RecordRefusal.storage(failure), "byte \(index)") {
        try await client.record(Sample(nonce: 9))
      }
      #expect(try folder.contents(folder.oldPath) == damaged)
      // Once repaired, it is imported.
      try folder.put(lines(3), at: folder.oldPath)
      #expect(try await client.unresolved().count == 1)
    }
  }

  @Test func aNewerLineIsRefused() async throws {
    try folder.put(
      lines(1) + Array("{\"kind\":\"sponsored\",\"version\":2}\n".utf8), at: folder.oldPath)
    await #expect(throws: JournalFailure.unsupportedVersion(found: 2, supported: 1)) {
      try await makeClient().unresolved()
    }
  }

  /// Lines as older wallets wrote them.
  private static let journal = #"""
    {"at":1800000000000,"check":"0x749c174bda736e2a","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"signed","signed":{"chainID":1337,"from":"0x\#
    1a642f0e3c3af545e7acbd38b07251b3990914f1","gasLimit":21000,"maxFeePerGas":"0x6fc23ac00",\#
    "maxPriorityFeePerGas":"0x3b9aca00","nonce":0,"raw":"0x02f87182053980843b9aca008506fc23a\#
    c00825208945050a4f4b3f9338c3472dcc01a87c76a144b3c9c8459682f0080c080a04274a6bf2c54ae37c1f\#
    ed2c3cebad0cf4d5356647d844bcbeb45c37e1f12e0f4a0764ad9b972e0663273d358e31abf6ea264d4c11af\#
    3a27a77abb6bc08975f2e2f","to":"0x5050a4f4b3f9338c3472dcc01a87c76a144b3c9c","value":"0x59\#
    682f00"},"version":1}
    {"at":1800000000001,"check":"0x60c4a8a26f355515","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"rejected","rejection":{"code":-32000,"messa\#
    ge":"nonce too \"high\""},"version":1}
    {"at":1800000000002,"check":"0x72d8ded1e0bd04e7","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"broadcast","version":1}
    {"at":1800000000003,"block":{"gasPrice":"0x1dcd65007","gasUsed":21000,"hash":"0xee2a4bc7\#
    db81da2b7164e56b3649b1e2a09c58c455b15dabddd9146c7582cebc","number":7},"check":"0xeefcab3\#
    cb7316875","hash":"0x8dd8bba1aa2c2900423fe5b734774b1acfa5719b5a9ee661e1761ebc50982324","\#
    kind":"confirmed","version":1}
    {"at":1800000000004,"check":"0xc158ba927b9ef0fc","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"reorganised","version":1}
    {"at":1800000000005,"block":{"gasPrice":"0x1dcd65007","gasUsed":21000,"hash":"0xee2a4bc7\#
    db81da2b7164e56b3649b1e2a09c58c455b15dabddd9146c7582cebc","number":7},"check":"0x37bc1cd\#
    dd4a5d9a2","hash":"0x8dd8bba1aa2c2900423fe5b734774b1acfa5719b5a9ee661e1761ebc50982324","\#
    kind":"reverted","version":1}
    {"at":1800000000006,"check":"0x9e41c2d1f202001d","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"reorganised","version":1}
    {"at":1800000000007,"check":"0x68feaf49196515b0","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"replaced","replacedBy":"0x00000000000000000\#
    00000000000000000000000000000000000000000000000","version":1}
    {"at":1800000000008,"check":"0x394f01fe0c9e1d83","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"reorganised","version":1}
    {"at":1800000000009,"check":"0x4a3ccc0ea732808e","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"replaced","version":1}

    """#
}
