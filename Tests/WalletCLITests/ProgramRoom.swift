import Foundation

/// Limits how many programs run concurrently.
///
/// All tests start together, and beside 300 others a program would exceed its own time limits.
actor ProgramRoom {
  /// The limit that all tests share.
  static let shared = ProgramRoom(count: max(8, 2 * ProcessInfo.processInfo.activeProcessorCount))

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  /// Runs a program as soon as fewer than the maximum are running.
  func run<Value: Sendable>(_ program: @Sendable () async throws -> Value) async rethrows -> Value {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
    return try await program()
  }
}
