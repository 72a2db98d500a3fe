import ActivityClient
import ActivityClientLive
import ContactsClient
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Headrace
import JSONRPC
import NodeClient
import SendFeature
import VaultClient

@testable import WalletCLI

/// A process's view of its world: nodes, journal, vault and clocks, with a gate before and after
/// every operation that has an effect outside.
struct WorldClients {
  let world: SendWorld
  let node: NodeClient
  let verifier: NodeClient?
  let activity: ActivityClient
  let vault: VaultClient

  init(_ process: WorldProcess) {
    world = process.world
    let defect = world.defect
    node = defect.node(Self.node(process, isVerifier: false), world)
    verifier =
      world.plan.chain.hasVerifier
      ? defect.verifier(Self.node(process, isVerifier: true), node) : nil
    activity = Self.activity(process)
    vault = world.vault.client(of: process)
  }

  func fill(_ values: inout DependencyValues) {
    values.node = node
    values.verifier = verifier
    values.activity = activity
    values.contacts.all = { () throws(JournalFailure) in [] }
    values.vault = vault
    values.continuousClock = world.clock
    values.date = DateGenerator { [world] in world.date }
  }

  // MARK: - The journal

  private static func activity(_ process: WorldProcess) -> ActivityClient {
    let world = process.world
    let live = ActivityClient.live(ActivityJournal(world.database) { world.date })
    let journal = world.defect.activity(world.shadow.watching(live), in: world)
    var activity = journal
    activity.record = { intent, transaction throws(RecordRefusal) in
      guard await process.passes("before recording") else { throw .storage(.busy) }
      if let failure = world.journalFailure() { throw .storage(failure) }
      let payment = try await journal.record(intent, transaction)
      guard await process.passes("after recording") else { throw .storage(.busy) }
      if let failure = world.commitFailure() { throw .storage(failure) }
      return payment
    }
    activity.update = { id, event throws(UpdateRefusal) in
      guard await process.passes("before noting \(event.name)") else { throw .storage(.busy) }
      if let failure = world.journalFailure() { throw .storage(failure) }
      world.checkFinal(event)
      let payment = try await journal.update(id, event)
      world.log(
        "the journal has \(event.name) of \(payment.hash.hex.prefix(10)):"
          + " \(PaymentLineText.stateText(payment))\(payment.isFinal ? ", final" : "")")
      guard await process.passes("after noting \(event.name)") else { throw .storage(.busy) }
      if let failure = world.commitFailure() { throw .storage(failure) }
      return payment
    }
    activity.replace = { id, transaction throws(ReplaceRefusal) in
      guard await process.passes("before replacing") else { throw .storage(.busy) }
      if let failure = world.journalFailure() { throw .storage(failure) }
      let payment = try await journal.replace(id, transaction)
      guard await process.passes("after replacing") else { throw .storage(.busy) }
      if let failure = world.commitFailure() { throw .storage(failure) }
      return payment
    }
    return activity
  }

  // MARK: - The node

  private static func node(_ process: WorldProcess, isVerifier: Bool) -> NodeClient {
    let network = process.world.network
    let account = WorldPeople.account.address
    @Sendable func ask<Answer: Sendable>(
      _ method: String, _ answer: @escaping @Sendable (WorldCall) throws -> Answer
    ) async throws -> Answer {
      try await network.ask(method, isVerifier, process, answer)
    }
    var node = NodeClient.testValue
    node.chainID = { try await ask("eth_chainId") { $0.chainID } }
    node.balance = { _, tag in try await ask("eth_getBalance") { $0.balance(at: tag) } }
    node.nonce = { address, tag in
      try await ask("eth_getTransactionCount") { address == account ? $0.nonce(at: tag) : 0 }
    }
    let contract = process.world.plan.chain.contract.map { WorldPeople.recipients[$0] }
    node.code = { address, _ in
      try await ask("eth_getCode") { address == contract || $0.hasForgedCode ? [0x00] : [] }
    }
    node.feeHistory = { _ in try await ask("eth_feeHistory") { $0.feeHistory } }
    node.maxPriorityFeePerGas = { try await ask("eth_maxPriorityFeePerGas") { $0.tip } }
    node.estimateGas = { request in
      try await ask("eth_estimateGas") { _ in
        request.to == contract ? WorldPeople.contractGas : FeePolicy.plainGas
      }
    }
    node.sendRawTransaction = { raw in
      try await ask("eth_sendRawTransaction") {
        try network.receive(raw, $0, from: process)
      }
    }
    node.transaction = { hash in
      try await ask("eth_getTransactionByHash") { $0.transaction(hash) }
    }
    node.receipt = { hash in
      try await ask("eth_getTransactionReceipt") { $0.receipt(hash) }
    }
    node.block = { tag in try await ask("eth_getBlockByNumber") { $0.block(at: tag) } }
    return node
  }
}

extension PaymentEvent {
  /// Its name in the log.
  var name: String {
    switch self {
    case .handedOver: "handedOver"
    case .taken: "taken"
    case .refused: "refused"
    case .included: "included"
    case .settled: "settled"
    case .replaced: "replaced"
    case .reorganised: "reorganised"
    case .abandoned: "abandoned"
    }
  }
}
