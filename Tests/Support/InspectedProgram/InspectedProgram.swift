import Foundation
import Headrace
import HeadraceFlow
import HeadraceInspector

/// A program under inspection.
///
/// It writes the inspector's address on its first line, and reads commands from standard input, a
/// line each: `send N` sends N actions, `rate N SECONDS` sends N actions a second, `stores N` adds
/// N stores, `total` writes the total, and the end of the input ends it.
@main
enum InspectedProgram {
  @MainActor static func main() async throws {
    let store = Store(initialState: Market.State()) { Market() }
    let inspector = try await Inspector.serve(store) { say($0) }
    let other = Store(initialState: Shelf.State()) { Shelf() }
    try inspector.add(other, name: "Second shelf")
    var more: [StoreOf<Shelf>] = []
    let lines = AsyncStream<String> { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
    for await line in lines {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "send":
        for _ in 0..<(Int(words[1]) ?? 0) { store.send(.tick) }
        say("sent")
      case "rate": say(try await send(to: store, Int(words[1]) ?? 0, for: Int(words[2]) ?? 0))
      case "stores":
        for number in 0..<(Int(words[1]) ?? 0) {
          let shelf = Store(initialState: Shelf.State()) { Shelf() }
          more.append(shelf)
          try inspector.add(shelf, name: "Shelf \(number + 1)")
        }
        say("added")
      case "story":
        await tell(to: store)
        say("told")
      case "total": say("\(store.withState(\.total))")
      default: say("unknown: \(line)")
      }
    }
    await inspector.stop()
  }

  /// Writes a line immediately: standard output is a pipe.
  @Sendable private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Sends actions at a rate, and reports how many were sent and the largest delay.
  @MainActor private static func send(
    to store: StoreOf<Market>, _ rate: Int, for seconds: Int
  ) async throws -> String {
    let clock = ContinuousClock()
    let start = clock.now
    var (sent, latest) = (0, Duration.zero)
    for step in 0..<(seconds * 100) {
      let due = start + .milliseconds(10 * step)
      try await clock.sleep(until: due, tolerance: .zero)
      latest = max(latest, due.duration(to: clock.now))
      for _ in 0..<(rate / 100) { store.send(.tick) }
      sent += rate / 100
    }
    let time = start.duration(to: clock.now)
    let (total, delay) = (Int(time / .milliseconds(1)), Int(latest / .milliseconds(1)))
    return "sent \(sent) in \(total) ms, late by \(delay) ms"
  }

  /// A short story with each kind of event.
  @MainActor private static func tell(to store: StoreOf<Market>) async {
    guard let root = store.withState({ $0.routes.first?.id }) else { return }
    await store.send(.router(.routeAction(id: root, action: .shelf(.loadTapped)))).finish()
    store.send(.router(.routeAction(id: root, action: .shelf(.chosen("cheese")))))
    guard let product = store.withState({ $0.routes.last?.id }) else { return }
    await store.send(.router(.routeAction(id: product, action: .product(.priceTapped)))).finish()
    store.send(
      .router(.routeAction(id: product, action: .product(.bought("cheese", price: 6)))))
    store.send(.basketTapped)
    await store.send(.offerAwaited).finish()
    store.send(.tickStarted)
  }
}
