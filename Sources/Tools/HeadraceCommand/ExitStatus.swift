import HeadraceDurable
import HeadraceInspector
import HeadraceJournal
import HeadraceTerminal

/// The exit status of the command, for scripts; from `sysexits.h` if that defines one.
enum ExitStatus: Int32, CaseIterable {
  case found = 0
  case nothingFound = 1
  case usage = 64
  case damaged = 65
  case unreadable = 66
  case unwritable = 74
  /// The shell's code for an end by SIGPIPE.
  case closedPipe = 141

  /// The meaning, as shown by `--help`.
  var meaning: String {
    switch self {
    case .found: "something was found; or the page or the screen was closed"
    case .nothingFound: "nothing was found"
    case .usage: "wrong usage, or the port is taken"
    case .damaged: "not a journal, or damaged: the line and its first byte are named"
    case .unreadable: "the file can't be opened"
    case .unwritable: "the answer can't be written"
    case .closedPipe: "who read the answer closed the pipe"
    }
  }

  /// All codes with their meanings, a line each.
  static var table: String { table(\.meaning) }

  /// Returns the codes that have a meaning, one on each line.
  static func table(_ meaning: (ExitStatus) -> String?) -> String {
    allCases.compactMap { status in
      let code = "\(status.rawValue)"
      return meaning(status).map { meaning in
        "  " + code + String(repeating: " ", count: 5 - code.count) + meaning
      }
    }.joined(separator: "\n")
  }
}

/// The failure of a command.
struct CommandFailure: Error {
  let message: String
  let status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    (self.message, self.status) = (message, status)
  }

  /// Creates the failure with which an error of the inspector ends the command.
  init(_ error: any Error) {
    self =
      switch error {
      case let failure as CommandFailure: failure
      case let failure as JournalFailure:
        CommandFailure("\(failure)", ExitStatus(failure.reason))
      case let failure as DurableFailure: CommandFailure(failure)
      case is InspectorFailure, is TerminalFailure: CommandFailure("\(error)", .usage)
      default: CommandFailure("\(error)", .nothingFound)
      }
  }
}

extension ExitStatus {
  fileprivate init(_ reason: JournalFailure.Reason) {
    switch reason {
    case .file: self = .unreadable
    case .noHeader, .laterVersion, .damaged, .foreignDifference: self = .damaged
    case .noSuchAction, .noCheckpoint, .unreadableAction, .unreadableState, .untestable:
      self = .nothingFound
    }
  }
}
