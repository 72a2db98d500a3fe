import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB
import NodeClient
import SendFeature

@testable import ActivityClientLive

// MARK: - Planted Defects

extension WalletDefect {
  /// Defects that wrappers can plant in the code for payments; the worlds find each of them.
  static let planted: [WalletDefect] = [
    latestNonce, sentOnce, endByOneReceipt, noNoteBeforeBroadcast,
    noRecordBeforeBroadcast, nonceFreedOnRefusal, nonceFreedOnTimeOut, keyIgnored, ceilingIgnored,
    reopeningForgotten, finalAtOnce, noBlockCompared, receiptNotCompared, failureBelieved,
    noRecordBeforeReplacing, ceilingAfterSigning, oldOnesGoOut, noSyncBeforeBroadcast,
    countBelieved, finalityOfOneNode, tipOfOneNode, countEndsPayments,
    endTakenBack,
  ]

  /// The journal is not notified before a broadcast.
  static let noNoteBeforeBroadcast = WalletDefect(name: "no note before the broadcast") {
    changing($0) { activity, journal in
      activity.update = { id, event throws(UpdateRefusal) in
        guard case .handedOver(let hash) = event else { return try await journal.update(id, event) }
        return try await known(id, journal) { $0.handOver(hash) }
      }
    }
  }

  /// A signed transaction is sent, and is in no journal.
  static let noRecordBeforeBroadcast = WalletDefect(name: "no record before the broadcast") {
    changing($0) { activity, journal in
      let unwritten = WorldBox<[PaymentID: Payment]>([:])
      activity.record = { intent, transaction throws(RecordRefusal) in
        let payment = Payment(intent: intent, transactions: [transaction], recordedAt: .now)
        unwritten.value[payment.id] = payment
        return payment
      }
      activity.update = { id, event throws(UpdateRefusal) in
        guard var payment = unwritten.value[id] else { return try await journal.update(id, event) }
        if case .handedOver(let hash) = event { payment.handOver(hash) }
        unwritten.value[id] = payment
        return payment
      }
    }
  }

  /// A replacement is sent, and is in no journal.
  static let noRecordBeforeReplacing = WalletDefect(name: "no record before replacing") {
    changing($0) { activity, journal in
      let unwritten = WorldBox<[PaymentID: PaymentTransaction]>([:])
      activity.replace = { id, transaction throws(ReplaceRefusal) in
        unwritten.value[id] = transaction
        do {
          guard var payment = try await journal.payment(.id(id)) else { throw JournalFailure.busy }
          payment.transactions.append(transaction)
          return payment
        } catch {
          throw .unknownPayment
        }
      }
      activity.payment = { reference throws(JournalFailure) in
        var payment = try await journal.payment(reference)
        if let id = payment?.id, let transaction = unwritten.value[id] {
          payment?.transactions.append(transaction)
        }
        return payment
      }
      activity.update = { id, event throws(UpdateRefusal) in
        guard case .handedOver(let hash) = event, unwritten.value[id]?.hash == hash else {
          return try await journal.update(id, event)
        }
        unwritten.value[id]?.mayBeKnown = true
        return try await known(id, journal) { payment in
          if let transaction = unwritten.value[id] { payment.transactions.append(transaction) }
          payment.handOver(hash)
        }
      }
    }
  }

  /// A refusal ends a payment, and its nonce is used again.
  static let nonceFreedOnRefusal = WalletDefect(name: "rejected on refusal") { journal, world in
    changing(journal) { activity, journal in
      activity.update = { id, event throws(UpdateRefusal) in
        let payment = try await journal.update(id, event)
        guard case .refused = event, payment.state == .broadcast else { return payment }
        world.forget(id)
        return payment.abandoned
      }
    }
  }

  /// The wallet gives up a payment after a while if no node has reported it.
  static let nonceFreedOnTimeOut = WalletDefect(name: "nonce freed on time-out") { journal, world in
    changing(journal) { activity, journal in
      activity.payment = { reference throws(JournalFailure) in
        let payment = try await journal.payment(reference)
        guard let payment, payment.state == .broadcast, !payment.wasTaken else { return payment }
        world.forget(payment.id)
        return payment.abandoned
      }
    }
  }

  /// A name does not prevent a second payment.
  static let keyIgnored = WalletDefect(name: "key ignored") {
    changing($0) { activity, journal in
      activity.payment = { reference throws(JournalFailure) in
        if case .key = reference { return nil }
        return try await journal.payment(reference)
      }
      activity.record = { intent, transaction throws(RecordRefusal) in
        var intent = intent
        intent.key = nil
        return try await journal.record(intent, transaction)
      }
    }
  }

  /// A commit reaches the disk only with the next one, and is lost if the machine stops before.
  static let noSyncBeforeBroadcast = WalletDefect(
    name: "no sync before the broadcast"
  ) { journal, world in
    changing(journal) { activity, journal in
      activity.record = { intent, transaction throws(RecordRefusal) in
        world.keepDisk()
        return try await journal.record(intent, transaction)
      }
      activity.update = { id, event throws(UpdateRefusal) in
        world.keepDisk()
        return try await journal.update(id, event)
      }
      activity.replace = { id, transaction throws(ReplaceRefusal) in
        world.keepDisk()
        return try await journal.replace(id, transaction)
      }
    }
  }

  /// The owner is not asked about transactions that only one node knows.
  static let countBelieved: WalletDefect = {
    var defect = WalletDefect(name: "count believed")
    defect.believesCounts = true
    return defect
  }()

  /// No fee is too high.
  static let ceilingIgnored = WalletDefect(
    name: "ceiling not held", policy: FeePolicy(feeCeiling: .max, percentAskedAbove: .max))

  /// The wallet compares the ceiling with a transaction that is already signed.
  static let ceilingAfterSigning: WalletDefect = {
    var defect = WalletDefect(name: "ceiling after signing") {
      changing($0) { activity, journal in
        activity.record = { intent, transaction throws(RecordRefusal) in
          let fee: Wei
          do {
            fee = try transaction.maxFeePerGas.cost(of: transaction.gasLimit)
          } catch {
            fee = .max
          }
          guard fee <= WorldPeople.policy.feeCeiling else { throw .mismatch(.maxFeePerGas) }
          return try await journal.record(intent, transaction)
        }
      }
    }
    defect.policy = ceilingIgnored.policy
    return defect
  }()

  /// A payment that is resumed unasked is never too old.
  static let oldOnesGoOut = WalletDefect(name: "old ones go out") { journal, world in
    changing(journal) { activity, journal in
      activity.unresolved = { () throws(JournalFailure) in
        try await journal.unresolved().map { payment in
          var payment = payment
          payment.recordedAt = world.date
          return payment
        }
      }
    }
  }

  /// An end stays although a reorganisation has removed its block.
  static let reopeningForgotten = WalletDefect(name: "reopening forgotten") {
    changing($0) { activity, journal in
      activity.update = { id, event throws(UpdateRefusal) in
        guard case .reorganised = event else { return try await journal.update(id, event) }
        return try await known(id, journal) { _ in }
      }
    }
  }

  /// The wallet takes every end that is not final back, once, although nothing has changed.
  static let endTakenBack = WalletDefect(name: "end taken back") { journal, world in
    changing(journal) { activity, journal in
      activity.unresolved = { () throws(JournalFailure) in
        let ended = try await journal.reviewable(world.plan.chain.chainID)
        for payment in ended where world.isHonest && world.takenBack.insert(payment.id).inserted {
          do {
            _ = try await journal.update(payment.id, payment.reorganised)
          } catch {
            throw .busy
          }
        }
        return try await journal.unresolved()
      }
    }
  }

  /// Every end is final, and never read again.
  static let finalAtOnce = WalletDefect(name: "final at the first sight") {
    changing($0) { activity, journal in
      activity.update = { id, event throws(UpdateRefusal) in
        guard case .settled(let inclusion, _) = event else {
          return try await journal.update(id, event)
        }
        return try await journal.update(id, .settled(inclusion, isFinal: true))
      }
    }
  }

  /// A payment ends as soon as a block has it.
  static let endByOneReceipt = WalletDefect(name: "depth 0") {
    changing($0) { activity, journal in
      activity.update = { id, event throws(UpdateRefusal) in
        guard case .included(let inclusion) = event else {
          return try await journal.update(id, event)
        }
        return try await journal.update(id, .settled(inclusion, isFinal: false))
      }
    }
  }

  /// The nonce is the node's, whatever the journal contains.
  static let latestNonce = WalletDefect(name: "latest nonce, not the journal's") { journal, _ in
    changing(journal) { activity, _ in
      activity.nextNonce = { question throws(NonceRefusal) in question.latest }
    }
  }

  private static func changing(
    _ journal: ActivityClient, _ change: (inout ActivityClient, ActivityClient) -> Void
  ) -> ActivityClient {
    var activity = journal
    change(&activity, journal)
    return activity
  }

  private static func known(
    _ id: PaymentID, _ journal: ActivityClient, _ change: (inout Payment) -> Void
  ) async throws(UpdateRefusal) -> Payment {
    do {
      guard var payment = try await journal.payment(.id(id)) else {
        throw UpdateRefusal.unknownPayment
      }
      change(&payment)
      return payment
    } catch {
      throw .unknownPayment
    }
  }
}

extension WalletDefect {
  /// Creates a defect of the journal.
  fileprivate init(
    name: String, _ journal: @escaping @Sendable (ActivityClient) -> ActivityClient
  ) {
    self.init(name: name) { client, _ in journal(client) }
  }

  /// Creates a defect of the journal that changes the database.
  fileprivate init(
    name: String,
    _ journal: @escaping @Sendable (ActivityClient, SendWorld) -> ActivityClient
  ) {
    self.init(name: name)
    self.journal = journal
  }
}

extension Payment {
  fileprivate mutating func handOver(_ hash: Hash32) {
    state = .broadcast
    for index in transactions.indices where transactions[index].hash == hash {
      transactions[index].mayBeKnown = true
    }
  }

  fileprivate var abandoned: Payment {
    var payment = self
    payment.state = .abandoned
    return payment
  }
}

extension SendWorld {
  /// Keeps the disk's contents from before a commit that is not synced.
  fileprivate func keepDisk() {
    guard case .memory(let queue) = database.place else { return }
    do {
      let copy = try DatabaseQueue()
      try queue.backup(to: copy)
      diskCopy = copy
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Stops the machine: everything that was not synced is lost.
  func loseUnsynced() {
    guard let diskCopy, case .memory(let queue) = database.place else { return }
    do {
      try diskCopy.backup(to: queue)
    } catch {
      preconditionFailure("\(error)")
    }
    self.diskCopy = nil
  }

  /// Frees a payment's nonce and name, which no rule of the journal permits.
  fileprivate func forget(_ id: PaymentID) {
    guard case .memory(let queue) = database.place else { return }
    do {
      try queue.write { database in
        try database.execute(
          sql: """
            UPDATE payments SET state = 'abandoned', detail = NULL, is_unresolved = 0,
              holds_nonce = 0, key = NULL
            WHERE id = ?
            """,
          arguments: [Data(id.transactionHash.bytes)])
      }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
