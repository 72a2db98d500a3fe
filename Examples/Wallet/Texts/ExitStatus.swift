package import EthereumPrimitives
import Foundation

/// The exit codes of commands, for scripts; from `sysexits.h` if it has one.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The wallet refused, or the payment failed, was cancelled or replaced.
  case refused = 1
  /// The command line is wrong, a file that it names is invalid, or a payment that it names is not
  /// recorded here.
  case usage = 64
  /// The node can't be reached, or does not answer like a node.
  case nodeUnavailable = 69
  /// Nothing was recorded: the same command may work later.
  case tryAgain = 75
  /// A payment is recorded, but its outcome is not known: it may still pay.
  case unknownEnd = 76
  /// The wallet is locked, or the passcode was wrong.
  case locked = 77

  /// The meaning of the code, and the next step for a careful script.
  package var meaning: String {
    let phrase =
      switch self {
      case .refused:
        Phrase("refused, or the payment failed: don't repeat it")
      case .usage: Phrase("bad usage, or no such payment here: fix the command")
      case .nodeUnavailable:
        Phrase("no usable answer from a node; nothing new is recorded: try again later")
      case .tryAgain: Phrase("nothing was recorded: repeat the same command")
      case .unknownEnd:
        Phrase("recorded, outcome not known: use 'wallet wait', never 'wallet send' again")
      case .locked:
        Phrase("locked, or a wrong passcode; nothing new is recorded: give the right one")
      }
    return phrase.text
  }

  /// All codes with their meanings, one per line.
  package static var table: String {
    ([
      "0   "
        + Phrase("done: the payment is confirmed (with --no-wait, a node has it)").text
    ]
      + allCases.map { status in
        let code = "\(status.rawValue)"
        return code + String(repeating: " ", count: 4 - code.count) + status.meaning
      }).joined(separator: "\n")
  }
}

/// The failure with which a command ends: one sentence and a code.
///
/// Two failures with the same text are equal, for tests of the sentences; tests of the reasons
/// compare `reason` and `nextTry` themselves.
package struct CommandFailure: Error, Equatable, Sendable {
  /// What happened and what was expected.
  package let message: String
  /// The exit code of the program.
  package let status: ExitStatus
  /// The payment concerned, if one is recorded.
  package let payment: Hash32?
  /// True if it was already reported by a process that this one started.
  var isTold = false
  /// The reason, finer than by the code; nil if programs have no name for it.
  var reason: FailureReason?
  /// The time at which the next passcode is checked, in ISO 8601; nil if there is no wait.
  var nextTry: String?

  /// Compares the texts and the exit codes.
  package static func == (first: CommandFailure, second: CommandFailure) -> Bool {
    first.message == second.message && first.status == second.status
      && first.payment == second.payment && first.isTold == second.isTold
  }

  /// Returns the failure with a reason for programs, unless it has one already.
  func because(_ reason: FailureReason, nextTry date: Date? = nil) -> CommandFailure {
    guard self.reason == nil else { return self }
    var failure = self
    failure.reason = reason
    failure.nextTry = date.map { $0.formatted(.iso8601) }
    return failure
  }

  /// Returns the failure with the reason and wait of another one that its sentence quotes.
  func because(of other: CommandFailure) -> CommandFailure {
    var failure = self
    (failure.reason, failure.nextTry) = (other.reason, other.nextTry)
    return failure
  }

  /// Creates a failure; its sentence may quote others, such as a node.
  package init(_ phrase: Phrase, _ status: ExitStatus = .refused, payment: Hash32? = nil) {
    self.init(said: phrase.text, status, payment: payment)
  }

  /// Creates a failure from a sentence in the person's language.
  package init(said message: String, _ status: ExitStatus = .refused, payment: Hash32? = nil) {
    self.message = PlainText.printable(message)
    self.status = status
    self.payment = payment
  }

  /// The failure as JSON.
  var json: String {
    var members: [(String, JSONText)] = [
      ("code", .number(UInt64(status.rawValue))), ("cause", .text(status.cause)),
      ("message", .text(message)), ("retryable", .flag(status.isRetryable)),
    ]
    if let payment { members.append(("hash", .text(payment.hex))) }
    if let reason { members.append(("reason", .text(reason.rawValue))) }
    if let nextTry { members.append(("nextTry", .text(nextTry))) }
    return JSONText.object(members)
  }
}

extension ExitStatus {
  /// The name of the code for programs.
  package var cause: String {
    switch self {
    case .refused: "refused"
    case .usage: "usage"
    case .nodeUnavailable: "nodeUnavailable"
    case .tryAgain: "tryAgain"
    case .unknownEnd: "unknownEnd"
    case .locked: "locked"
    }
  }

  /// True if repeating the same command may have a different result.
  ///
  /// It is never true for a payment whose end is not known: another command asks for that.
  package var isRetryable: Bool {
    switch self {
    case .nodeUnavailable, .tryAgain: true
    case .refused, .usage, .unknownEnd, .locked: false
    }
  }
}
