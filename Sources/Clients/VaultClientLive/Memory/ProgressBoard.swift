import Synchronization
import VaultClient

/// Tells observers how far the vault has come; slow ones get the newest stage only.
final class ProgressBoard: Sendable {
  private struct State {
    var observers: [UInt64: AsyncStream<VaultProgress>.Continuation] = [:]
    var lastID: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Stages from now on, without end.
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

  /// Tells every observer.
  func post(_ progress: VaultProgress) {
    // Outside the lock: an observer that ends takes the lock itself.
    for observer in state.withLock({ Array($0.observers.values) }) {
      observer.yield(progress)
    }
  }

  private func remove(_ id: UInt64) {
    _ = state.withLock { $0.observers.removeValue(forKey: id) }
  }
}
