import ActivityClient
import ActivityClientLive
import EthereumPrimitives
import Foundation
import GRDB
import SendFeature

/// A world: what outlives the wallet's process, and what is checked of it.
///
/// Unchecked: everything of one world runs on one thread.
final class SendWorld: @unchecked Sendable {
  let plan: WorldPlan
  let defect: WalletDefect
  let clock = WorldClock()
  let chain: WorldChain
  private let memory = WorldDatabase.take()
  let shadow = WorldShadow()
  private(set) lazy var network = WorldNetwork(self)
  private(set) lazy var vault = WorldVault(self)
  /// What a wallet that never sends anything twice has sent.
  var sentOnce: Set<[UInt8]> = []
  /// All that was signed, in that order.
  var signed: [WorldTransaction] = []
  /// The first thing that went against an invariant.
  private(set) var violation: WorldViolation?
  /// What happened, where it is to be printed.
  private(set) var lines: [String]?
  /// Whether faults are over.
  private(set) var isHonest = false
  private(set) var stepCount = 0
  /// How many gates all processes passed.
  var gateCount = 0
  /// How many processes were killed.
  var killCount = 0
  /// What the disk has if the last commit was not synced; only a defective wallet needs it.
  var diskCopy: DatabaseQueue?
  /// How many processes were told to stop.
  var stopCount = 0
  /// The payments of which the wallet said that they are open (because it took up an old one,
  /// opened one again, or told of one that comes before another), and that the person has not
  /// looked at since.
  var openAgain: Set<PaymentID> = []
  /// The largest count of the account that a wallet has heard that believes it.
  var countBelieved: UInt64 = 0
  /// The payments whose end a defective wallet has taken back.
  var takenBack: Set<PaymentID> = []
  private var pendingEvents: [FaultPlan]
  /// By how many seconds the machine's clock was set.
  private var clockOffset = 0
  /// What another wallet with the same key signed.
  private(set) var foreign: Set<Hash32> = []
  /// The process that has the wallet open beside the commands.
  var screen: WorldProcess?
  private var diskRandom: WorldRandom

  /// No world takes more steps of the clock.
  static let stepCountMax = 60_000

  init(_ plan: WorldPlan, defect: WalletDefect = .none, isTold: Bool = false) {
    self.plan = plan
    self.defect = defect
    chain = WorldChain(plan.chain, seed: plan.seed)
    diskRandom = WorldRandom(plan.seed, 4)
    lines = isTold ? [] : nil
    pendingEvents = plan.faults.filter(\.kind.isEvent)
  }

  deinit { memory.giveBack() }

  /// What the disk has.
  var database: ActivityDatabase { memory.database }

  var date: Date {
    let elapsed = clock.elapsed.components
    return Date(
      timeIntervalSince1970: 1_800_000_000 + Double(clockOffset) + Double(elapsed.seconds)
        + Double(elapsed.attoseconds) / 1e18)
  }

  func log(_ line: @autoclosure () -> String) {
    guard lines != nil else { return }
    lines?.append("\(clock.elapsed.components.seconds) s: \(line())")
  }

  // MARK: - Time

  /// Moves on to the next moment at which something happens.
  ///
  /// - Parameter end: When to stop at the latest.
  /// - Returns: Whether the world goes on.
  func step(until end: Duration?) -> Bool {
    stepCount += 1
    guard stepCount <= Self.stepCountMax else {
      require(.waitsEnd, false, "still waiting after \(stepCount) steps")
      return false
    }
    var next = chain.nextBlock
    if let deadline = clock.nextDeadline { next = min(next, deadline) }
    if let end { next = min(next, end) }
    if let event = pendingEvents.first { next = min(next, .seconds(event.startSeconds)) }
    next = max(next, clock.elapsed)
    clock.advance(to: next)
    while let event = pendingEvents.first, .seconds(event.startSeconds) <= next {
      pendingEvents.removeFirst()
      perform(event)
    }
    if chain.nextBlock <= next { chain.mine(at: next) }
    return true
  }

  private func perform(_ event: FaultPlan) {
    log("\(event.kind)")
    switch event.kind {
    case .forgets(let everywhere):
      network.forgetPools(of: everywhere ? nil : event.node)
      if everywhere { chain.forgetWaiting() }
    case .reorganises(let depth, let forgets):
      network.dropMined()
      chain.reorganise(depth: depth, forgets: forgets)
    case .repeats: network.repeatAll()
    case .clockSet(let seconds): clockOffset += seconds
    case .foreign(let afterWaiting):
      let transaction = WorldPeople.foreign(chain, afterWaiting: afterWaiting)
      foreign.insert(transaction.hash)
      chain.gossip(transaction)
    default: break
    }
  }

  /// Ends all faults.
  func becomeHonest() {
    log("the world becomes honest")
    isHonest = true
    pendingEvents = []
    network.gossipAll()
  }

  /// The faults that a node has for one question.
  func faults(of node: Int, chance: (Int) -> Bool) -> [FaultPlan.Kind] {
    guard !isHonest, !plan.faults.isEmpty else { return [] }
    let now = clock.elapsed
    return plan.faults.filter { fault in
      fault.node == node || fault.node == nil && node != FaultPlan.verifier
    }.filter { fault in
      now >= .seconds(fault.startSeconds) && now < .seconds(fault.startSeconds + fault.seconds)
    }.filter { fault in
      fault.percent == 100 || chance(fault.percent)
    }.map(\.kind)
  }

  /// Why the journal can't be written now; nil where it can.
  func journalFailure() -> JournalFailure? {
    for kind in faults(of: -1, chance: { diskRandom.chance($0) }) {
      switch kind {
      case .journalBusy: return .busy
      case .diskFull: return .diskFull(path: "payments.sqlite")
      default: break
      }
    }
    return nil
  }

  /// Why it is not known whether the journal has what it just wrote; nil where it is.
  func commitFailure() -> JournalFailure? {
    faults(of: -1) { diskRandom.chance($0) }.contains(.commitUncertain)
      ? .system(path: "payments.sqlite", errorNumber: EIO) : nil
  }

  /// Whether all nodes that the wallet asks lie about the base fee now, or did before.
  var isBaseFeeForged: Bool {
    areForging { if case .absurdBaseFee = $0 { true } else { false } }
  }

  /// Whether all nodes that the wallet asks lie about tips now, or did before.
  var isTipForged: Bool {
    areForging { if case .absurdTip = $0 { true } else { false } }
  }

  /// Whether all nodes that the wallet asks tell a lie of some kind.
  private func areForging(_ isLie: (FaultPlan.Kind) -> Bool) -> Bool {
    let forging = plan.faults.filter { isLie($0.kind) }
    return forging.contains { $0.node != FaultPlan.verifier }
      && (!plan.chain.hasVerifier || forging.contains { $0.node == FaultPlan.verifier })
  }

  /// Whether a node lies about code now or did before.
  var isCodeForged: Bool { plan.faults.contains { $0.kind == .forgedCode } }

  // MARK: - Checking

  func require(
    _ invariant: WorldInvariant, _ holds: Bool, _ detail: @autoclosure () -> String
  ) {
    guard !holds, violation == nil else { return }
    violation = WorldViolation(invariant: invariant, detail: detail())
    log("VIOLATION: \(detail())")
  }

  /// Whether a payment can't come into a block yet, because the nonces before its own are unused.
  ///
  /// Two nodes may lie alike to a wallet without any payment, which has nothing to compare their
  /// count with; and the network may forget what another wallet sent before.
  /// Such a payment is delayed, and told as not known; later ones fill the gap.
  func isBehindGap(_ hash: Hash32) -> Bool {
    guard plan.hasTwoFalseCounts || !foreign.isEmpty, let payment = shadow.payment(of: hash) else {
      return false
    }
    let nonces = Set(signed.map(\.nonce)).union(chain.nonces(of: foreign))
    let first = chain.view.head.accountNonce
    return first < payment.nonce && (first..<payment.nonce).contains { !nonces.contains($0) }
  }

  /// A transaction comes to a node: the journal must say so already.
  func checkHandedOver(_ transaction: WorldTransaction, by process: WorldProcess) {
    guard let payment = shadow.payment(of: transaction.hash) else {
      return require(.recordedFirst, false, "sent what the journal does not have")
    }
    require(
      .recordedFirst, payment.transaction(transaction.hash)?.mayBeKnown == true,
      "sent what the journal calls never sent")
    require(
      .toldOld, process.hasTold(payment.id) || !isStale(payment.id) && !isOld(payment.id),
      "sent an old payment without telling its owner")
  }

  /// An end is about to be called final: with a second node, that takes both nodes' word.
  func checkFinal(_ event: PaymentEvent) {
    let number: UInt64
    switch event {
    case .settled(let inclusion, isFinal: true): number = inclusion.blockNumber
    case .replaced(let spent, isFinal: true): number = spent.blockNumber
    default: return
    }
    let isSaid = !plan.chain.hasVerifier || areForging { $0 == .finalizedNow }
    // A development chain can take back what was final a moment ago.
    guard !isSaid, !plan.chain.chainID.isDevelopment else { return }
    require(
      .endsByBlocks, number <= chain.view.finalized,
      "block \(number) is called final; the chain's last final one is \(chain.view.finalized)")
  }

  /// Whether a payment is so old that it does not go out again unasked, although a node took it.
  func isOld(_ id: PaymentID) -> Bool {
    shadow.payment(id).map { OldPayment(payment: $0, at: date).isOld } ?? false
  }

  /// Whether a payment is old, and no node ever said that it has it.
  func isStale(_ id: PaymentID) -> Bool {
    shadow.payment(id).map { OldPayment(payment: $0, at: date).isStale } ?? false
  }
}

extension WorldPlan {
  /// Whether a second node can agree with a false count of the first one.
  fileprivate var hasTwoFalseCounts: Bool {
    chain.hasVerifier
      && faults.contains { fault in
        guard fault.node == FaultPlan.verifier else { return false }
        return switch fault.kind {
        case .nonceUp, .nonceDown, .otherChain, .frozen, .behind: true
        default: false
        }
      }
  }
}

extension FaultPlan.Kind {
  /// Whether it happens at one moment, and not for a time.
  var isEvent: Bool {
    switch self {
    case .forgets, .reorganises, .repeats, .foreign, .clockSet: true
    default: false
    }
  }
}

/// What the journal has committed, as a reader of the disk would find it at any moment.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldShadow: @unchecked Sendable {
  private var payments: [PaymentID: Payment] = [:]
  private var ids: [Hash32: PaymentID] = [:]

  func payment(_ id: PaymentID) -> Payment? { payments[id] }

  func payment(of hash: Hash32) -> Payment? { ids[hash].flatMap { payments[$0] } }

  private func note(_ payment: Payment) {
    payments[payment.id] = payment
    for transaction in payment.transactions { ids[transaction.hash] = payment.id }
  }

  /// The journal, with this beside it.
  func watching(_ journal: ActivityClient) -> ActivityClient {
    var activity = journal
    activity.record = { intent, transaction throws(RecordRefusal) in
      let payment = try await journal.record(intent, transaction)
      self.note(payment)
      return payment
    }
    activity.update = { id, event throws(UpdateRefusal) in
      let payment = try await journal.update(id, event)
      self.note(payment)
      return payment
    }
    activity.replace = { id, transaction throws(ReplaceRefusal) in
      let payment = try await journal.replace(id, transaction)
      self.note(payment)
      return payment
    }
    return activity
  }
}
