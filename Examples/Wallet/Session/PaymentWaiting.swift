import ActivityClient
import EthereumPrimitives
import Headrace
import SendFeature
import VaultClient
import VaultClientLive

/// A command's limit on waiting for a payment.
package struct PaymentPatience: Equatable, Sendable {
  /// True to wait for the end; otherwise until a node has the payment.
  package let waitsForEnd: Bool
  /// The seconds to wait after the payment is recorded.
  package let seconds: Int

  /// The default time limit for waiting for the end: ten minutes.
  package static let secondsForEnd = 600

  /// The default time limit for waiting until a node has the payment: a minute.
  package static let secondsForNode = 60

  /// Creates a limit for waiting for the end, or until a node has the payment.
  ///
  /// - Parameters:
  ///   - waitsForEnd: True to wait for the end.
  ///   - seconds: The number of seconds; nil for the time that it usually takes.
  package init(waitsForEnd: Bool = true, seconds: Int? = nil) {
    self.waitsForEnd = waitsForEnd
    self.seconds = seconds ?? (waitsForEnd ? Self.secondsForEnd : Self.secondsForNode)
  }
}

// MARK: - Waiting for a Payment

extension WalletSession {
  /// An event that wakes a waiting command.
  private enum Wakeup: Sendable {
    case changed
    case second
    case stopped
  }

  /// Sends an action that leads to a payment, and waits for the payment.
  ///
  /// A stop does not interrupt the work halfway: work in flight is cancelled and awaited, and then
  /// the journal shows whether a payment is recorded.
  ///
  /// - Parameters:
  ///   - store: The store of the feature that pays or follows.
  ///   - action: The action that starts the work.
  ///   - patience: The limit on the wait.
  ///   - json: True to write each event as a JSON object.
  ///   - tellsHash: True to show the hash as soon as the payment is recorded.
  ///   - earlier: Returns the payments in the state that are sent because this one waits for them.
  ///   - stage: Returns the payment in the state.
  /// - Returns: The payment's stage, and whether the command was stopped.
  func wait<State, Action>(
    _ store: Store<State, Action>, _ action: Action, _ patience: PaymentPatience, json: Bool,
    tellsHash: Bool, earlier: @escaping (State) -> [OldPayment] = { _ in [] },
    stage: @escaping @Sendable (State) -> PaymentStage
  ) async -> PaymentWaitEnd {
    let (wakeups, bell) = AsyncStream<Wakeup>.makeStream()
    let (texts, text) = AsyncStream<String>.makeStream()
    store.instruments.append(
      PaymentAnnouncer<State, Action>(
        terminal, json: json, tellsHash: tellsHash, waitsForEnd: patience.waitsForEnd,
        stage: stage, earlier: earlier, changed: { _ in bell.yield(.changed) }))
    let ticking = Task {
      while !Task.isCancelled {
        do { try await ContinuousClock().sleep(for: .seconds(1)) } catch { return }
        bell.yield(.second)
      }
    }
    let watching = await watch(texts)
    let pump = Task { () -> PaymentWaitEnd.Reason in
      let work = store.send(action)
      var narrator = WaitNarrator(node: nodeName, patience: patience)
      for await wakeup in wakeups {
        let current = store.withState(stage)
        if let reason = narrator.reason(toEndAt: current) {
          await work.cancel()
          return reason
        }
        switch wakeup {
        case .changed: break
        case .stopped:
          await work.cancel()
          return .stopped
        case .second:
          if let text = narrator.second(at: current) {
            terminal.tellWaiting(text, json: json)
          }
          if narrator.isOver {
            await work.cancel()
            return .timeOver
          }
        }
        text.yield(narrator.text(at: current))
      }
      return .stopped
    }
    let reason = await withTaskCancellationHandler {
      await pump.value
    } onCancel: {
      bell.yield(.stopped)
    }
    ticking.cancel()
    watching?.cancel()
    await watching?.value
    return PaymentWaitEnd(stage: store.withState(stage), reason: reason)
  }

  private func watch(_ texts: AsyncStream<String>) async -> Task<Void, Never>? {
    guard let showProgress = terminal.showProgress else { return nil }
    let stages = await VaultClient.live(vault).progress()
    return Task {
      await ProgressWatch(waiting: ProgressText.text(nil, node: nodeName))
        .show(stages, texts, on: showProgress)
    }
  }
}

/// Measures the time of a wait, and describes it; without side effects.
struct WaitNarrator {
  let node: String
  let patience: PaymentPatience
  private var silence = SilenceReport()
  private var openSeconds = 0
  private var failingSeconds = 0

  init(node: String, patience: PaymentPatience) {
    self.node = node
    self.patience = patience
  }

  /// True if the payment has been open for as long as the command waits.
  var isOver: Bool { openSeconds >= patience.seconds }

  /// Returns the reason to end the wait at a stage; `nil` to continue.
  func reason(toEndAt stage: PaymentStage) -> PaymentWaitEnd.Reason? {
    switch stage {
    case .preparing: nil
    case .refused, .missing, .ended, .stopped: .done
    case .open(let payment, let progress):
      // A command that does not wait ends once a node has just reported the payment. A node that
      // had it earlier may have lost it.
      !patience.waitsForEnd
        && (stage.isFinalThoughNodeFails
          || payment.state.isUnresolved && progress?.isAtNode(payment.state) == true)
        ? .done : nil
    }
  }

  /// Records that a second has passed.
  ///
  /// - Returns: The message for people without a progress line.
  mutating func second(at stage: PaymentStage) -> String? {
    if case .open(_, let progress) = stage {
      openSeconds += 1
      failingSeconds = progress.map(\.isFailure) == true ? failingSeconds + 1 : 0
    }
    return silence.line(afterSecondOf: text(at: stage))
  }

  /// Describes the event that is awaited.
  func text(at stage: PaymentStage) -> String {
    switch stage {
    case .preparing: Phrase("asking \(node), and signing").text
    case .refused, .missing, .ended, .stopped: Phrase("ending").text
    case .open(_, let progress):
      ProgressText.text(progress, node: node, failing: failingSeconds)
    }
  }
}

extension PaymentStage {
  /// True if the journal has a final end, and one of the nodes that decide could not be reached.
  ///
  /// A command that does not wait accepts that end. Until a node was asked, and while the two nodes
  /// disagree, the end may have been undone.
  var isFinalThoughNodeFails: Bool {
    switch self {
    case .open(let payment, let progress): payment.isFinal && progress.map(\.isFailure) == true
    case .preparing, .refused, .missing, .ended, .stopped: false
    }
  }
}

extension PaymentProgress {
  /// Returns true if a node has just reported the payment.
  ///
  /// A second node that contradicts it, or does not answer, does not change that.
  fileprivate func isAtNode(_ state: PaymentState) -> Bool {
    switch self {
    case .waitingForBlock, .underpriced, .waitingForLong, .waitingForEarlier, .inBlock,
      .failureUnproved:
      true
    case .verifierFailing, .verifierDisagreeing: state.inclusion != nil
    case .handingOver, .nonceSpent, .nodeBehind, .nodeFailing, .nodeInconsistent, .chainMoving,
      .refused, .forgotten, .journalBusy:
      false
    }
  }

  /// True if a node does not answer.
  fileprivate var isFailure: Bool {
    switch self {
    case .nodeFailing, .verifierFailing: true
    case .handingOver, .waitingForBlock, .underpriced, .waitingForLong, .waitingForEarlier,
      .inBlock, .nonceSpent, .failureUnproved, .nodeBehind, .nodeInconsistent,
      .chainMoving, .refused, .forgotten, .journalBusy, .verifierDisagreeing:
      false
    }
  }
}
