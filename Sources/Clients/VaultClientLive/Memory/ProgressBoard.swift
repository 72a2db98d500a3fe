import Synchronization
import VaultClient

/// Reports the vault's progress to observers; slow ones get only the newest stage.
final class ProgressBoard: Sendable {
  private struct State {
    var observers: [UInt64: AsyncStream<VaultProgress>.Continuation] = [:]
    var lastID: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Returns the stages from now on, without end.
  func stages() -> AsyncStream<VaultProgress> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: VaultProgress.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastID += 1
      state.observers[state.lastID] = continuation
      return state.lastID
    }
    continuation.onTermination = { [weak self] _ in
      self?.remove(id)
    }
    return stream
  }

  /// Notifies every observer.
  func post(_ progress: VaultProgress) {
    // Outside the lock, because an observer that ends acquires the lock itself.
    for observer in state.withLock({ Array($0.observers.values) }) {
      observer.yield(progress)
    }
  }

  private func remove(_ id: UInt64) {
    _ = state.withLock { $0.observers.removeValue(forKey: id) }
  }
}
