import IssueReporting
import Logging

/// Reports a misuse of the framework: a test failure in a test, otherwise a log line.
///
/// - Parameters:
///   - message: What happened, why it is wrong, and the remedy.
///   - site: The author's line to change.
@usableFromInline
package func reportMisuse(_ message: String, at site: CallSite) {
  if let notes = RunNotes.current {
    notes.note(.misuse(message, site))
    if notes.isReplay { return }
  }
  if isTesting {
    recordFailure(message, at: site)
  } else {
    misuseLogger.error("\(message)", file: "\(site.fileID)", line: site.line)
  }
}

/// Logs a note for the author about something that is not a misuse, and fails no test.
///
/// - Parameter message: A description of the behaviour, and of how to get another one.
package func logNote(_ message: String) { misuseLogger.notice("\(message)") }

private let misuseLogger = Logger(label: "headrace")

/// A misuse of the framework reported while code ran for a store.
public struct MisuseReport: Sendable {
  /// The misuse, why it is wrong, and the remedy.
  ///
  /// It may contain values of the program.
  public let message: String

  /// The module and file of the line to change, such as `SendFeature/SendMoney.swift`.
  public var fileID: String { "\(site.fileID)" }

  /// The line to change.
  public var line: UInt { site.line }

  /// The action that was being reduced, or that started the effect; `nil` if a store was misused
  /// from outside.
  public let action: ActionID?

  /// The effect whose work caused the misuse; otherwise `nil`.
  public let effect: EffectID?

  let site: CallSite
}
