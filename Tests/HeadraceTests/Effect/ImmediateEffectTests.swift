import Foundation
import Headrace
import Synchronization
import Testing

/// A room in which only those who are present hear what is said.
private final class Room: Sendable {
  private let listeners = Mutex<[AsyncStream<String>.Continuation]>([])

  func messages() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    listeners.withLock { $0.append(continuation) }
    return stream
  }

  func say(_ message: String) {
    for listener in listeners.withLock({ $0 }) { listener.yield(message) }
  }
}

@Reducer
private struct Chat {
  struct State: Equatable { var messages: [String] = [] }
  enum Action: Equatable { case opened, closed, received(String) }

  let room: Room
  var isWrapped = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened:
        let listen = Effect<Action>.run(name: "listen", startsImmediately: true) { [room] send in
          for await message in room.messages() { await send(.received(message)) }
        }
        .cancellable(id: "room")
        return isWrapped ? .concatenate(.merge(listen, .none), .send(.closed)) : listen
      case .closed: return .cancel(id: "room")
      case .received(let message):
        state.messages.append(message)
        return .none
      }
    }
  }
}

@Reducer
private struct Work {
  enum Action { case start, startAndCancel }

  let operation: @Sendable () async -> Void

  var body: some Reducer<Int, Action> {
    Reduce { _, action in
      let work = Effect<Action>.run(name: "work", startsImmediately: true) { [operation] _ in
        await operation()
      }
      .cancellable(id: "work")
      return action == .start ? work : .merge(work, .cancel(id: "work"))
    }
  }
}

/// Fails on another thread.
private func onMainThread(_ body: @MainActor () -> Void) { MainActor.assumeIsolated(body) }

/// An immediate effect has begun when `send` returns.
@MainActor
@Suite struct ImmediateEffectTests {
  private let room = Room()

  @Test(arguments: [false, true]) func nothingIsMissedAfterSend(isWrapped: Bool) async {
    let store = Store(initialState: Chat.State()) { Chat(room: room, isWrapped: isWrapped) }
    store.send(.opened)
    room.say("hello")
    await waits { store.messages == ["hello"] }
    store.send(.closed)
  }

  @Test func anActorsStoreStartsItToo() async {
    let store = StoreActor(initialState: Chat.State()) { [room] in Chat(room: room) }
    await store.send(.opened)
    room.say("hello")
    for await state in store.states where state.messages == ["hello"] { break }
    await store.send(.closed)
  }

  /// Its first part runs on the store's thread, with the effect's dependencies and name.
  @Test func itsFirstPartRunsWhereTheActionIsSent() {
    let seen = LockIsolated<[String]>([])
    let store = Store(initialState: 0) {
      Work {
        @Dependency(\.date.now) var now
        onMainThread {
          seen.setValue(["\(now.timeIntervalSince1970)", Task.name ?? ""])
        }
      }
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 7))
    }
    store.send(.start)
    #expect(seen.value == ["7.0", "work"])
  }

  /// The store may be released while the effect starts: then the effect is cancelled like any
  /// other.
  @Test func anEffectThatReleasesItsStoreIsCancelled() async {
    @MainActor final class Holder: Sendable { var store: StoreOf<Work>? }
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    let holder = Holder()
    holder.store = Store(initialState: 0) {
      Work {
        onMainThread { holder.store = nil }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        end.yield(Task.isCancelled)
      }
    }
    holder.store?.send(.start)
    for await isCancelled in ends {
      #expect(isCancelled)
      break
    }
  }

  @Test func aCancelledEffectDoesNotStart() {
    let count = LockIsolated(0)
    let store = Store(initialState: 0) { Work { count.withValue { $0 += 1 } } }
    store.send(.startAndCancel)
    #expect(count.value == 0)
    store.send(.start)
    #expect(count.value == 1)
  }

  private func waits(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }
}
