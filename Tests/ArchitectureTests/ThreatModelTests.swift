import Foundation
import Testing

/// What the threat model says is held by tests: those that it names are there.
@Suite struct ThreatModelTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The tests of a file, and the suite that it is named after.
  private static func tests() throws -> [String: Set<String>] {
    var tests: [String: Set<String>] = [:]
    let folder = root.appending(path: "Tests")
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix("Tests.swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      let names = text.matches(of: /@Test\b(?:(?!\bfunc\b)[\s\S])*?\bfunc (\w+)\(/).map {
        String($0.1)
      }
      for suite in text.matches(of: /(?:struct|class|enum|extension|actor) (\w+Tests)\b/) {
        tests[String(suite.1), default: []].formUnion(names)
      }
    }
    return tests
  }

  /// The names in backticks that are a test's: `Suite.test`, or a sentence in camel case.
  private static func named(in text: String) -> [(suite: String?, test: String)] {
    text.matches(of: /`(?:(\w+Tests)\.)?([a-z]\w+)`/).compactMap { match in
      let test = String(match.2)
      // Short names are of files, options and types.
      guard match.1 != nil || test.count(where: { $0.isUppercase }) >= 3 else { return nil }
      return (match.1.map(String.init), test)
    }
  }

  @Test func everyTestThatTheThreatModelNamesIsThere() throws {
    let tests = try Self.tests()
    let all = tests.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    let text = try String(
      contentsOf: Self.root.appending(path: "Documentation/threat-model.md"), encoding: .utf8)
    let named = Self.named(in: text)
    #expect(named.count > 50)
    for (suite, test) in named {
      let known = suite.map { tests[$0] ?? [] } ?? all
      #expect(known.contains(test), "\(suite.map { $0 + "." } ?? "")\(test) is not there.")
    }
  }

  @Test func aNameIsToldFromOtherTexts() {
    let text = "`device-key`, `attempts` (`aB`, `aTestOfThree`, `SomeTests.xy`), `openPayload`"
    let found = Self.named(in: text).map { "\($0.suite ?? "-").\($0.test)" }
    #expect(found == ["-.aTestOfThree", "SomeTests.xy"])
  }
}
