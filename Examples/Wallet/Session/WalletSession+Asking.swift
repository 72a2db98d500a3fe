import Headrace
import HeadraceFlow
import WalletApp

// MARK: - Asking the Node

extension WalletSession {
  /// The time limit for a command's requests to the node for answers or reviews.
  package static let askingSecondsMax = 60

  /// Sends an action that asks the node to the screen on top, and waits for the answers.
  func askNode(
    _ store: StoreOf<WalletApp>, _ action: WalletScreen.Action, json: Bool
  ) async throws(CommandFailure) {
    guard let action = store.withState({ $0.sendingToTop(action) }) else { return }
    try await ask(store, action, json: json)
  }

  /// Sends an action that asks the node, and waits for the answers, with a time limit and messages.
  ///
  /// - Parameters:
  ///   - store: The store of the feature that asks.
  ///   - action: The action that asks; its effects are cancelled and awaited when the time is over.
  ///   - json: True to write progress as a JSON object.
  ///   - seconds: The time limit; nil for the usual one.
  ///   - consequence: The consequence if the node does not answer in time.
  /// - Throws: `CommandFailure` with `.nodeUnavailable` when the time is over.
  func ask<State, Action>(
    _ store: Store<State, Action>, _ action: Action, json: Bool, seconds: Int? = nil,
    consequence: Phrase = "nothing was sent"
  ) async throws(CommandFailure) {
    let asking = Task { await finish(store, action) }
    let isOver = await watch(asking, json: json, seconds: seconds).isOver
    if isOver { throw tooLate(consequence, seconds) }
  }

  /// Returns the failure of a node that did not answer in time.
  func tooLate(_ consequence: Phrase, _ seconds: Int? = nil) -> CommandFailure {
    CommandFailure(
      "\(nodeName) did not answer all questions within \(seconds ?? askingSeconds) s; \(consequence.text)",
      .nodeUnavailable)
  }

  /// Waits for a task that asks the node, and reports its requests in the meantime; when the time
  /// is over, the task is cancelled and awaited.
  func watch<Value: Sendable>(
    _ asking: Task<Value, Never>, json: Bool, seconds: Int? = nil
  ) async -> (value: Value, isOver: Bool) {
    let seconds = seconds ?? askingSeconds
    let timing = Task { [terminal] () -> Bool in
      var silence = SilenceReport()
      for _ in 0..<seconds {
        do { try await ContinuousClock().sleep(for: .seconds(1)) } catch { return false }
        let text = askingText
        terminal.showProgress?(text)
        if let text = silence.line(afterSecondOf: text) {
          terminal.tellWaiting(text, json: json)
        }
      }
      asking.cancel()
      return true
    }
    let value = await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
    timing.cancel()
    let isOver = await timing.value
    terminal.showProgress?(nil)
    return (value, isOver)
  }

  private var askingText: String {
    guard let asked = asked?() else { return Phrase("asking \(nodeName)").text }
    return Phrase("asking \(nodeName) about payment \(asked.number) of \(asked.count)").text
  }

  private func finish<State, Action>(_ store: Store<State, Action>, _ action: Action) async {
    await store.send(action).finish()
  }
}
