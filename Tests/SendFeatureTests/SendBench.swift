import ActivityClient
import ActivityClientLive
import BigInt
import ContactsClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import Synchronization
import Testing
import VaultClient

@testable import SendFeature

/// Everything that a payment uses: a scripted node, a vault with one key, and the real journal in
/// memory.
final class SendBench: Sendable {
  static let chainID: ChainID = 31_337
  static let recipient = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
  static let date = Date(timeIntervalSince1970: 1_800_000_000)
  static let inclusion = PaymentInclusion(
    transactionHash: .zero, blockNumber: 7, blockHash: .zero, gasUsed: 21_000,
    effectiveGasPrice: 102)
  static let account = VaultAccount(
    id: AccountID(rawValue: 0), address: key.address(), name: "Account 1",
    path: "m/44'/60'/0'/0/0")

  private static var key: PrivateKey {
    do {
      return try PrivateKey(SecretBytes([UInt8](repeating: 1, count: 32)))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  let database = ActivityDatabase.memory()
  let clock = TestClock()
  let node: ScriptedNode
  private let discardedHandles = Mutex<[SecretHandle]>([])

  private let lockCounter = Mutex(0)

  /// The number of times that the vault was locked.
  var lockCount: Int { lockCounter.withLock { $0 } }

  init(balance: BigUInt = 1_000_000_000_000_000_000) {
    node = ScriptedNode(clock: clock, balance: balance)
  }

  /// The passcodes that the vault was asked to wipe.
  var discarded: [SecretHandle] { discardedHandles.withLock { $0 } }

  /// Returns the journal, as a process finds it when it starts.
  func makeActivity() -> ActivityClient {
    .live(ActivityJournal(database) { Self.date })
  }

  /// Makes a vault that accepts every passcode.
  ///
  /// - Parameters:
  ///   - delay: The time that it checks the passcode, on the bench's clock.
  ///   - refusal: Its answer after that; nil if the passcode is right.
  func makeVault(
    delay: Duration = .zero, refusal: AuthorizationRefusal? = nil
  ) -> VaultClient {
    var vault = VaultClient.testValue
    vault.authorize = { [clock] _, _ throws(AuthorizationRefusal) in
      do {
        if delay > .zero { try await clock.sleep(for: delay) }
      } catch {
        throw .passcode(.cancelled)
      }
      if let refusal { throw refusal }
      return Authorization(id: 1)
    }
    vault.sign = { _, _, transaction throws(SigningRefusal) in
      let envelope = transaction.signed(by: Self.key)
      return SignedTransaction(rawTransaction: envelope.encoded, hash: envelope.hash)
    }
    vault.lock = { self.lockCounter.withLock { $0 += 1 } }
    vault.discard = { handle in self.discardedHandles.withLock { $0.append(handle) } }
    return vault
  }

  /// Returns a store of the send screen.
  func store(_ state: SendMoney.State) -> TestStore<SendMoney.State, SendMoney.Action> {
    TestStore(initialState: state) {
      SendMoney()
    } withDependencies: {
      $0.node = node.client()
      $0.vault = makeVault()
      $0.activity = makeActivity()
      $0.contacts.all = { () throws(JournalFailure) in [] }
      $0.continuousClock = clock
      $0.date = .constant(Self.date)
    }
  }

  /// Returns a store of the resumption.
  func resuming(
    at date: Date = SendBench.date, excluding excluded: Set<PaymentID> = []
  ) -> TestStore<ResumePayments.State, ResumePayments.Action> {
    var state = ResumePayments.State(chainID: Self.chainID)
    state.excluded = excluded
    return TestStore(initialState: state) {
      ResumePayments()
    } withDependencies: {
      // No vault: resuming signs nothing.
      $0.node = node.client()
      $0.activity = makeActivity()
      $0.continuousClock = clock
      $0.date = .constant(date)
    }
  }

  /// Returns the states of all payments in the journal, newest first.
  func journal() async throws -> [PaymentState] {
    try await makeActivity().payments(ActivityQuery()).map(\.state)
  }

  // MARK: - Values

  /// Returns a form with this input.
  static func state(
    to recipient: String = recipient, _ amount: String, phase: SendMoney.Phase = .editing
  ) -> SendMoney.State {
    var state = SendMoney.State(account: account, chainID: chainID)
    state.recipientText = recipient
    state.amountText = amount
    state.phase = phase
    return state
  }

  static func draft(_ amount: String = "0.25", _ speed: FeeSpeed = .normal) throws -> SendDraft {
    try SendDraft(
      recipientText: recipient, amountText: amount, account: account, chainID: chainID,
      speed: speed)
  }

  static func quote(_ draft: SendDraft, nonce: UInt64 = 0) async throws -> SendQuote {
    let bench = SendBench()
    return try await SendQuote(
      QuoteInquiry(
        node: bench.node.client(nonce: nonce), activity: bench.makeActivity(), now: date),
      for: draft)
  }

  /// Returns the payment that a draft becomes.
  static func payment(
    _ draft: SendDraft, _ quote: SendQuote, nonce: UInt64 = 0, gasLimit: GasUnits? = nil,
    _ state: PaymentState = .signed
  ) -> Payment {
    let gasLimit = gasLimit ?? quote.gasLimit
    let envelope = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: draft.chainID, nonce: nonce, maxPriorityFeePerGas: quote.maxPriorityFeePerGas,
        maxFeePerGas: quote.maxFeePerGas, gasLimit: gasLimit, to: draft.recipient,
        value: draft.amount, data: [], accessList: [])
    ).signed(by: key)
    let intent = PaymentIntent(
      chainID: draft.chainID, from: account.address, to: draft.recipient, value: draft.amount,
      isEverything: draft.isEverything)
    let transaction = PaymentTransaction(
      nonce: nonce, gasLimit: gasLimit, maxFeePerGas: quote.maxFeePerGas,
      maxPriorityFeePerGas: quote.maxPriorityFeePerGas, hash: envelope.hash,
      rawTransaction: envelope.encoded)
    return Payment(
      intent: intent, transactions: [transaction], recordedAt: date, state: state)
  }

  /// Makes a recorded payment that no node has received.
  func recorded(
    nonce: UInt64 = 0, chainID: ChainID = chainID, gasLimit: GasUnits? = nil
  ) async throws -> Payment {
    let draft = try SendDraft(
      recipientText: Self.recipient, amountText: "0.25", account: Self.account, chainID: chainID,
      speed: .normal)
    let payment = Self.payment(
      draft, try await Self.quote(Self.draft()), nonce: nonce, gasLimit: gasLimit)
    return try await makeActivity().record(payment.intent, payment.current)
  }

  /// Makes a payment whose recorded end is in a block that the chain does not have.
  func endedInAForgedBlock() async throws -> Payment {
    let signed = try await recorded()
    await node.chain.mine()
    let forged = PaymentInclusion(
      transactionHash: signed.hash, blockNumber: 1, blockHash: Hash32(1, 2, 3, 4),
      gasUsed: 21_000, effectiveGasPrice: 102)
    let activity = makeActivity()
    _ = try await activity.update(signed.id, .handedOver(signed.hash))
    return try await activity.update(signed.id, .settled(forged, isFinal: false))
  }
}

extension TestStore where State == FollowPayment.State, Action == FollowPayment.Action {
  /// Follows a payment that waits for an earlier one, until a block has it.
  func followBehindAnotherUntilItEnds(_ bench: SendBench) async {
    await send(.view(.followed))
    await receive(\.inner.earlierFound)
    await bench.clock.advance()
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    await receive(\.delegate.ended)
    await finish()
  }
}

extension SendBench {
  /// Returns the only payment of the journal, in its current state.
  func thePayment() async throws -> Payment {
    let payments = try await makeActivity().payments(ActivityQuery())
    #expect(payments.count == 1)
    return try #require(payments.first)
  }

  /// Returns the transaction that speeds a payment up, or cancels it, at the least fees.
  func faster(
    _ payment: Payment, as role: PaymentTransaction.Role = .speedUp
  ) async throws -> PaymentTransaction {
    let quote = try await ReplacementQuote(
      asking: node.client(), makeActivity(), toReplace: payment, as: role, speed: .normal,
      policy: .standard)
    let signed = try await makeVault().sign(
      Authorization(id: 1), Self.account.id, quote.transaction)
    return PaymentTransaction(
      role: role, nonce: payment.nonce, gasLimit: quote.offer.gasLimit,
      maxFeePerGas: quote.offer.maxFeePerGas, maxPriorityFeePerGas: quote.offer.tip,
      hash: signed.hash, rawTransaction: signed.rawTransaction)
  }

  /// Returns a transaction's place in the chain; nil if no block has it.
  func inclusion(of hash: Hash32) async -> PaymentInclusion? {
    let state = await node.chain.state
    guard let place = state.place(of: hash), let block = state.block(number: place.blockNumber)
    else { return nil }
    let receipt = block.receipts[place.index]
    do {
      return PaymentInclusion(
        transactionHash: hash, blockNumber: block.header.number, blockHash: block.hash,
        gasUsed: GasUnits(receipt.gasUsed),
        effectiveGasPrice: try Wei(receipt.effectiveGasPrice))
    } catch {
      Issue.record("The chain's price is no amount: \(error)")
      return nil
    }
  }
}

extension Payment {
  /// Returns the payment in another state.
  func with(_ state: PaymentState) -> Payment {
    var payment = self
    payment.state = state
    return payment
  }

  /// The payment when its bytes are about to be sent.
  var handedOver: Payment {
    var payment = with(.broadcast)
    payment.transactions[0].mayBeKnown = true
    return payment
  }

  /// The payment when a node has it.
  var taken: Payment {
    var payment = handedOver
    payment.transactions[0].wasTaken = true
    return payment
  }

  /// Returns the payment with a node's message.
  func refused(_ message: String) -> Payment {
    var payment = handedOver
    payment.lastRefusal = NodeRefusal(code: -32_000, message: message)
    return payment
  }
}
