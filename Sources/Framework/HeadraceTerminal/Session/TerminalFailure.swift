#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The reason why a terminal can't be used.
public enum TerminalFailure: Error, Hashable, Sendable {
  /// The standard stream with that name is not a terminal.
  case notATerminal(String)
  /// Another session in the process uses the terminal.
  case isTaken
  /// The terminal was closed.
  case closed
  /// The system returned an error with that number.
  case system(Int32)
}

extension TerminalFailure: CustomStringConvertible {
  /// The problem and the expected condition, in one sentence.
  public var description: String {
    switch self {
    case .notATerminal(let name):
      "The standard \(name) is no terminal; expected to be started from one, without a pipe."
    case .isTaken:
      "The terminal is in use already; expected one full-screen session in a process at a time."
    case .closed:
      "The terminal was closed."
    case .system(let number):
      "The terminal could not be used: \(String(cString: strerror(number)))."
    }
  }
}
