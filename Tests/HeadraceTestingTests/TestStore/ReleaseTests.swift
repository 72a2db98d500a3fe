import Headrace
import HeadraceTesting
import Testing

/// A player, whose effects continue until they are cancelled.
private struct Player: Reducer {
  struct State: Equatable { var song = Song.State() }
  @CasePathable
  enum Action {
    case play(@Sendable () -> Void)
    case song(Song.Action)
  }

  struct Song: Reducer {
    struct State: Equatable {}
    enum Action {}
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.song, action: \.song) { Song() }
    Reduce { _, action in
      guard case .play(let work) = action else { return .none }
      return .run(name: "music") { _ in
        work()
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
    }
  }
}

/// Stores that something still retains after their screen was closed.
@MainActor
@Suite struct ReleaseTests {
  /// A screen that is not closed.
  ///
  /// Unchecked: nothing uses its store.
  private final class Screen: @unchecked Sendable {
    let store: AnyObject

    init(_ store: AnyObject) { self.store = store }
  }

  private static func makeStore() -> StoreOf<Player> {
    Store(initialState: Player.State()) { Player() }
  }

  private static let remedy = """
    A store's effects are cancelled when it is released. Release child stores together with the \
    screens that use them, and capture a store weakly in the closures that its effects use.
    """

  @Test func aReleasedStorePassesWithItsEffectsAndChildren() async {
    await checkRelease {
      let store = Self.makeStore()
      store.send(.play {})
      _ = store.scope(state: \.song, action: \.song)
      return store
    }
  }

  @Test func aChildStoreThatOutlivesItsParentIsNamed() async throws {
    let line = #line + 5
    let failures = try await issues { @MainActor in
      var screen: Screen?
      await checkRelease {
        let store = Self.makeStore()
        screen = Screen(store.scope(state: \.song, action: \.song))
        return store
      }
      withExtendedLifetime(screen) {}
    }
    #expect(
      failures == [
        """
        A store was not released.

        These child stores are in use, and retain it; 'scope' was called here:

          • HeadraceTestingTests/ReleaseTests.swift:\(line)

        \(Self.remedy)
        """
      ])
  }

  @Test func anEffectThatRetainsItsStoreIsNamed() async throws {
    let failures = try await issues { @MainActor in
      await checkRelease {
        let store = Self.makeStore()
        let screen = Screen(store)
        store.send(.play { withExtendedLifetime(screen) {} })
        return store
      }
    }
    #expect(
      failures == [
        """
        A store was not released.

        These effects are in flight, and may retain it:

          • 'music': HeadraceTestingTests/ReleaseTests.swift:24

        \(Self.remedy)
        """
      ])
  }

  @Test func aStoreInAScreenIsReported() async throws {
    let failures = try await issues { @MainActor in
      var screen: Screen?
      await checkRelease {
        let store = Self.makeStore()
        screen = Screen(store)
        return store
      }
      withExtendedLifetime(screen) {}
    }
    #expect(failures == ["A store was not released.\n\n\(Self.remedy)"])
  }
}
