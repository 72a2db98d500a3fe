import Foundation

/// How much the searches, sweeps and soak tests try.
///
/// By default all of it; with `HEADRACE_SHORT`, as `make test` sets it, a tenth. A test that
/// cheaper ones cover is `.enabled(if: !Effort.isShort)`, and names those above it.
package enum Effort {
  /// A Boolean value that says whether a tenth is enough.
  package static let isShort = ProcessInfo.processInfo.environment["HEADRACE_SHORT"] != nil

  /// A number of attempts: all of them, or a tenth, and one at least.
  package static func count<Count: BinaryInteger>(_ all: Count) -> Count {
    isShort ? (all + 9) / 10 : all
  }

  /// A number of schedules: that of `HEADRACE_SCHEDULES`, as `make explore` sets it, or
  /// ``count(_:)``.
  package static func schedules(_ all: Int) -> Int {
    ProcessInfo.processInfo.environment["HEADRACE_SCHEDULES"].flatMap(Int.init) ?? count(all)
  }

  /// The steps of a sweep, from 1 on: all of them, or each tenth and the last.
  package static func steps(_ count: Int) -> [Int] {
    (1...count).filter { !isShort || $0 % 10 == 1 || $0 == count }
  }

  /// Signals that end the programs that a test starts: without SIGHUP where it is ignored, as under
  /// `nohup`, because programs inherit that.
  package static func endingSignals(_ all: [Int32]) -> [Int32] {
    let before = signal(SIGHUP, SIG_DFL)
    signal(SIGHUP, before)
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    return all.filter { $0 != SIGHUP || !isIgnored }
  }

  /// The cases of a costly test: all of them, or the first.
  package static func cases<Case>(_ all: [Case]) -> [Case] {
    isShort ? Array(all.prefix(1)) : all
  }
}
