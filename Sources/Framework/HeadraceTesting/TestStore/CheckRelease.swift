public import Headrace

/// Uses a store, and fails if the store still exists afterwards.
///
/// A host that closes a screen should release the screen's store. Otherwise its effects are not
/// cancelled, and continue for as long as the program runs.
///
/// ```swift
/// @MainActor @Test func aClosedPlayerIsReleased() async {
///   var screen: PlayerScreen?
///   await checkRelease {
///     let store = Store(initialState: Player.State()) { Player() }
///     screen = PlayerScreen(store: store)
///     screen?.playButtonTapped()
///     screen?.close()
///     return store
///   }
///   withExtendedLifetime(screen) {}
/// }
/// ```
///
/// The report names the child stores in use, each of which retains its parent, and the effects in
/// flight, each of which retains what its closure captures. Swift can't list references, so it is
/// unknown which of them, or which screen, is the cause.
///
/// - Parameters:
///   - isolation: The actor of the store.
///   - body: Creates the store, uses it, and returns it.
/// - Throws: The error that `body` throws.
public func checkRelease<State, Action>(
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Store<State, Action>
) async rethrows {
  weak let released = try await body()
  guard let store = released else { return }
  let effects = store.effects.map { effect in
    "\(effect.name.map { "'\($0)': " } ?? "")\(effect.fileID):\(effect.line)"
  }
  recordFailure(
    TestStoreFailure.retained(
      children: store.sites.dropFirst().map { "\($0)" }.sorted(), effects: effects),
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
