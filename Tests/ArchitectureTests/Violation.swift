/// One place that breaks a rule, and what to do about it.
struct Violation: Hashable, CustomStringConvertible {
  /// The file, from the root of the project.
  let path: String
  /// The line, from 1.
  let line: Int
  /// The problem, and how to fix it.
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}

/// Files that may break a rule, each with the reason.
struct Exceptions {
  private let reasons: [String: String]

  init(_ reasons: [String: String] = [:]) {
    self.reasons = reasons
  }

  func covers(_ path: String) -> Bool { reasons[path] != nil }

  /// Returns the files that no longer exist, or no longer need an exception.
  func unused(by violations: [Violation]) -> [String] {
    let used = Set(violations.map(\.path))
    return reasons.keys.filter { !used.contains($0) }.sorted()
  }
}
