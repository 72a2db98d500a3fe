import ActivityClient
import EthereumPrimitives

@testable import WalletCLI

/// A person, or a careful script, that pays by commands and relies only on their exit codes.
final class WorldPerson {
  /// The knowledge about one intended payment.
  enum Standing: Equatable {
    /// Nothing was recorded, as far as the person knows.
    case fresh
    /// A payment was recorded.
    case recorded(Hash32)
    /// Exit code 0: it paid.
    case paid(Hash32)
    /// Exit code 1: it did not pay, and never will.
    case refused
  }

  let world: SendWorld
  private(set) var standings: [Standing]
  private(set) var commandCount = 0
  /// The hashes that were printed for each payment.
  private var known: [Int: Set<Hash32>] = [:]
  private var random: WorldRandom
  /// The payments that the person has sped up or cancelled.
  private var changed: Set<Int> = []
  /// The payments that ended after the world became honest: nothing takes such an end back.
  private var honestEnds: Set<Int> = []
  /// True if the person was away after a kill.
  private var wasAway = false

  /// The most commands that are run while the world lies.
  private static let commandCountMax = 10
  /// The most commands that one payment needs once the world is honest.
  private static let honestCountMax = 8

  init(_ world: SendWorld) {
    self.world = world
    standings = world.plan.intents.map { _ in .fresh }
    random = WorldRandom(world.plan.seed, 2)
  }

  // MARK: - Living

  /// Makes all intended payments, while the world's faults happen.
  func act() {
    for _ in 0..<Self.commandCountMax {
      guard world.violation == nil, let next = standings.firstIndex(where: \.isOpen) else { return }
      if world.plan.hasScreen {
        world.screen?.end()
        world.screen = WorldHost(world).openScreen()
      }
      let open = standings.indices.filter { standings[$0].isOpen }
      runCommand(of: open.count > 1 && random.chance(50) ? random.pick(open) : next)
    }
  }

  /// Ends all open payments, in an honest world.
  func finish() {
    lookAgain()
    // The wallet reports that a payment waits for those with earlier nonces, and leaves old ones to
    // their owner, who therefore ends them first. Later ones may fill a gap that one waits for.
    let order = standings.indices.sorted { (nonce(of: $0), $0) < (nonce(of: $1), $1) }
    for index in order + order {
      for _ in 0..<Self.honestCountMax where isWaitedFor(index) && world.violation == nil {
        runCommand(of: index)
      }
      world.require(
        .waitsEnd, !isWaitedFor(index),
        "payment \(index) is not decided after \(Self.honestCountMax) commands in an honest world")
    }
  }

  /// Returns the nonce of a recorded payment; the largest one for others.
  private func nonce(of index: Int) -> UInt64 {
    guard case .recorded(let hash) = standings[index] else { return .max }
    return world.shadow.payment(of: hash)?.nonce ?? .max
  }

  /// Looks again at ended payments that the wallet has since reported as open.
  ///
  /// A reorganisation that is deeper than expected removes a payment's block, and another
  /// transaction may get its nonce; or it gives back a nonce that another wallet had spent.
  private func lookAgain() {
    for index in standings.indices {
      guard let hash = openedAgain(index) else { continue }
      world.require(
        .endsByBlocks, honestEnds.remove(index) == nil,
        "payment \(index) is told as open, and had its end in an honest world")
      standings[index] = .recorded(hash)
    }
  }

  /// True if the wallet has reported that an ended payment is open again.
  var hasNews: Bool { standings.indices.contains { openedAgain($0) != nil } }

  /// Returns the hash of an ended payment, if the wallet has since reported that it is open again.
  private func openedAgain(_ index: Int) -> Hash32? {
    guard !standings[index].isOpen else { return nil }
    return (known[index] ?? []).sorted { $0.hex < $1.hex }.first { hash in
      world.shadow.payment(of: hash).map { world.openAgain.contains($0.id) } == true
    }
  }

  /// Records how a payment ended. Earlier reports of the wallet about it are obsolete.
  private func conclude(_ index: Int, _ standing: Standing, _ told: Payment?) {
    standings[index] = standing
    if world.isHonest { honestEnds.insert(index) }
    for hash in known[index] ?? [] {
      if let payment = world.shadow.payment(of: hash) { world.openAgain.remove(payment.id) }
    }
    check(told, standing)
  }

  /// Checks exit codes 0 and 1 of a recorded payment: a block had the reported end, as deep as the
  /// wallet requires.
  ///
  /// Only a deeper reorganisation changes it. The journal may be newer by now: another process,
  /// which has the wallet open, may have seen such a reorganisation, or met a node that lies.
  private func check(_ told: Payment?, _ standing: Standing) {
    let code = standing == .refused ? 1 : 0
    let (block, hash, isPaid): (Hash32, Hash32, Bool)
    switch told?.state {
    case .confirmed(let inclusion)?:
      (block, hash, isPaid) = (inclusion.blockHash, inclusion.transactionHash, true)
    case .cancelled(let inclusion)?:
      (block, hash, isPaid) = (inclusion.blockHash, inclusion.transactionHash, false)
    case .replaced(let spent)? where spent.by != nil:
      (block, hash, isPaid) = (spent.blockHash, spent.by ?? .zero, false)
    case .reverted?:
      return world.require(
        .noNodesWord, false, "exit code \(code) for a payment that failed; none does in any world")
    case .abandoned?, nil:
      return world.require(
        .endsByBlocks, standing == .refused, "exit code 0 for a payment without a block")
    case .signed?, .broadcast?, .included?, .replaced?:
      return world.require(
        .endsByBlocks, false, "exit code \(code) for a payment without a block")
    }
    world.require(
      .oneIntent, isPaid == (standing != .refused),
      "exit code \(code) for a payment that is told as \(isPaid ? "paid" : "not paid")")
    let sight = world.chain.sights[block]
    let depth = sight?.depth ?? 0
    let needed: UInt64 = world.plan.chain.chainID.isDevelopment ? 1 : 12
    world.require(
      .endsByBlocks, depth >= needed,
      "exit code \(code) for a block that was never deeper than \(depth); expected \(needed)")
    world.require(
      .endsByBlocks, sight?.hashes.contains(hash) == true,
      "exit code \(code) for a block that does not have the transaction")
  }

  /// Records the hash that a command printed for a payment.
  private func note(_ hash: Hash32?, of index: Int) {
    if let hash { known[index, default: []].insert(hash) }
  }

  /// Returns true if the person continues with a payment that can still make progress.
  private func isWaitedFor(_ index: Int) -> Bool {
    if case .recorded(let hash) = standings[index] { return !world.isBehindGap(hash) }
    return standings[index].isOpen
  }

  private func runCommand(of index: Int) {
    let intent = world.plan.intents[index]
    if standings[index] == .fresh, !world.isHonest { pass(intent.pauseSeconds) }
    switch standings[index] {
    case .fresh: send(index, intent)
    case .recorded(let hash):
      if let role = intent.change, changed.insert(index).inserted {
        replace(index, hash, role, intent)
      } else {
        wait(index, hash, intent)
      }
    case .paid, .refused: break
    }
  }

  private func pass(_ seconds: Int) {
    let end = world.clock.elapsed + .seconds(seconds)
    while world.clock.elapsed < end, world.step(until: end) {}
  }

  private func makeHost() -> WorldHost {
    let crash = world.isHonest ? nil : world.plan.crashes.first { $0.command == commandCount }
    commandCount += 1
    return WorldHost(world, crash)
  }

  // MARK: - Commands

  private func send(_ index: Int, _ intent: IntentPlan) {
    let host = makeHost()
    var honest = intent
    if world.isHonest { (honest.isNoWait, honest.patienceSeconds) = (false, 600) }
    world.log("send \(index)")
    let end = host.send(honest, key: key(index), isAgain: hasEqual(index))
    world.log("send \(index) ends with \(end), printed \(host.announced?.hex.prefix(10) ?? "-")")
    note(host.announced, of: index)
    if end == .killed { leaveAlone() }
    switch (end, host.announced) {
    case (.exit(0, let hash?), _):
      if intent.isNoWait, !world.isHonest {
        standings[index] = .recorded(hash)
      } else {
        conclude(index, .paid(hash), host.told)
      }
    case (.exit(1, let other?), nil):
      // An old payment blocks this one; its owner handles it first.
      world.log("sees to \(other.hex.prefix(10)) first")
      _ = WorldHost(world).wait(for: other, PaymentPatience(seconds: 600))
    // The node counts transactions that the chain does not have: the person asks again later.
    case (.exit(1, _), nil) where host.sawFalseCount: pass(random.within(5...30))
    case (.exit(1, _), _): conclude(index, .refused, host.told)
    case (.exit(69, _), _), (.exit(75, _), _): pass(random.within(5...30))
    case (.exit(76, let hash?), _): standings[index] = .recorded(hash)
    case (.killed, let hash?): standings[index] = .recorded(hash)
    case (.killed, nil):
      guard !intent.hasKey else { break }
      let others = known.values.reduce(into: Set<Hash32>()) { $0.formUnion($1) }
      if let hash = WorldHost(world).find(intent, unlike: others) {
        note(hash, of: index)
        standings[index] = .recorded(hash)
      }
    case (.exit(let code, _), _):
      world.require(.oneIntent, false, "send ended with \(code), which says nothing to a script")
    }
  }

  /// In some worlds, leaves the wallet closed after the first kill until the payments that no node
  /// took are old.
  private func leaveAlone() {
    guard let seconds = world.plan.awaySeconds, !wasAway else { return }
    wasAway = true
    pass(seconds)
    WorldHost(world).open(seconds: 60)
  }

  private func replace(
    _ index: Int, _ hash: Hash32, _ role: PaymentTransaction.Role, _ intent: IntentPlan
  ) {
    let host = makeHost()
    world.log("\(role) \(index)")
    let end = host.replace(
      hash, as: role, PaymentPatience(seconds: max(20, intent.patienceSeconds)))
    world.log("\(role) \(index) ends with \(end)")
    note(host.announced, of: index)
    switch end {
    case .exit(0, _) where role == .cancel: conclude(index, .refused, host.told)
    case .exit(0, let paidBy): conclude(index, .paid(paidBy ?? hash), host.told)
    // Nothing was recorded: run the same command again.
    case .exit(75, _): changed.remove(index)
    // Whatever the result: ask for the payment's end next.
    case .exit, .killed: break
    }
  }

  private func wait(_ index: Int, _ hash: Hash32, _ intent: IntentPlan) {
    let host = makeHost()
    let patience = PaymentPatience(
      seconds: world.isHonest ? 600 : max(20, intent.patienceSeconds))
    world.log("wait \(index)")
    let end = host.wait(for: hash, patience)
    world.log("wait \(index) ends with \(end)")
    note(host.announced, of: index)
    switch end {
    case .exit(0, let paidBy): conclude(index, .paid(paidBy ?? hash), host.told)
    case .exit(1, _): conclude(index, .refused, host.told)
    case .exit(64, _):
      world.require(.toldOld, false, "the journal forgot a payment whose hash was printed")
    case .exit, .killed: break
    }
  }

  // MARK: - Names

  func key(_ index: Int) -> PaymentKey? {
    guard world.plan.intents[index].hasKey else { return nil }
    do {
      return try PaymentKey("payment-\(index)")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns true if the person intends an equal payment, too.
  private func hasEqual(_ index: Int) -> Bool {
    let intents = world.plan.intents
    return intents.indices.contains {
      $0 != index && intents[$0].isEqual(to: intents[index])
    }
  }
}

extension WorldPerson.Standing {
  /// True if the person continues with it.
  var isOpen: Bool {
    switch self {
    case .fresh, .recorded: true
    case .paid, .refused: false
    }
  }
}

extension IntentPlan {
  func isEqual(to other: IntentPlan) -> Bool {
    recipient == other.recipient && isEverything == other.isEverything
      && (isEverything || milliether == other.milliether)
  }
}
