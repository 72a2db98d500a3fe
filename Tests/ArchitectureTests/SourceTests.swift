import Testing

@Suite struct SourceTests {
  static let code = ["Sources", "Examples"]

  @Test func filesAndLinesKeepTheirLimits() throws {
    let files = try Project.swiftFiles(below: "Sources", "Examples", "Tests")
    #expect(files.count > 100)
    let long = files.flatMap(SizeRules.fileLength)
    expectNone(long.filter { !SizeRules.long.covers($0.path) || $0.line > SizeRules.lineCountEnd })
    #expect(
      SizeRules.long.unused(by: long) == [], "These are short again: remove the exceptions.")
    expectNone(files.flatMap(SizeRules.lineLength))
    expectNone(files.flatMap(SizeRules.fileName))
  }

  /// Half a second of work has taken more than two minutes beside other tests and two builds.
  @Test func aTimeLimitOnlyEndsATestThatHangs() throws {
    let pattern = /timeLimit\(\.minutes\((\d+)\)/
    for file in try Project.swiftFiles(below: "Tests") where file.has("timeLimit") {
      for (index, line) in file.lines.enumerated() where line.has("timeLimit") {
        guard let limit = line.firstMatch(of: pattern)?.1 else { continue }
        #expect(
          Int(limit).map { $0 >= 30 } == true,
          "\(file.path):\(index + 1): A busy machine may need more; expected 30 minutes or more.")
      }
    }
  }

  @Test func codeDoesWithoutBannedConstructs() throws {
    let files = try Project.swiftFiles(below: "Sources", "Examples")
    for ban in ConstructRules.bans {
      let all = files.flatMap { ConstructRules.violations(of: ban, in: $0) }
      expectNone(all.filter { !ban.exceptions.covers($0.path) })
      #expect(ban.exceptions.unused(by: all) == [], "These need no exception any more.")
    }
  }

  @Test func everyPromiseToTheCompilerIsProven() throws {
    let files = try Project.swiftFiles(below: "Sources", "Examples", "Tests")
    expectNone(files.flatMap(ConstructRules.unprovenPromises))
  }

  @Test func everyUnsafeConstructOfTheFrameworkIsProven() throws {
    let files = try Project.swiftFiles(below: "Sources/Framework")
    expectNone(files.flatMap(ConstructRules.unprovenConstructs))
  }

  @Test func noStateOrActionHoldsASecret() throws {
    let files = try Project.swiftFiles(below: "Sources/Features", "Examples")
    expectNone(files.flatMap(SecrecyRules.violations))
  }

  @Test func everyFolderOfVectorsNamesItsSourceAndLicence() throws {
    let paths = try Project.paths(below: "Tests/TestVectors")
    let folders = Set(paths.map { $0.split(separator: "/").prefix(3).joined(separator: "/") })
      .filter { folder in paths.contains { $0.hasPrefix("\(folder)/") } }
    #expect(!folders.isEmpty)
    for folder in folders.sorted() {
      let readme = paths.first { $0 == "\(folder)/README.md" || $0 == "\(folder)/README" }
      guard let readme else {
        Issue.record("\(folder):1: Add a README.md with the source, its revision and its licence.")
        continue
      }
      let text = try Project.text(of: readme).lowercased()
      #expect(text.contains("http") || text.contains("github.com"), "\(readme):1: Name the source.")
      #expect(
        text.contains(/licen[cs]e|public domain|cc0|\bmit\b|apache|gpl/),
        "\(readme):1: Name the licence.")
    }
  }
}
