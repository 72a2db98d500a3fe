import ActivityClient
import DurableFiles
import DurableFilesTesting
import EthereumPrimitives
import Testing

/// Long random lives of a journal, on a machine that stops now and then, held against a model.
@Suite struct ActivityModelTests {
  /// What a journal of one account should hold, in the order of recording.
  private struct Model {
    var payments: [(intent: PaymentIntent, state: PaymentState)] = []

    /// As the journal lists them: those without an end first, then the others, newest first.
    var listed: [(intent: PaymentIntent, state: PaymentState)] {
      let newest = Array(payments.reversed())
      return newest.filter(\.state.isUnresolved) + newest.filter { !$0.state.isUnresolved }
    }

    private func isTaken(_ nonce: UInt64, but id: PaymentID) -> Bool {
      payments.contains { payment in
        if case .failed(.rejected) = payment.state { return false }
        return payment.intent.nonce == nonce && payment.intent.id != id
      }
    }

    /// Answers whether the journal should take it.
    mutating func record(_ intent: PaymentIntent) -> Bool {
      let known = payments.firstIndex { $0.intent == intent }
      if let known {
        guard case .failed(.rejected) = payments[known].state else { return false }
      }
      guard !isTaken(intent.nonce, but: intent.id) else { return false }
      if let known {
        payments[known].state = .signed
      } else {
        payments.append((intent, .signed))
      }
      return true
    }

    /// Answers whether the journal should take it.
    mutating func update(_ index: Int, _ event: PaymentEvent) -> Bool {
      let payment = payments[index]
      let isRejected = if case .failed(.rejected) = payment.state { true } else { false }
      let isInBlock = !isRejected && !payment.state.isUnresolved
      switch event {
      case .confirmed(let inclusion):
        payments[index].state = .confirmed(inclusion)
      case .broadcast:
        guard !isInBlock else { return false }
        guard !isRejected || !isTaken(payment.intent.nonce, but: payment.intent.id) else {
          return false
        }
        payments[index].state = .broadcast
      case .failed(let failure):
        guard !isInBlock || payment.state == .failed(failure) else { return false }
        payments[index].state = .failed(failure)
      case .reorganised:
        guard isInBlock else { return false }
        payments[index].state = .broadcast
      }
      return true
    }
  }

  private static let events: [PaymentEvent] = [
    .broadcast, .broadcast, .confirmed(.sample(1)), .confirmed(.sample(2)), .reorganised,
    .failed(.rejected(code: -32_000, message: "busy")), .failed(.reverted(.sample(3))),
    .failed(.replaced(by: .zero)),
  ]

  @Test(arguments: Array(UInt64(1)...20))
  func journalBehavesLikeItsModel(seed: UInt64) async throws {
    var generator = Numbers(state: seed)
    let bench = ActivityBench()
    var client = bench.makeClient()
    var model = Model()
    for step in 0..<40 {
      let comment: Comment = "seed \(seed), step \(step)"
      let stops = generator.next() % 6 == 0
      if stops {
        let stop = SimulatedDisk.Stop.allCases[Int(generator.next() % 4)]
        bench.disk.plan(.stop(stop), atStep: bench.disk.stepCount + 1 + Int(generator.next() % 8))
      }
      var next = model
      let isTaken: Bool
      let isExpected: Bool
      if model.payments.isEmpty || generator.next() % 3 == 0 {
        let intent = PaymentIntent.sample(
          nonce: generator.next() % 5, variant: generator.next() % 3)
        isExpected = next.record(intent)
        isTaken = await succeeds { _ = try await client.record(intent) }
      } else {
        let index = Int(generator.next() % UInt64(model.payments.count))
        let event = Self.events[Int(generator.next() % UInt64(Self.events.count))]
        isExpected = next.update(index, event)
        let id = model.payments[index].intent.id
        isTaken = await succeeds { _ = try await client.update(id, event) }
      }
      let wasStopped = bench.disk.isStopped
      if stops { bench.disk.restart() }
      if stops || generator.next() % 8 == 0 { client = bench.makeClient() }
      let found = try await client.payments(ActivityQuery(limit: .max))
        .map { (intent: $0.intent, state: $0.state) }
      let isWritten = found.elementsEqual(next.listed) { $0 == $1 }
      // Where the machine stopped and nobody was told, it may stand or not.
      if !wasStopped || isTaken {
        #expect(isTaken == isExpected, comment)
        #expect(isWritten || !isExpected, comment)
      }
      if isWritten { model = next }
      #expect(found.elementsEqual(model.listed) { $0 == $1 }, comment)
    }
  }

  private func succeeds(_ operation: () async throws -> Void) async -> Bool {
    do {
      try await operation()
      return true
    } catch {
      return false
    }
  }
}

/// Numbers that repeat: the same seed, the same numbers.
private struct Numbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
