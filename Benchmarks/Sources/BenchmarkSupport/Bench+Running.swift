import Dispatch
import Foundation

extension Bench {
  /// Measures all rows of a program and exits.
  ///
  /// - Parameter rows: Measures them.
  public static func run(_ rows: @escaping @Sendable (Bench) async throws -> Void) -> Never {
    let bench = Bench()
    Task.detached {
      do {
        try await rows(bench)
        exit(0)
      } catch {
        FileHandle.standardError.write(Data("The benchmarks failed: \(error)\n".utf8))
        exit(1)
      }
    }
    switch bench.mode {
    case .time:
      dispatchMain()
    case .instructions:
      // Valgrind 3.19 crashes in `sigsuspend`, where `dispatchMain` leaves the main thread. So
      // there is no main actor here, and its rows have no instructions.
      while true { sleep(1_000) }
    }
  }
}
