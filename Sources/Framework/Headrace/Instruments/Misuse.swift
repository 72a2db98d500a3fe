import IssueReporting
import Logging
import Synchronization

/// Reports a misuse of the framework: a test failure under a test, a log line otherwise.
///
/// - Parameters:
///   - message: What happened, why it is wrong, and the remedy.
///   - site: The author's line to change.
@usableFromInline
package func reportMisuse(_ message: String, at site: CallSite) {
  MisuseCollector.current?.note(.misuse(message, site))
  if isTesting {
    recordFailure(message, at: site)
  } else {
    misuseLogger.error("\(message)", file: "\(site.fileID)", line: site.line)
  }
}

/// Notes in the log what an author may want to know. It is no misuse, and fails no test.
///
/// - Parameter message: What happens, and what to write for something else.
func logNote(_ message: String) {
  misuseLogger.notice("\(message)")
}

private let misuseLogger = Logger(label: "headrace")

/// A misuse of the framework that was reported while code ran for a store.
public struct MisuseReport: Sendable {
  /// What happened, why it is wrong, and the remedy. It may contain values of the program.
  public let message: String

  /// The module and file of the line to change, such as `SendFeature/SendMoney.swift`.
  public var fileID: String { "\(site.fileID)" }

  /// The line to change.
  public var line: UInt { site.line }

  /// The action that was being reduced, or that started the effect; `nil` if a store was misused
  /// from outside.
  public let action: ActionID?

  /// The effect whose work misused it; otherwise `nil`.
  public let effect: EffectID?

  let site: CallSite
}

/// Collects misuse that is found while code runs for a store, until it can be reported to the
/// store's instruments.
///
/// While a store has instruments, there is one for each action that is reduced, and one for each
/// effect.
final class MisuseCollector: Sendable {
  /// A misuse that was found.
  enum Finding: Sendable {
    case misuse(String, CallSite)
    case actionForAbsentChild(label: String)
  }

  /// The collector of the reducer or the effect that is running.
  @TaskLocal static var current: MisuseCollector?

  /// How many findings may wait to be reported. An effect's findings are reported when it sends or
  /// ends; an effect that does neither could add findings without end.
  private static let findingCountMax = 64

  /// The effect as it was when it started: its feature may be gone by the time of a report. `nil`
  /// for the collector of an action.
  let effect: EffectInfo?

  /// The waiting findings; `nil` once nothing will report them. A task that a reducer or an effect
  /// creates itself can outlive both.
  private let findings = Mutex<[Finding]?>([])

  init(of effect: EffectInfo? = nil) {
    self.effect = effect
  }

  func note(_ finding: Finding) {
    findings.withLock { findings in
      if let count = findings?.count, count < Self.findingCountMax { findings?.append(finding) }
    }
  }

  /// Takes the findings since the last call.
  ///
  /// - Parameter isLast: Whether no more are noted afterwards.
  func take(isLast: Bool = false) -> [Finding] {
    findings.withLock { findings in
      defer { findings = isLast || findings == nil ? nil : [] }
      return findings ?? []
    }
  }
}
