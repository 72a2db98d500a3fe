import ActivityClient
import EthereumPrimitives
import Headrace
import SendFeature

/// Announces each change of a payment when the store receives it, before it starts any effect, and
/// so before a recorded payment is sent to any node.
final class PaymentAnnouncer<State, Action>: StoreInstrument {
  private let terminal: Terminal
  private let json: Bool
  private let tellsHash: Bool
  private let waitsForEnd: Bool
  private let stage: (State) -> PaymentStage
  private let earlier: (State) -> [OldPayment]
  private let changed: (PaymentStage) -> Void

  /// The last announcement.
  private struct News: Equatable {
    let hash: Hash32
    /// The state's name; nil while an end is read again.
    let stateName: String?
  }

  private var told: News?
  private var toldEarlierCount = 0

  /// Creates an announcer.
  ///
  /// - Parameters:
  ///   - terminal: The destination.
  ///   - json: True to write each event as a JSON object.
  ///   - tellsHash: True if people see the hash of a payment as soon as it is recorded.
  ///   - waitsForEnd: True if the command waits for the end; otherwise it accepts a final end about
  ///     which no node could be asked, so that is announced, too.
  ///   - stage: Returns the payment in the state.
  ///   - earlier: Returns the payments in the state that are sent because this one waits for them.
  ///   - changed: Receives every stage.
  init(
    _ terminal: Terminal, json: Bool, tellsHash: Bool, waitsForEnd: Bool,
    stage: @escaping (State) -> PaymentStage, earlier: @escaping (State) -> [OldPayment],
    changed: @escaping (PaymentStage) -> Void
  ) {
    self.terminal = terminal
    self.json = json
    self.tellsHash = tellsHash
    self.waitsForEnd = waitsForEnd
    self.stage = stage
    self.earlier = earlier
    self.changed = changed
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    let stage = stage(state)
    if let payment = stage.payment {
      let isTaken = !waitsForEnd && stage.isFinalThoughNodeFails
      announce(payment, isReadAgain: stage.isReadAgain || isTaken)
    }
    let earlier = earlier(state)
    for payment in earlier.dropFirst(toldEarlierCount) {
      terminal.writeNote(FailureText.goesAlong(payment), json: json)
    }
    toldEarlierCount = earlier.count
    changed(stage)
  }

  private func announce(_ payment: Payment, isReadAgain: Bool) {
    let state = PaymentLineText.stateName(payment.state)
    let news = News(hash: payment.hash, stateName: isReadAgain ? state : nil)
    guard news != told else { return }
    let isFirst = told == nil
    told = news
    terminal.output.noteRecorded(payment.hash)
    if isFirst, tellsHash {
      // An end counts once it has been read again.
      terminal.writeLine(
        json
          ? PaymentLineText.event("recorded", payment, hasState: isReadAgain) : payment.hash.hex)
      if payment.state == .signed { return }
    }
    if json, isReadAgain { terminal.writeLine(PaymentLineText.event(state, payment)) }
  }
}

extension PaymentStage {
  /// True if the chain confirmed the payment's state: an end that only the journal has does not
  /// count, nor does one whose look-up stopped.
  fileprivate var isReadAgain: Bool {
    switch self {
    case .open(let payment, _), .stopped(let payment, _): payment.state.isUnresolved
    case .preparing, .refused, .missing, .ended: true
    }
  }
}
