import ActivityClient
import DurableFiles
import DurableFilesTesting
import EthereumPrimitives
import Testing

/// Killed at any moment, a wallet never pays twice and never forgets a payment.
@Suite struct ActivityDurabilityTests {
  /// How far a sending wallet came: what the node has seen, and what it was told.
  private struct Story {
    var wasRecorded = false
    var sawBroadcast = false
  }

  /// Sends one payment, as a wallet does: record, broadcast, note.
  private func send(_ intent: PaymentIntent, _ client: ActivityClient, _ story: inout Story)
    async throws
  {
    _ = try await client.record(intent)
    story.wasRecorded = true
    story.sawBroadcast = true
    _ = try await client.update(intent.id, .broadcast)
  }

  @Test func machineStoppedBeforeAnyStepForgetsNoPaymentThatANodeSaw() async throws {
    let rehearsal = ActivityBench()
    var story = Story()
    try await send(.sample(), rehearsal.makeClient(), &story)
    let stepCount = rehearsal.disk.stepCount
    var sawBroadcastCount = 0
    for stop in SimulatedDisk.Stop.allCases {
      for step in 1...stepCount {
        let bench = ActivityBench()
        var story = Story()
        bench.disk.plan(.stop(stop), atStep: step)
        await #expect(throws: (any Error).self, "\(stop) before step \(step)") {
          try await send(.sample(), bench.makeClient(), &story)
        }
        bench.disk.restart()
        let client = bench.makeClient()
        let found = try await client.unresolved()
        if story.sawBroadcast {
          sawBroadcastCount += 1
          // The very transaction that the node saw, to be broadcast again and followed.
          #expect(found.map(\.intent) == [.sample()], "\(stop) before step \(step)")
          #expect(try await client.nextNonce(1337, .alice, 0) == 1, "\(stop) before step \(step)")
        } else {
          // Perhaps written, perhaps not; but nobody saw it, and it can still be paid, once.
          #expect(found.count <= 1)
        }
        // What stands is sent again as it is; what does not can be made anew.
        if found.isEmpty {
          _ = try await client.record(.sample())
        } else {
          await #expect(throws: RecordRefusal.nonceTaken(by: PaymentIntent.sample().id)) {
            try await client.record(.sample())
          }
        }
        let payment = try await client.update(PaymentIntent.sample().id, .confirmed(.sample()))
        #expect(try await client.payments(ActivityQuery()) == [payment])
      }
    }
    #expect(sawBroadcastCount > 0)
  }

  @Test func refusedStepWhileRecordingLeavesTheNonceFree() async throws {
    let rehearsal = ActivityBench()
    _ = try await rehearsal.makeClient().record(.sample())
    for step in 1..<rehearsal.disk.stepCount {
      let bench = ActivityBench()
      let client = bench.makeClient()
      bench.disk.plan(.refuse(.diskFull), atStep: step)
      await #expect(throws: RecordRefusal.self, "step \(step)") {
        try await client.record(.sample())
      }
      #expect(try await client.unresolved() == [], "step \(step)")
      _ = try await client.record(.sample(variant: 1))
    }
  }

  @Test func fullDiskIsSaidAndNothingIsRecorded() async throws {
    let bench = ActivityBench(disk: SimulatedDisk(capacity: 100))
    let client = bench.makeClient()
    await #expect(
      throws: RecordRefusal.storage(.diskFull(path: ActivityBench.path))
    ) { try await client.record(.sample()) }
    #expect(try await client.unresolved() == [])
    bench.disk.setCapacity(.max)
    _ = try await client.record(.sample())
    #expect(try await client.unresolved().count == 1)
  }

  @Test func tornLastLineIsSetAsideAndTheRestStands() async throws {
    let bench = ActivityBench()
    let client = bench.makeClient()
    let first = try await client.record(.sample())
    let whole = try #require(bench.disk.contents(ActivityBench.path))
    _ = try await client.record(.sample(nonce: 1))
    let both = try #require(bench.disk.contents(ActivityBench.path))
    for count in whole.count..<both.count {
      let bench = ActivityBench()
      bench.disk.put(Array(both.prefix(count)), at: ActivityBench.path)
      let client = bench.makeClient()
      #expect(try await client.unresolved() == [first], "\(count) bytes")
      _ = try await client.record(.sample(nonce: 2))
      #expect(try await client.unresolved().map(\.intent.nonce) == [0, 2], "\(count) bytes")
      let torn = Array(both[whole.count..<count])
      #expect(
        bench.disk.contents(ActivityBench.path + ".unreadable-1") == (torn.isEmpty ? nil : torn))
    }
  }

  @Test func changingAnyByteStopsTheJournal() async throws {
    let bench = ActivityBench()
    let client = bench.makeClient()
    _ = try await client.record(.sample())
    _ = try await client.update(PaymentIntent.sample().id, .broadcast)
    let contents = try #require(bench.disk.contents(ActivityBench.path))
    let firstEnd = try #require(contents.firstIndex(of: 0x0A))
    for index in contents.indices.dropLast() {
      for flip in [UInt8(0x01), 0x20] {
        var changed = contents
        changed[index] ^= flip
        bench.disk.put(changed, at: ActivityBench.path)
        let line = index <= firstEnd ? 1 : 2
        await #expect(
          throws: JournalFailure.damaged(path: ActivityBench.path, line: line),
          "byte \(index) ^ \(flip)"
        ) { try await client.payments(ActivityQuery()) }
        #expect(bench.disk.contents(ActivityBench.path) == changed, "byte \(index)")
      }
    }
  }

  @Test func whatOthersDoToTheFileIsSeenByAJournalThatKnewIt() async throws {
    let bench = ActivityBench()
    let client = bench.makeClient()
    let other = bench.makeClient()
    let first = try await client.record(.sample())
    #expect(try await other.unresolved() == [first])
    let second = try await other.record(.sample(nonce: 1))
    #expect(try await client.unresolved() == [first, second])
    let both = try #require(bench.disk.contents(ActivityBench.path))
    bench.disk.put(Array(both.prefix { $0 != 0x0A }) + [0x0A], at: ActivityBench.path)
    #expect(try await client.unresolved() == [first])
    bench.disk.delete(ActivityBench.path)
    #expect(try await client.unresolved() == [])
    bench.disk.put(both, at: ActivityBench.path)
    #expect(try await client.unresolved() == [first, second])
    bench.disk.put([0x0A] + both.dropFirst(), at: ActivityBench.path)
    await #expect(throws: JournalFailure.damaged(path: ActivityBench.path, line: 1)) {
      try await client.unresolved()
    }
    bench.disk.put(both, at: ActivityBench.path)
    #expect(try await client.unresolved() == [first, second])
  }

  @Test func damagedLineIsNamedAndNothingIsPaid() async throws {
    let bench = ActivityBench()
    let client = bench.makeClient()
    _ = try await client.record(.sample())
    let line = try #require(bench.disk.contents(ActivityBench.path))
    let damaged = line + Array("{}\n".utf8) + line
    bench.disk.put(damaged, at: ActivityBench.path)
    let failure = JournalFailure.damaged(path: ActivityBench.path, line: 2)
    await #expect(throws: failure) { try await client.unresolved() }
    await #expect(throws: RecordRefusal.storage(failure)) {
      try await client.nextNonce(1337, .alice, 0)
    }
    await #expect(throws: RecordRefusal.storage(failure)) {
      try await client.record(.sample(nonce: 1))
    }
    #expect(bench.disk.contents(ActivityBench.path) == damaged)
    bench.disk.put(
      line + Array("{\"kind\":\"sponsored\",\"version\":2}\n".utf8), at: ActivityBench.path)
    await #expect(throws: JournalFailure.unsupportedVersion(found: 2, supported: 1)) {
      try await client.unresolved()
    }
  }

  @Test func twoProcessesDoNotGiveOneNonceTwice() async throws {
    let bench = ActivityBench()
    let clients = (0..<4).map { _ in bench.makeClient() }
    let recorded = await withTaskGroup(of: Bool.self) { group in
      for (index, client) in clients.enumerated() {
        group.addTask {
          do throws(RecordRefusal) {
            _ = try await client.record(.sample(nonce: 3, variant: UInt64(index)))
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(recorded == 1)
    #expect(try await bench.makeClient().payments(ActivityQuery()).count == 1)
  }
}
