import ActivityClient
import ActivityClientLive
import EthereumPrimitives
import Foundation
import GRDB
import SendFeature

/// A world: everything that outlives the wallet's process, and the checks of it.
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
  /// The transactions that a wallet that never sends anything twice has sent.
  var sentOnce: Set<[UInt8]> = []
  /// All signed transactions, in order.
  var signed: [WorldTransaction] = []
  /// The first violation of an invariant.
  private(set) var violation: WorldViolation?
  /// The log, if it is to be printed.
  private(set) var lines: [String]?
  /// True once the faults are over.
  private(set) var isHonest = false
  private(set) var stepCount = 0
  /// The number of gates that all processes have passed.
  var gateCount = 0
  /// The number of killed processes.
  var killCount = 0
  /// The disk's contents if the last commit was not synced; only a defective wallet needs it.
  var diskCopy: DatabaseQueue?
  /// The number of processes that received a stop signal.
  var stopCount = 0
  /// The payments that the wallet has called open and the person has not looked at since.
  ///
  /// The wallet resumed an old one, reopened one, or reported one that comes before another.
  var openAgain: Set<PaymentID> = []
  /// The highest count of the account's transactions that a defective wallet has believed.
  var countBelieved: UInt64 = 0
  /// The payments whose end a defective wallet has taken back.
  var takenBack: Set<PaymentID> = []
  private var pendingEvents: [FaultPlan]
  /// The offset of the machine's clock, in seconds.
  private var clockOffset = 0
  /// The transactions that another wallet with the same key signed.
  private(set) var foreign: Set<Hash32> = []
  /// The process that has the wallet open beside the commands.
  var screen: WorldProcess?
  private var diskRandom: WorldRandom

  /// The most steps of the clock that a world takes.
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

  /// The contents of the disk.
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

  /// Advances to the next moment at which something happens.
  ///
  /// - Parameter end: The latest moment to stop at.
  /// - Returns: True if the world continues.
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

  /// Returns the faults that a node has for one question.
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

  /// Returns why the journal can't be written now; nil where it can.
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

  /// Returns why it is unknown whether the journal has its last write; nil where it is known.
  func commitFailure() -> JournalFailure? {
    faults(of: -1) { diskRandom.chance($0) }.contains(.commitUncertain)
      ? .system(path: "payments.sqlite", errorNumber: EIO) : nil
  }

  /// True if all nodes that the wallet asks lie about the base fee, now or earlier.
  var isBaseFeeForged: Bool {
    areForging { if case .absurdBaseFee = $0 { true } else { false } }
  }

  /// True if all nodes that the wallet asks lie about tips, now or earlier.
  var isTipForged: Bool {
    areForging { if case .absurdTip = $0 { true } else { false } }
  }

  /// Returns true if all nodes that the wallet asks tell a lie of some kind.
  private func areForging(_ isLie: (FaultPlan.Kind) -> Bool) -> Bool {
    let forging = plan.faults.filter { isLie($0.kind) }
    return forging.contains { $0.node != FaultPlan.verifier }
      && (!plan.chain.hasVerifier || forging.contains { $0.node == FaultPlan.verifier })
  }

  /// True if a node lies about code, now or earlier.
  var isCodeForged: Bool { plan.faults.contains { $0.kind == .forgedCode } }

  // MARK: - Checking

  func require(
    _ invariant: WorldInvariant, _ holds: Bool, _ detail: @autoclosure () -> String
  ) {
    guard !holds, violation == nil else { return }
    violation = WorldViolation(invariant: invariant, detail: detail())
    log("VIOLATION: \(detail())")
  }

  /// Returns true if a payment can't enter a block yet, because earlier nonces are unused.
  ///
  /// Two nodes may tell the same lie to a wallet without any payment, which has nothing to compare
  /// their count with; and the network may forget what another wallet sent before. Such a payment
  /// is delayed and reported as not known; later ones fill the gap.
  func isBehindGap(_ hash: Hash32) -> Bool {
    guard plan.hasTwoFalseCounts || !foreign.isEmpty, let payment = shadow.payment(of: hash) else {
      return false
    }
    let nonces = Set(signed.map(\.nonce)).union(chain.nonces(of: foreign))
    let first = chain.view.head.accountNonce
    return first < payment.nonce && (first..<payment.nonce).contains { !nonces.contains($0) }
  }

  /// Checks that the journal already has a transaction that is handed to a node.
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

  /// Checks an end that is about to be called final: with a second node, both must confirm it.
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

  /// Returns true if a payment is too old to be sent again unasked, although a node took it.
  func isOld(_ id: PaymentID) -> Bool {
    shadow.payment(id).map { OldPayment(payment: $0, at: date).isOld } ?? false
  }

  /// Returns true if a payment is old, and no node ever reported that it has it.
  func isStale(_ id: PaymentID) -> Bool {
    shadow.payment(id).map { OldPayment(payment: $0, at: date).isStale } ?? false
  }
}

extension WorldPlan {
  /// True if a second node can confirm a false count of the first one.
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
  /// True if it happens at one moment rather than for a time.
  var isEvent: Bool {
    switch self {
    case .forgets, .reorganises, .repeats, .foreign, .clockSet: true
    default: false
    }
  }
}

/// The journal's committed contents, as a reader of the disk would find them at any moment.
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

  /// Returns the journal, with its writes copied here.
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
