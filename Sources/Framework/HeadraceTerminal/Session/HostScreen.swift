internal import Headrace

/// The terminal's operations that a host's loop uses; tests replace them with closures.
struct HostOutput {
  /// The terminal's size.
  var size: () -> Size
  /// Writes a frame.
  var write: ([UInt8]) throws(TerminalFailure) -> Void
  /// Sets whether the next input is secret.
  var hidesInput: (Bool) -> Void = { _ in }
  /// Reports the grid that is shown.
  var show: (Grid) -> Void = { _ in }
  /// Sets whether lines are written to the alternate screen.
  var setsAside: (Bool) -> Void = { _ in }
}

/// The clock that a host's loop uses; tests replace it with one that they advance by hand.
struct HostClock {
  /// The time since a fixed point.
  var now: () -> Duration
  /// Delivers one ``News/due`` at a given time, or as soon as possible if that time has passed.
  var wake: (Duration) -> Void
}

/// A full-screen terminal from the point of view of a host's loop.
struct HostScreen<State, Action>: HostedScreen {
  private let app: TerminalApp<State, Action>
  private let output: HostOutput
  private let clock: HostClock
  private let theme: Theme
  private var writer: FrameWriter
  private var size: Size
  private var shown: Grid
  private var pacing = FramePacing()

  init(
    _ app: TerminalApp<State, Action>, _ environment: TerminalEnvironment, _ output: HostOutput,
    _ clock: HostClock
  ) {
    self.app = app
    self.output = output
    self.clock = clock
    theme = environment.theme
    writer = FrameWriter(depth: environment.colorDepth, isASCII: environment.theme.isASCII)
    size = output.size()
    shown = Grid(size: size)
  }

  /// Handles an event; returns the reason if the host has to end.
  mutating func take(
    _ item: News, _ store: Store<State, Action>
  ) throws(TerminalFailure) -> TerminalEnd? {
    switch item {
    case .changed:
      if store.withState(app.isOver) { return .quit }
      try change(store)
    case .due:
      pacing.timerFired()
      try draw(store)
    case .event(.continued):
      writer.forget()
      size = output.size()
      try draw(store)
    case .event(.stop(let signal)): return .signal(signal)
    case .event(.closed): return .closed
    case .event(.input(let input)), .driven(let input): return try take(input, store)
    }
    return nil
  }

  private mutating func take(
    _ input: TerminalInput, _ store: Store<State, Action>
  ) throws(TerminalFailure) -> TerminalEnd? {
    switch input {
    case .resize(let size):
      self.size = size
      try draw(store)
    case .key(Key(.character("l"), .control)):
      writer.forget()
      try change(store)
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

  /// Draws immediately, or when the next frame is due.
  private mutating func change(_ store: Store<State, Action>) throws(TerminalFailure) {
    switch pacing.wantsFrame(at: clock.now()) {
    case .now: try draw(store)
    case .later(let time): clock.wake(time)
    case .alreadyWaiting: break
    }
  }

  private mutating func draw(_ store: Store<State, Action>) throws(TerminalFailure) {
    pacing.drew(at: clock.now())
    output.hidesInput(store.withState(app.hidesInput))
    shown = store.withState { app.grid($0, size, theme: theme) }
    try output.write(writer.frame(shown))
    output.show(shown)
  }
}

/// Decides when the next frame may be drawn.
struct FramePacing {
  /// The reply to a change.
  enum Answer: Equatable {
    case now
    case later(Duration)
    case alreadyWaiting
  }

  /// A sixtieth of a second.
  static let interval = Duration.nanoseconds(16_666_667)

  private var last: Duration?
  private var isWaiting = false

  mutating func wantsFrame(at now: Duration) -> Answer {
    if isWaiting { return .alreadyWaiting }
    guard let last, now < last + Self.interval else { return .now }
    isWaiting = true
    return .later(last + Self.interval)
  }

  mutating func timerFired() { isWaiting = false }

  mutating func drew(at now: Duration) { last = now }
}
