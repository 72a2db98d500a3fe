import ArgumentParser
import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the program.
package enum WalletMain {
  /// Runs the program with the arguments of the process, and ends the process.
  ///
  /// It is no `async` function: what runs those opens files of its own before the first line, and
  /// they took the places of closed streams.
  package static func run() -> Never {
    StandardStreams.fillClosed()
    Task {
      await WalletCommand.main()
      exit(0)
    }
    dispatchMain()
  }
}
