import ActivityClient
import EthereumPrimitives
import Headrace
import SendFeature
import VaultClient
import VaultClientLive

/// How long a command waits for a payment.
package struct PaymentPatience: Equatable, Sendable {
  /// Whether it waits for the end; otherwise until a node has the payment.
  package let waitsForEnd: Bool
  /// How long it waits once the payment is recorded.
  package let seconds: Int

  /// How long a command waits for the end if no time is given: ten minutes.
  package static let secondsForEnd = 600

  /// How long a command waits until a node has the payment if no time is given: a minute.
  package static let secondsForNode = 60

  /// Waits for the end, or until a node has the payment.
  ///
  /// - Parameters:
  ///   - waitsForEnd: Whether it waits for the end.
  ///   - seconds: For how many seconds; without a number, as long as that usually takes.
  package init(waitsForEnd: Bool = true, seconds: Int? = nil) {
    self.waitsForEnd = waitsForEnd
    self.seconds = seconds ?? (waitsForEnd ? Self.secondsForEnd : Self.secondsForNode)
  }
}

// MARK: - Waiting for a Payment

extension WalletSession {
  /// What wakes a command that waits.
  private enum Wakeup: Sendable {
    case changed
    case second
    case stopped
  }

  /// Sends an action that leads to a payment, and waits for the payment.
  ///
  /// Being told to stop does not tear the work apart: what is on its way is cancelled and awaited,
  /// and then the journal says whether something is recorded.
  ///
  /// - Parameters:
  ///   - store: The store of the feature that pays or follows.
  ///   - action: What starts the work.
  ///   - patience: How long to wait.
  ///   - json: Whether each event is told as a JSON object.
  ///   - tellsHash: Whether the hash is told as soon as the payment is recorded.
  ///   - earlier: Finds in the state the payments that go out because this one waits for them.
  ///   - stage: Finds the payment in the state.
  /// - Returns: How far the payment is, and whether the command was told to stop.
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

/// Keeps the time of a wait, and finds words for it; pure.
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

  /// Whether the payment has been open for as long as the command waits.
  var isOver: Bool { openSeconds >= patience.seconds }

  /// Why the wait ends with a stage; `nil` while it goes on.
  func reason(toEndAt stage: PaymentStage) -> PaymentWaitEnd.Reason? {
    switch stage {
    case .preparing: nil
    case .refused, .missing, .ended, .stopped: .done
    case .open(let payment, let progress):
      // A command that does not wait ends when a node was just seen to have the payment. A node
      // that had it once may have lost it.
      !patience.waitsForEnd
        && (stage.isFinalThoughNodeFails
          || payment.state.isUnresolved && progress?.isAtNode(payment.state) == true)
        ? .done : nil
    }
  }

  /// Notes that a second has passed.
  ///
  /// - Returns: What to tell people who see no progress line.
  mutating func second(at stage: PaymentStage) -> String? {
    if case .open(_, let progress) = stage {
      openSeconds += 1
      failingSeconds = progress.map(\.isFailure) == true ? failingSeconds + 1 : 0
    }
    return silence.line(afterSecondOf: text(at: stage))
  }

  /// What is waited for.
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
  /// Whether the journal has a final end, and a node that has a say in it was asked in vain.
  ///
  /// A command that does not wait takes that end. Until a node was asked, and while the two nodes
  /// disagree, the end may be gone.
  var isFinalThoughNodeFails: Bool {
    switch self {
    case .open(let payment, let progress): payment.isFinal && progress.map(\.isFailure) == true
    case .preparing, .refused, .missing, .ended, .stopped: false
    }
  }
}

extension PaymentProgress {
  /// Whether a node was just seen to have the payment.
  ///
  /// A second node that says otherwise, or nothing, does not change that.
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

  /// Whether a node does not answer.
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
