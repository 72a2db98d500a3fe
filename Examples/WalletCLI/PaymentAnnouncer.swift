import ActivityClient
import EthereumPrimitives
import Headrace
import SendFeature

/// Writes what becomes of a payment, at the moment when the store learns it: before any effect
/// that follows from it starts, and so before a recorded payment is handed to anybody.
final class PaymentAnnouncer<State, Action>: StoreInstrument {
  private let terminal: Terminal
  private let json: Bool
  private let tellsHash: Bool
  private let stage: (State) -> PaymentStage
  private let changed: (PaymentStage) -> Void
  private var told: Payment?

  /// Prepares to announce.
  ///
  /// - Parameters:
  ///   - terminal: Where to write.
  ///   - json: Whether to write each event as a JSON object.
  ///   - tellsHash: Whether people are told the hash of a payment as soon as it is recorded.
  ///   - stage: Finds the payment in the state.
  ///   - changed: Hears of every stage.
  init(
    _ terminal: Terminal, json: Bool, tellsHash: Bool,
    stage: @escaping (State) -> PaymentStage, changed: @escaping (PaymentStage) -> Void
  ) {
    self.terminal = terminal
    self.json = json
    self.tellsHash = tellsHash
    self.stage = stage
    self.changed = changed
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    let stage = stage(state)
    if let payment = stage.payment { announce(payment) }
    changed(stage)
  }

  private func announce(_ payment: Payment) {
    guard payment != told else { return }
    let before = told
    told = payment
    terminal.output.noteRecorded(payment.hash)
    guard json else {
      if before == nil, tellsHash { terminal.writeLine(payment.hash.hex) }
      return
    }
    let state = PaymentLines.stateName(payment.state)
    if before == nil, tellsHash {
      terminal.writeLine(PaymentLines.event("recorded", payment))
      if payment.state == .signed { return }
    }
    let isNews = before.map { PaymentLines.stateName($0.state) != state || $0.hash != payment.hash }
    if isNews ?? true { terminal.writeLine(PaymentLines.event(state, payment)) }
  }
}
