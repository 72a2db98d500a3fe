import Foundation
import Testing

/// Tests enforce the threat model: each row of its tables names an existing one, and there are no
/// other statements.
@Suite struct ThreatModelTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the tests of a file, and the suite that it is named after.
  private static func tests() throws -> [String: Set<String>] {
    var tests: [String: Set<String>] = [:]
    let folder = root.appending(path: "Tests")
    let function = /\bfunc (\w+)\(/
    let type = /(?:struct|class|enum|extension|actor) (\w+Tests)\b/
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix("Tests.swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      let names = text.components(separatedBy: "@Test").dropFirst().compactMap { test in
        test.firstMatch(of: function).map { String($0.1) }
      }
      for line in text.components(separatedBy: "\n") where line.contains("Tests") {
        guard let suite = line.firstMatch(of: type) else { continue }
        tests[String(suite.1), default: []].formUnion(names)
      }
    }
    return tests
  }

  /// Returns the names in backticks that are tests: `Suite.test`, or a sentence in camel case.
  private static func named(in text: String) -> [(suite: String?, test: String)] {
    text.matches(of: /`(?:(\w+Tests)\.)?([a-z]\w+)`/).compactMap { match in
      let test = String(match.2)
      // Short names are those of files, options and types.
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

  // MARK: - Its Form

  /// The page consists of tables whose last column names tests, so that each promise has one.
  ///
  /// Beside them there are headings, the code block of the formula, and at most one paragraph that
  /// introduces a table. A row without a promise says `limit`.
  private static func findings(in text: String) -> [String] {
    var findings: [String] = []
    var isCode = false
    var isTable = false
    var paragraphs = 0
    var wasBlank = true
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let place = "line \(index + 1)"
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, !line.hasPrefix("```") else { continue }
      defer { wasBlank = line.isEmpty }
      guard line.hasPrefix("|") else {
        isTable = false
        if line.hasPrefix("#") { paragraphs = 0 }
        if line.contains(#/^\s*([-*]|\d+\.) /#) {
          findings.append("\(place) is a list: make it a row")
        }
        if wasBlank, !line.isEmpty, !line.hasPrefix("#") { paragraphs += 1 }
        if paragraphs > (index < Self.leadLineCount ? 2 : 1), wasBlank, !line.isEmpty {
          findings.append("\(place) begins another paragraph: make it a row")
        }
        continue
      }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let last = cells.last ?? ""
      if !isTable {
        if last != "tests" { findings.append("\(place): the last column is to be 'tests'") }
        isTable = true
      } else if !cells.allSatisfy({ $0.contains(/^-+$/) }) {
        let names = Self.named(in: last)
        let isLimit = last == "limit"
        let says = last.hasPrefix("limit")
        if names.isEmpty != isLimit || says != isLimit || names.contains(where: { $0.suite == nil })
        {
          findings.append("\(place) names no test by its suite, nor 'limit', in its last column")
        }
      }
    }
    return findings
  }

  /// The last line that the page's own introduction, of two paragraphs, may reach.
  private static let leadLineCount = 12

  @Test func everyRowOfTheThreatModelNamesItsTests() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "Documentation/threat-model.md"), encoding: .utf8)
    #expect(Self.findings(in: text) == [])
    let rows = text.matches(of: /(?m)^\|/).count
    #expect(rows > 90)
  }

  @Test(
    arguments: [
      ("| a | tests |\n|---|---|\n| b | `SomeTests.aTest` |", 0),
      ("| a | tests |\n|---|---|\n| b | limit |", 0),
      ("| a | tests |\n|---|---|\n| b | |", 1), ("| a | tests |\n|---|---|\n| b | see there |", 1),
      ("| a | tests |\n|---|---|\n| b | limit, `SomeTests.aTest` |", 1),
      ("| a | tests |\n|---|---|\n| b | `aTestOfNoSuite` |", 1),
      ("| a | b |\n|---|---|\n| b | `SomeTests.aTest` |", 1),
      ("- a promise", 1), ("1. a promise", 1),
      (String(repeating: "\n", count: 12) + "# A\n\nlead\nlead\n\n# B\n\nlead", 0),
      (String(repeating: "\n", count: 12) + "# A\n\nlead\n\na promise", 1),
      ("```\n- code\n```", 0),
    ])
  func aPromiseWithoutATestIsFound(text: String, count: Int) {
    #expect(Self.findings(in: text).count == count, "\(Self.findings(in: text))")
  }

  @Test func aNameIsDistinguishedFromOtherTexts() {
    let text = "`device-key`, `attempts` (`aB`, `aTestOfThree`, `SomeTests.xy`), `openPayload`"
    let found = Self.named(in: text).map { "\($0.suite ?? "-").\($0.test)" }
    #expect(found == ["-.aTestOfThree", "SomeTests.xy"])
  }
}
