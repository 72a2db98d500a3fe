import ActivityClient
import EthereumPrimitives
import Foundation
import HomeFeature
import NodeClient
import ProfileFeature
import SendFeature
import Testing

/// A table has the text of every failure word for word; the sources list the failures.
@Suite struct FailureCoverageTests {
  @Test func theTablesHaveEveryCaseOfEveryFailure() throws {
    var samples: [any Error] = FailureTextsTests.auth.map(\.0)
    samples += FailureTextsTests.sending.map(\.0) as [any Error]
    samples += FailureTextsTests.storage.map(\.0) as [any Error]
    samples += FailureTextsTests.nodeStatuses.map(\.0) as [any Error]
    samples += MoreFailureTextsTests.auth.map(\.0) as [any Error]
    samples += MoreFailureTextsTests.profile.map(\.0) as [any Error]
    samples += MoreFailureTextsTests.sending.map(\.0) as [any Error]
    samples += MoreFailureTextsTests.home.map(\.0) as [any Error]
    samples += MoreFailureTextsTests.lookUp.map(\.0) as [any Error]
    samples += PaymentTextsTests.sending.map(\.0) as [any Error]
    samples += PaymentTextsTests.auth.map(\.0) as [any Error]
    samples += OpenCommandTests.failures.map(\.0) as [any Error]
    samples += SessionTextsTests.failures.map(\.0) as [any Error]
    samples += OwnFeeTextsTests.failures.map(\.0) as [any Error]
    samples += RecipientTextsTests.sending as [any Error]
    samples += RecipientTextsTests.lookUp as [any Error]
    samples.append(SendMoneyFailure.behindStale(try PaymentTextsTests.old()))
    samples.append(SendMoneyFailure.submission(.perhapsRecorded(.zero, .busy)))
    var covered: Set<String> = []
    for sample in samples { Self.collect(sample, into: &covered) }

    let declared = try FailureDeclarations.cases(
      reachableFrom: [
        "AuthFailure", "HomeFailure", "LookUpBalanceFailure", "ProfileFailure",
        "SendMoneyFailure", "SessionFailure", "WalletLinkError",
      ])
    #expect(declared.count > 80)
    #expect(declared.subtracting(covered).sorted() == [])
  }

  /// Records the case of a failure, and those of the failures in it, as `Type.case`.
  private static func collect(_ value: Any, into covered: inout Set<String>) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return }
    let child = mirror.children.first
    covered.insert("\(type(of: value)).\(child?.label ?? name(ofPlain: value))")
    guard let child else { return }
    collect(child.value, into: &covered)
    for part in Mirror(reflecting: child.value).children { collect(part.value, into: &covered) }
  }

  /// Returns the name of a case without payload; a node's error describes itself in a sentence.
  private static func name(ofPlain value: Any) -> String {
    if let error = value as? NodeError, error == .cancelled { return "cancelled" }
    return "\(value)"
  }
}

/// The failures as the sources declare them.
private enum FailureDeclarations {
  /// Returns the cases of these types and of the failures that they carry, as `Type.case`.
  static func cases(reachableFrom roots: [String]) throws -> Set<String> {
    let bodies = try bodies()
    var cases: Set<String> = []
    var waiting = roots
    var seen = Set(roots)
    while let type = waiting.popLast() {
      // A type that is not an enum of these layers, such as an address's error, describes itself.
      guard let body = bodies[type] else { continue }
      for match in body.matches(of: /\n {2}case (\w+)(?:\(([^\n]*)\))?/) {
        cases.insert("\(type).\(match.1)")
        for payload in (match.2 ?? "").matches(of: /[A-Z]\w*(?:Failure|Refusal|Error)\b/)
        where seen.insert(String(payload.0)).inserted {
          waiting.append(String(payload.0))
        }
      }
    }
    return cases
  }

  /// Returns the text between the braces of each enum that is an error.
  private static func bodies() throws -> [String: String] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    var bodies: [String: String] = [:]
    for layer in ["Clients", "Features"] {
      let folder = sources.appending(path: layer)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        for match in text.matches(of: /package enum (\w+): Error[^\n]*\{/) {
          bodies[String(match.1)] =
            text[match.range.upperBound...].prefix(while: { $0 != "}" })
            .description
        }
      }
    }
    return bodies
  }
}
