public import Headrace

/// Shows a store's feature on a full-screen terminal until the user leaves it.
///
/// A frame is drawn when the state has changed and the store's queue is drained, at most 60 times a
/// second; while nothing changes, nothing runs.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// let end = try await TerminalHost(counter).run(store)
/// ```
public struct TerminalHost<State, Action> {
  private let app: TerminalApp<State, Action>
  private let environment: TerminalEnvironment

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - app: What is shown, and what keys do.
  ///   - environment: What is known of the terminal; by default the environment of the process.
  public init(_ app: TerminalApp<State, Action>, environment: TerminalEnvironment = .process) {
    self.app = app
    self.environment = environment
  }

  /// Shows the feature until the user quits, or the process is asked to end.
  ///
  /// Control-L redraws everything, and Control-Z stops the process like any program. Other keys go
  /// to the app.
  ///
  /// - Parameters:
  ///   - store: The store, on the actor that calls.
  ///   - session: The terminal; by default the one of the standard streams. It is left at the end.
  ///   - driver: Types in addition to the user; `nil` for none.
  ///   - isolation: The store's actor; the compiler fills it in.
  /// - Returns: How it ended.
  /// - Throws: What ``TerminalSession/init(input:output:)`` throws.
  public func run(
    _ store: Store<State, Action>, session: TerminalSession? = nil,
    driver: TerminalDriver? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(TerminalFailure) -> TerminalEnd {
    let session = if let session { session } else { try TerminalSession() }
    defer { session.leave() }
    let (stream, news) = AsyncStream<News>.makeStream()
    // Both end with the stream: they report only what has happened.
    let listener = Task {
      for await event in session.events { news.yield(.event(event)) }
    }
    defer { listener.cancel() }
    let typist = driver.map { driver in
      Task {
        for await input in driver.inputs { news.yield(.event(.input(input))) }
      }
    }
    defer {
      driver?.end()
      typist?.cancel()
    }
    var screen = Screen(app, environment, session, driver)
    let token = store.observe {
      // All of the state is observed: the app may show any part of it.
      _ = store.state
      news.yield(.changed)
    }
    defer { token.cancel() }
    do throws(TerminalFailure) {
      for await item in stream {
        if let end = try screen.take(item, store, news) { return end }
      }
    } catch {
      guard error == .closed else { throw error }
    }
    return .closed
  }
}

/// How a host has ended.
public enum TerminalEnd: Hashable, Sendable {
  /// The user has quit.
  case quit
  /// The process was asked to end by the signal of that number. A program that ends now should
  /// raise it, so that its parent process knows.
  case signal(Int32)
  /// The terminal was closed.
  case closed
}

/// What the loop of a host waits for.
enum News: Sendable {
  case event(TerminalSession.Event)
  case changed
  case due
}

/// The terminal as a host's loop sees it.
private struct Screen<State, Action> {
  private let app: TerminalApp<State, Action>
  private let session: TerminalSession
  private let driver: TerminalDriver?
  private let theme: Theme
  private var writer: FrameWriter
  private var size: Size
  private var shown: Grid
  private var pacing = FramePacing()

  init(
    _ app: TerminalApp<State, Action>, _ environment: TerminalEnvironment,
    _ session: TerminalSession, _ driver: TerminalDriver?
  ) {
    self.app = app
    self.session = session
    self.driver = driver
    theme = environment.theme
    writer = FrameWriter(depth: environment.colorDepth)
    size = session.size
    shown = Grid(size: size)
  }

  mutating func take(
    _ item: News, _ store: Store<State, Action>, _ news: AsyncStream<News>.Continuation
  ) throws(TerminalFailure) -> TerminalEnd? {
    switch item {
    case .changed:
      if store.withState(app.isOver) { return .quit }
      try change(store, news)
    case .due:
      pacing.timerFired()
      try draw(store)
    case .event(.continued):
      writer.forget()
      size = session.size
      try draw(store)
    case .event(.stop(let signal)): return .signal(signal)
    case .event(.closed): return .closed
    case .event(.input(let input)): return try take(input, store, news)
    }
    return nil
  }

  private mutating func take(
    _ input: TerminalInput, _ store: Store<State, Action>, _ news: AsyncStream<News>.Continuation
  ) throws(TerminalFailure) -> TerminalEnd? {
    switch input {
    case .resize(let size):
      self.size = size
      try draw(store)
    case .key(Key(.character("l"), .control)):
      writer.forget()
      try change(store, news)
      return nil
    case .key(Key(.character("z"), .control)):
      TerminalSession.stopProcess()
      return nil
    default: break
    }
    switch store.withState({ app.reply(to: input, in: $0, shown: shown) }) {
    case .none: return nil
    case .send(let action): store.send(action)
    case .quit: return .quit
    }
    return nil
  }

  /// Draws now, or when the next frame is due.
  private mutating func change(
    _ store: Store<State, Action>, _ news: AsyncStream<News>.Continuation
  ) throws(TerminalFailure) {
    switch pacing.wantsFrame(at: .now) {
    case .now: try draw(store)
    case .later(let instant):
      Task {
        do {
          try await ContinuousClock().sleep(until: instant)
        } catch {
          // This task is not cancelled in normal use; if it is, no frame is wanted.
          return
        }
        news.yield(.due)
      }
    case .alreadyWaiting: break
    }
  }

  private mutating func draw(_ store: Store<State, Action>) throws(TerminalFailure) {
    pacing.drew(at: .now)
    session.hidesInput(store.withState(app.hidesInput))
    shown = store.withState { app.grid($0, size, theme: theme) }
    try session.write(writer.frame(shown))
    driver?.show(shown)
  }
}

/// When the next frame may be drawn.
struct FramePacing {
  /// What to do with a change.
  enum Answer: Equatable {
    case now
    case later(ContinuousClock.Instant)
    case alreadyWaiting
  }

  /// A sixtieth of a second.
  static let interval = Duration.nanoseconds(16_666_667)

  private var last: ContinuousClock.Instant?
  private var isWaiting = false

  mutating func wantsFrame(at now: ContinuousClock.Instant) -> Answer {
    if isWaiting { return .alreadyWaiting }
    guard let last, now < last + Self.interval else { return .now }
    isWaiting = true
    return .later(last + Self.interval)
  }

  mutating func timerFired() { isWaiting = false }

  mutating func drew(at now: ContinuousClock.Instant) { last = now }
}
