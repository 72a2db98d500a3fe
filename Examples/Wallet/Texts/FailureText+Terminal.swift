import Foundation
import HeadraceTerminal

extension FailureText {
  /// Returns the reason a terminal can't be used.
  package static func failure(_ failure: TerminalFailure) -> CommandFailure {
    switch failure {
    case .notATerminal("input"):
      CommandFailure("standard input is not a terminal; expected one, without a pipe")
    case .notATerminal:
      CommandFailure("standard output is not a terminal; expected one, without a pipe")
    case .isTaken:
      CommandFailure("the terminal is in use by this program already; expected it to be free")
    case .closed: CommandFailure("the terminal was closed; expected it to stay open")
    case .system(let number):
      CommandFailure("the terminal can't be used: \(String(cString: strerror(number)))")
    }
  }
}
