import Headrace
import HeadraceFlow
import WalletApp

// MARK: - Asking the Node

extension WalletSession {
  /// How long a command asks the node for what it answers or reviews.
  package static let askingSecondsMax = 60
  /// How long a repair may take, which asks about every payment.
  static let repairSecondsMax = 600

  /// Sends an action that asks the node to the screen on top, and waits for the answers.
  func askNode(
    _ store: StoreOf<WalletApp>, _ action: WalletScreen.Action, json: Bool
  ) async throws(CommandFailure) {
    guard let id = store.withState({ $0.routes.last?.id }) else { return }
    try await ask(store, .router(.routeAction(id: id, action: action)), json: json)
  }

  /// Sends an action that asks the node, and waits for the answers: not for ever, and not in
  /// silence.
  ///
  /// - Parameters:
  ///   - store: The store of the feature that asks.
  ///   - action: What asks; what it started is cancelled when the time is over, and awaited.
  ///   - json: Whether what is waited for is told as a JSON object.
  ///   - seconds: How long that may take; as long as any command asks where nobody says.
  ///   - consequence: What follows where the node does not answer in time.
  /// - Throws: `CommandFailure` with `.nodeUnavailable` when the time is over.
  func ask<State, Action>(
    _ store: Store<State, Action>, _ action: Action, json: Bool, seconds: Int? = nil,
    consequence: Phrase = "nothing was sent"
  ) async throws(CommandFailure) {
    let seconds = seconds ?? askingSeconds
    let asking = Task { await finish(store, action) }
    let timing = Task { [terminal, nodeName] () -> Bool in
      var silence = SilenceReport()
      for _ in 0..<seconds {
        do { try await ContinuousClock().sleep(for: .seconds(1)) } catch { return false }
        let text = Phrase("asking \(nodeName)").text
        terminal.showProgress?(text)
        if let text = silence.line(afterSecondOf: text) {
          terminal.tellWaiting(text, json: json)
        }
      }
      asking.cancel()
      return true
    }
    await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
    timing.cancel()
    let isOver = await timing.value
    terminal.showProgress?(nil)
    guard isOver else { return }
    throw CommandFailure(
      "\(nodeName) did not answer all questions within \(seconds) s; \(consequence.text)",
      .nodeUnavailable)
  }

  private func finish<State, Action>(_ store: Store<State, Action>, _ action: Action) async {
    await store.send(action).finish()
  }
}
