import Headrace
import Testing

@testable import HeadraceTerminal

/// The times when a host draws: on a clock that the test advances, so that nothing waits.
@MainActor @Suite struct HostScreenTests {
  private struct Counter: Reducer {
    struct State: Equatable, Sendable {
      var count = 0
      var isUnseen = false
    }
    enum Action: Sendable {
      case added
      case addedThreeTimes
      case unseen
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .added:
          state.count += 1
          return .none
        case .addedThreeTimes: return .merge(.send(.added), .send(.added), .send(.added))
        case .unseen:
          state.isUnseen = true
          return .none
        }
      }
    }
  }

  /// A host's terminal, clock and input, all controlled by the test.
  private final class Machine {
    var now = Duration.zero
    var frames: [[UInt8]] = []
    var wakes: [Duration] = []
    var news: [News] = []
    var screen: HostScreen<Counter.State, Counter.Action>?
    let store: StoreOf<Counter>
    private var token: ObserveToken?

    init(_ store: StoreOf<Counter>) {
      self.store = store
      let app = TerminalApp<Counter.State, Counter.Action> {
        Text("\($0.count)")
      } reply: {
        input, _, _ in
        input == .key(Key(.character("a"))) ? .send(.added) : .none
      }
      screen = HostScreen(
        app, TerminalEnvironment(),
        HostOutput(
          size: { Size(columns: 4, rows: 1) },
          write: { [unowned self] (bytes: [UInt8]) throws(TerminalFailure) in
            if !bytes.isEmpty { frames.append(bytes) }
          }),
        HostClock(now: { [unowned self] in now }, wake: { [unowned self] in wakes.append($0) }))
      token = store.observe { [unowned self] in
        _ = store.state
        news.append(.changed)
      }
    }

    /// Passes the input to the host.
    func work() throws {
      while !news.isEmpty { _ = try screen?.take(news.removeFirst(), store) }
    }

    /// Advances the clock; the timers that are due fire.
    func advance(to time: Duration) throws {
      now = time
      let due = wakes.filter { $0 <= time }
      wakes.removeAll { $0 <= time }
      news += due.map { _ in .due }
      try work()
    }

    /// The final contents of the screen.
    var shown: String {
      frames.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  private func makeMachine() -> Machine {
    Machine(Store(initialState: Counter.State()) { Counter() })
  }

  /// However many actions one queue has, a frame is drawn once it is drained.
  @Test func aDrainedQueueIsOneFrame() throws {
    let machine = makeMachine()
    try machine.work()
    #expect(machine.frames.count == 1)
    machine.now = .seconds(1)
    machine.store.send(.addedThreeTimes)
    try machine.work()
    #expect(machine.store.state.count == 3)
    #expect(machine.frames.count == 2)
    #expect(machine.shown.contains("3"))
  }

  /// Both sides of the interval: a change one nanosecond before its end waits, one at its end does
  /// not.
  @Test func aFrameComesAtMostSixtyTimesASecond() throws {
    let interval = Duration.nanoseconds(16_666_667)
    let machine = makeMachine()
    try machine.work()
    machine.now = interval - .nanoseconds(1)
    machine.store.send(.added)
    try machine.work()
    #expect(machine.frames.count == 1)
    #expect(machine.wakes == [interval])
    // More changes start no other timer, and the frame has all of them.
    machine.store.send(.added)
    try machine.work()
    #expect(machine.wakes == [interval])
    try machine.advance(to: interval)
    #expect(machine.frames.count == 2)
    #expect(machine.shown.contains("2"))
    #expect(machine.wakes == [])
    machine.now = interval * 2
    machine.store.send(.added)
    try machine.work()
    #expect(machine.frames.count == 3)
    #expect(machine.wakes == [])
  }

  @Test func aSecondOfChangesIsSixtyFrames() throws {
    let machine = makeMachine()
    try machine.work()
    for millisecond in 1...1_000 {
      try machine.advance(to: .milliseconds(millisecond))
      machine.store.send(.added)
      try machine.work()
    }
    #expect(machine.frames.count > 50)
    #expect(machine.frames.count <= 61)
  }

  /// No key, no change: no timer is started and nothing is written, for any length of time.
  @Test func anIdleHostSleeps() throws {
    let machine = makeMachine()
    try machine.work()
    #expect(machine.frames.count == 1)
    #expect(machine.wakes == [])
    for hour in 1...48 { try machine.advance(to: .seconds(3_600 * hour)) }
    #expect(machine.wakes == [])
    #expect(machine.frames.count == 1)
  }

  /// An invisible change writes nothing, and leaves no timer.
  @Test func aChangeThatIsNotSeenWritesNothing() throws {
    let machine = makeMachine()
    try machine.work()
    machine.now = .seconds(1)
    machine.store.send(.unseen)
    try machine.work()
    #expect(machine.wakes == [])
    try machine.advance(to: .seconds(3_600))
    #expect(machine.frames.count == 1)
    #expect(machine.wakes == [])
  }
}
