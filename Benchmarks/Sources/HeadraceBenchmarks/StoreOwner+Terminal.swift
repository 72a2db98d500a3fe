import BenchmarkSupport
import Headrace
import HeadraceFlow
import HeadraceTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// MARK: - Screens

extension StoreOwner {
  /// Measures frames of a screen, a scrolling list of 10,000 rows, and the time from key to frame.
  ///
  /// The last one runs from a key's bytes to the write of a frame, without the terminal itself. The
  /// screen imitates the wallet's Home, with an account and its payments.
  func terminal() async {
    await frames()
    await scrolling()
    await keys()
    await rest()
  }

  private static let size = Size(columns: 80, rows: 24)

  /// Measures a frame that differs from the previous one in its amount and its age.
  private func frames() async {
    let app = Statement.app
    var state = Statement.State()
    var writer = FrameWriter()
    await bench.row(
      "screen: laid out, difference", size: "80 × 24", target: .nanoseconds(100_000),
      floor: SwitchFloor.floor, steadiness: .hashed
    ) { times in
      for _ in 0..<times {
        state.age += 1
        blackHole(writer.frame(app.grid(state, Self.size, theme: .dark)))
      }
    }
  }

  private func scrolling() async {
    let rows = (0..<10_000).map { "Payment \($0) of 0.25 ether to somebody" }
    var writer = FrameWriter()
    var selected = 0
    await bench.row(
      "screen: list scrolled", size: "10,000 rows", target: .nanoseconds(200_000),
      floor: SwitchFloor.floor, steadiness: .hashed
    ) { times in
      for _ in 0..<times {
        selected = (selected + 7) % rows.count
        let list = List(rows, selected: selected) { Text($0, cut: .end) }
        blackHole(writer.frame(list.grid(Self.size, theme: .dark)))
      }
    }
  }

  private func keys() async {
    let app = Statement.app
    let store = Store(initialState: Statement.State()) { Statement() }
    var parser = InputParser()
    var writer = FrameWriter()
    var shown = store.withState { app.grid($0, Self.size, theme: .dark) }
    let down = Array("\u{1B}[B".utf8)
    // The system's part of a write, without the terminal's work.
    let output = open("/dev/null", O_WRONLY)
    precondition(output >= 0, "/dev/null can't be opened.")
    defer { close(output) }
    await bench.row(
      "screen: key to frame", size: "80 × 24", target: .nanoseconds(1_000_000),
      floor: SwitchFloor.floor, steadiness: .hashed
    ) { times in
      for _ in 0..<times {
        for input in parser.parse(down) {
          if case .send(let action) = store.withState({
            app.reply(to: input, in: $0, shown: shown)
          }) {
            store.send(action)
          }
        }
        shown = store.withState { app.grid($0, Self.size, theme: .dark) }
        let frame = writer.frame(shown)
        blackHole(write(output, frame, frame.count))
      }
    }
  }
}

extension StoreOwner {
  /// Measures a second in which nothing happens.
  ///
  /// An app that shows an age is laid out once, nothing changes, and nothing is written. The time
  /// in nanoseconds is billionths of a processor.
  private func rest() async {
    let app = Statement.app
    let store = Store(initialState: Statement.State()) { Statement() }
    var writer = FrameWriter()
    blackHole(writer.frame(store.withState { app.grid($0, Self.size, theme: .dark) }))
    await bench.row(
      "screen: a second at rest", size: "80 × 24", target: .nanoseconds(1_000_000),
      floor: SwitchFloor.floor, steadiness: .hashed
    ) { times in
      for _ in 0..<times {
        store.send(.secondPassed)
        blackHole(writer.frame(store.withState { app.grid($0, Self.size, theme: .dark) }))
      }
    }
  }
}

/// An account with its payments, as shown by a wallet.
private struct Statement: Reducer {
  struct State {
    var age = 0
    var seconds = 0
    var chosen = 0
    var routes: [Route<Int>] = [.root(0, embedInNavigationView: true), .push(1)]
    var payments = (0..<20).map { "0x70997970C51812dc3A010C7d01b50e0d17dc79C\($0 % 10)" }
  }

  enum Action {
    case moved
    case secondPassed
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .moved: state.chosen = (state.chosen + 1) % state.payments.count
    case .secondPassed: state.seconds &+= 1
    }
    return .none
  }

  static let app = TerminalApp<State, Action> { state in
    StackView(state.routes, brand: "Headrace") { _ in
      ScreenView("Home", hints: [("s", "Send"), ("r", "Receive"), ("q", "Quit")]) {
        Row {
          Text("Account 1", .title)
          Text("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", .secondary, cut: .middle).flexible()
        }
        Row {
          Text("1.\(state.age) ETH", .accent)
          Text("\(state.age) seconds ago", .secondary)
        }
        Divider()
        List(state.payments, selected: state.chosen) { address in
          Row {
            Text("−0.25 ETH").frame(columns: 18)
            Text(address, .secondary, cut: .middle).flexible()
            Text("confirmed", .success)
          }
        }
      }
    }
  } reply: { input, _, _ in
    input == .key(Key(.down)) ? .send(.moved) : .none
  }
}
