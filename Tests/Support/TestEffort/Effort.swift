import Foundation

/// The effort of random programs, sweeps, soak tests and searches for races.
///
/// By default all of it; with `HEADRACE_SHORT`, as `make test` sets it, a tenth. A test that
/// cheaper ones cover is `.enabled(if: !Effort.isShort)`, and names those above it.
package enum Effort {
  /// True if a tenth is enough.
  package static let isShort = ProcessInfo.processInfo.environment["HEADRACE_SHORT"] != nil

  /// Returns a number of attempts: all of them, or a tenth, and at least one.
  package static func count<Count: BinaryInteger>(_ all: Count) -> Count {
    isShort ? (all + 9) / 10 : all
  }

  /// Returns a number of schedules: `HEADRACE_SCHEDULES`, as `make explore` and `make long` set it,
  /// or else the usual number, also with `HEADRACE_SHORT`.
  ///
  /// - Parameter usual: A number that is enough to find the mutants.
  package static func schedules(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["HEADRACE_SCHEDULES"].flatMap(Int.init) ?? usual
  }

  /// Returns the steps of a sweep, from 1 on: all of them, or each tenth and the last.
  package static func steps(_ count: Int) -> [Int] {
    (1...count).filter { !isShort || $0 % 10 == 1 || $0 == count }
  }

  /// Returns signals that end the programs that a test starts.
  ///
  /// SIGHUP is left out if it is ignored, as under `nohup`, because programs inherit that.
  package static func endingSignals(_ all: [Int32]) -> [Int32] {
    let before = signal(SIGHUP, SIG_DFL)
    signal(SIGHUP, before)
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    return all.filter { $0 != SIGHUP || !isIgnored }
  }

  /// Returns the cases of a costly test: all of them, or the first.
  package static func cases<Case>(_ all: [Case]) -> [Case] {
    isShort ? Array(all.prefix(1)) : all
  }
}
