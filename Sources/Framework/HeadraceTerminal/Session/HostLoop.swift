internal import Headrace

/// An event that the loop of a host waits for.
enum News: Sendable {
  case event(TerminalSession.Event)
  /// A driver typed something.
  case driven(TerminalInput)
  case changed
  case due
}

/// A terminal from the point of view of a host's loop.
protocol HostedScreen<State, Action> {
  associatedtype State
  associatedtype Action

  /// Handles an event; returns the reason if the host has to end.
  mutating func take(
    _ item: News, _ store: Store<State, Action>
  ) throws(TerminalFailure) -> TerminalEnd?
}

extension TerminalSession {
  /// Shows a store's feature on a screen until the host ends, then leaves the session.
  ///
  /// - Parameters:
  ///   - store: The store, on the caller's actor.
  ///   - driver: Types in addition to the user; `nil` for none.
  ///   - isolation: The store's actor.
  ///   - makeScreen: Creates the screen, which may add events of its own to the loop.
  /// - Returns: The reason why the host ended.
  func show<Screen: HostedScreen>(
    _ store: Store<Screen.State, Screen.Action>, driver: TerminalDriver?,
    isolation: isolated (any Actor)?,
    on makeScreen: (AsyncStream<News>.Continuation) -> Screen
  ) async throws(TerminalFailure) -> TerminalEnd {
    defer { leave() }
    let (stream, news) = AsyncStream<News>.makeStream()
    // Both tasks end with the stream: they only report what has happened.
    let listener = Task {
      for await event in events { news.yield(.event(event)) }
    }
    defer { listener.cancel() }
    let typist = driver.map { driver in
      Task {
        for await input in driver.inputs { news.yield(.driven(input)) }
      }
    }
    defer {
      driver?.end()
      typist?.cancel()
    }
    var screen = makeScreen(news)
    let token = store.observe {
      // Observes the whole state, because the app may show any part of it.
      _ = store.state
      news.yield(.changed)
    }
    defer { token.cancel() }
    do throws(TerminalFailure) {
      for await item in stream {
        if let end = try screen.take(item, store) { return end }
      }
    } catch {
      guard error == .closed else { throw error }
    }
    return .closed
  }
}
