import ActivityClient
import ActivityClientLive
import EthereumPrimitives
import EthereumTransactions
import SendFeature

@testable import WalletCLI

/// One run of a world, from its first command to finality, and the checks at its end.
struct WorldRun {
  let world: SendWorld
  let person: WorldPerson
  /// The ends of the payments, if all was checked.
  private(set) var ends: [PaymentState] = []

  /// Runs a world.
  init(_ plan: WorldPlan, defect: WalletDefect = .none, isTold: Bool = false) {
    world = SendWorld(plan, defect: defect, isTold: isTold)
    person = WorldPerson(world)
    person.act()
    // An owner who was told something false may blame a node that is right.
    if plan.isRepaired, world.violation == nil { _ = WorldHost(world).repair() }
    world.screen?.end()
    world.screen = nil
    world.becomeHonest()
    finish()
    // The wallet's reports while blocks arrive count, too: about payments that ended before the
    // world became honest.
    for _ in 0..<Self.hearingCountMax where world.violation == nil && person.hasNews { finish() }
    world.require(
      .waitsEnd, !person.hasNews,
      "the wallet tells of what has ended after \(Self.hearingCountMax) times")
    if world.violation == nil { checkEnds() }
    if plan.isRepaired, world.violation == nil { repair() }
  }

  /// Ends all open payments, in an honest world, and lets them become final.
  private func finish() {
    if world.violation == nil { person.finish() }
    if world.violation == nil { reachFinality() }
  }

  /// The number of times that the person looks again at the wallet's reports.
  private static let hearingCountMax = 3

  /// Reads every end again: an honest node takes none back.
  private mutating func repair() {
    guard let report = WorldHost(world).repair() else { return }
    let (standing, found) = (report.standing.count, report.reopened.count + report.unknown.count)
    world.require(
      .endsByBlocks, found == 0, "a repair finds \(standing) ends, and \(found) others")
    if world.violation == nil { checkEnds() }
  }

  // MARK: - Finality

  /// The number of times that the wallet is opened until all is final.
  private static let openingCountMax = 6
  /// The number of blocks that make everything final.
  private static let finalBlockCount = 78

  /// Lets time pass, and opens the wallet, until nothing can change.
  private func reachFinality() {
    for _ in 0..<Self.openingCountMax {
      pass(blocks: Self.finalBlockCount)
      WorldHost(world).open(seconds: 30 * world.plan.chain.blockSeconds)
      guard
        let open = payments()?.filter({
          !$0.isFinal && $0.state != .abandoned && !world.isBehindGap($0.hash)
        })
      else { return }
      if open.isEmpty { return }
      // The owner handles the payments that are reported as old.
      for payment in open where payment.state.isUnresolved {
        _ = WorldHost(world).wait(for: payment.hash, .init(seconds: 600))
      }
    }
    world.require(.waitsEnd, false, "no finality after \(Self.openingCountMax) openings")
  }

  private func pass(blocks: Int) {
    let end = world.chain.view.head.number + UInt64(blocks)
    while world.chain.view.head.number < end, world.step(until: nil) {}
  }

  private func payments() -> [Payment]? {
    let process = WorldProcess(world)
    defer { process.end() }
    let activity = ActivityClient.live(ActivityJournal(world.database))
    switch process.perform({ try await activity.payments(ActivityQuery(limit: .max)) }) {
    case .success(let payments): return payments
    case .failure(let error):
      world.require(.toldOld, false, "the journal can't be read: \(error)")
      return nil
    case nil: return nil
    }
  }

  // MARK: - Checks

  private mutating func checkEnds() {
    guard let payments = payments() else { return }
    ends = payments.map(\.state)
    checkChain(payments)
    checkJournal(payments)
    checkPeople(payments)
  }

  /// Checks that the chain has the intended payments.
  private func checkChain(_ payments: [Payment]) {
    let mined = world.chain.view.blocks.flatMap(\.transactions)
    for payment in payments {
      let count = mined.count { payment.transaction($0.hash) != nil }
      world.require(.oneIntent, count <= 1, "\(count) transactions of a payment are in blocks")
    }
    for transaction in mined where !world.foreign.contains(transaction.hash) {
      world.require(
        .toldOld, payments.contains { $0.transaction(transaction.hash) != nil },
        "a block has a transaction that the journal does not have")
    }
    for transaction in world.network.seen {
      world.require(
        .toldOld, payments.contains { $0.transaction(transaction.hash) != nil },
        "a node was handed a transaction that the journal does not have")
    }
  }

  /// Checks that the journal's state of each payment agrees with the chain.
  private func checkJournal(_ payments: [Payment]) {
    for payment in payments where !world.isBehindGap(payment.hash) {
      let name = "payment \(payment.hash.hex.prefix(10)) of nonce \(payment.nonce)"
      switch payment.state {
      case .confirmed(let inclusion), .cancelled(let inclusion):
        let hash = inclusion.transactionHash
        world.require(
          .endsByBlocks, world.chain.view.place(of: hash)?.block.hash == inclusion.blockHash,
          "\(name) is called \(PaymentLineText.stateName(payment.state)) in a block that is not of the chain"
        )
        let isCancelled = payment.transaction(hash)?.role == .cancel
        world.require(
          .oneIntent, isCancelled == payment.state.isCancelled,
          "\(name) is called \(PaymentLineText.stateName(payment.state)), and a block has another of its transactions"
        )
      case .abandoned:
        world.require(
          .heldNonce, !world.network.seen.contains { payment.transaction($0.hash) != nil },
          "\(name) is called abandoned, and a node was handed it")
      case .replaced:
        world.require(
          .noNodesWord,
          payment.transactions.allSatisfy { world.chain.view.places[$0.hash] == nil }
            && world.chain.view.head.accountNonce > payment.nonce,
          "\(name) is called replaced, and the chain does not say so")
      case .signed, .broadcast, .included, .reverted:
        world.require(
          .noNodesWord, false, "\(name) ends as \(PaymentLineText.stateName(payment.state))")
      }
    }
  }

  /// Checks that the reports to the person were true.
  private func checkPeople(_ payments: [Payment]) {
    let plan = world.plan.intents
    let mined = world.chain.view.blocks.flatMap(\.transactions)
    for index in plan.indices {
      let group = plan.indices.filter { plan[$0].isEqual(to: plan[index]) }
      guard group.first == index else { continue }
      let wanted = world.intent(plan[index], key: nil)
      let paidCount = mined.count { transaction in
        let payment = payments.first { $0.transaction(transaction.hash) != nil }
        return payment.map { wanted.difference(from: $0.intent) == nil } == true
          && transaction.transaction.to == wanted.to
      }
      let told = group.count { if case .paid = person.standings[$0] { true } else { false } }
      world.require(
        .oneIntent, paidCount == told,
        "\(told) of \(group.count) equal payments were told as paid, and blocks have \(paidCount)")
    }
  }
}
