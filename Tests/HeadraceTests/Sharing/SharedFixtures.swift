import Foundation
import Headrace

@ObservableState
struct Preferences: Equatable, Codable, Sendable {
  var theme = "light"
  var size = 12
}

/// Counts visits that it shares with others, and shows settings.
@Reducer
struct Visitors {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("visits")) var visits = 0
    @Shared(.inMemory("preferences")) var preferences = Preferences()
    var title = ""

    var theme: String { preferences.theme }
    var size: Int { preferences.size }
  }

  enum Action {
    case visited
    case themeChosen(String)
    case sizeChosen(Int)
    case titleChanged(String)
    case visitedLater
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .visited:
        state.$visits.withLock { $0 += 1 }
        return .none
      case .themeChosen(let theme):
        state.$preferences.withLock { $0.theme = theme }
        return .none
      case .sizeChosen(let size):
        state.$preferences.withLock { $0.size = size }
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      case .visitedLater:
        return .run { [visits = state.$visits] _ in visits.withLock { $0 += 1 } }
      }
    }
  }
}

/// An actor with its own store.
actor Reception {
  private var store: StoreOf<Visitors>?
  private var token: ObserveToken?

  /// Opens the store.
  ///
  /// - Returns: The visits, as its observer reads them.
  func open() -> AsyncStream<Int> {
    let store = Store(initialState: Visitors.State()) { Visitors() }
    self.store = store
    let (visits, continuation) = AsyncStream<Int>.makeStream()
    token = store.observe { continuation.yield(store.visits) }
    return visits
  }

  func send(_ action: sending Visitors.Action) { store?.send(action) }
}

extension AsyncStream {
  /// Returns the first elements.
  func prefix(of count: Int) async -> [Element] {
    var elements: [Element] = []
    for await element in self {
      elements.append(element)
      if elements.count == count { break }
    }
    return elements
  }
}

/// A folder of the file system for one test, which contains its shared files.
enum SharedFolder {
  /// Runs code whose shared files are in the file system.
  nonisolated(nonsending) static func using<Result>(
    _ body: nonisolated(nonsending) (URL) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "headrace-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      try await body(folder)
    }
  }
}

/// Runs code as another program would: with its own shared values, on the same files.
func asAnotherProgram<Result: Sendable>(
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  // Detached: it inherits no dependency values.
  try await Task.detached {
    try await DependencyValues.isolated({ $0.defaultFileStorage = .fileSystem }) {
      try await body()
    }
  }.value
}
