import Foundation
import HeadraceDurable
import Testing

@testable import HeadraceCommand

/// Databases and command lines that can't be used.
@Suite struct DurableBadInputTests {
  private let folder: URL
  private var path: String { folder.appending(path: "counters.db").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-durable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static let commands = [
    "list", "show", "history", "retry", "pause", "cancel", "move", "export", "decide", "drop",
    "prune",
  ]

  private func expect(
    _ command: String, _ path: String, _ status: Int32, _ errors: String,
    location: SourceLocation = #_sourceLocation
  ) async {
    var arguments = ["list", "prune"].contains(command) ? [] : ["counter/1"]
    if command == "prune" { arguments += ["--before", "2026-01-31"] }
    if command == "decide" { arguments += ["1", "fail"] }
    if command == "drop" { arguments += ["1", "counter/2"] }
    let answer = await CommandAnswer(["durable", command, path] + arguments, hiding: path)
    #expect(answer.status == status, sourceLocation: location)
    #expect(answer.errors == errors + "\n", sourceLocation: location)
    #expect(answer.output == "", sourceLocation: location)
  }

  // MARK: - Databases

  @Test(arguments: commands) func aDatabaseThatIsNotThereIsNotMade(command: String) async throws {
    await expect(
      command, path, 66, "headrace: 'FILE' can't be opened: No such file or directory.")
    await expect(
      command, path + "/none/counters.db", 66,
      "headrace: 'FILE' can't be opened: No such file or directory.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(throws: DurableFailure.unopened(detail: "'\(path)' is not there")) {
      try DurableJournal.sqlite(path: path, createsFile: false)
    }
  }

  @Test func aFolder() async {
    await expect(
      "list", folder.path, 66, "headrace: 'FILE' is not a file: expected an SQLite database.")
  }

  @Test(arguments: ["", "{}\n", "SQLite format 2\0"], commands)
  func aFileThatIsNotADatabaseIsNotChanged(text: String, command: String) async throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    await expect(
      command, path, 65,
      "headrace: 'FILE' is not an SQLite database: expected one of a 'DurableRuntime'.")
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  /// An empty database of SQLite has one page.
  @Test(arguments: commands) func aDatabaseOfAnotherProgramIsNotChanged(command: String)
    async throws
  {
    var page = Data("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 64, 32, 32]
    page += Data(count: 20) + [0, 0, 0, 0, 0, 0, 0, 4] + Data(count: 4) + [0, 0, 0, 1]
    page += Data(count: 40) + [0x0D, 0, 0, 0, 0, 0x10, 0, 0]
    page += Data(count: 4_096 - page.count)
    page[31] = 1
    try page.write(to: URL(filePath: path))
    await expect(
      command, path, 65,
      "headrace: The database has no entities: expected one of a 'DurableRuntime'.")
    #expect(try Data(contentsOf: URL(filePath: path)) == page)
  }

  @Test(arguments: commands)
  func aDatabaseOfALaterProgramIsNotChanged(command: String) async throws {
    let file = try DurableFile()
    try await file.run(["counter/1": [.add(1)]])
    try await file.run("INSERT INTO headrace_schema VALUES (2)")
    let before = try await file.journal.summary(of: "counter/1")
    await expect(
      command, file.path, 66,
      "headrace: The database can't be opened: a later version of Headrace created it, with "
        + "schema 2; expected 1.")
    #expect(try await file.journal.summary(of: "counter/1") == before)
  }

  @Test(arguments: commands)
  func aDatabaseOfAnEarlierProgramIsNotChanged(command: String) async throws {
    let file = try DurableFile()
    try await file.run(["counter/1": [.add(1)]])
    try await file.run("DROP TABLE headrace_schema")
    let before = try await file.journal.summary(of: "counter/1")
    await expect(
      command, file.path, 66,
      "headrace: An earlier version of Headrace created the database: open it once with a "
        + "worker of this version.")
    #expect(try await file.journal.summary(of: "counter/1") == before)
  }

  /// Everything can be written by root.
  @Test(.disabled(if: geteuid() == 0, "Run it as another user."))
  func aDatabaseThatCannotBeWrittenIsNamed() async throws {
    let file = try DurableFile()
    try await file.run(["counter/1": [.add(1)]])
    #expect(chmod(file.path, 0o400) == 0)
    await expect(
      "pause", file.path, 66,
      "headrace: The database has failed: attempt to write a readonly database; expected an "
        + "existing folder, and write access to it and to the file.")
  }

  /// SQLite fails in the same way in a folder that can't be written.
  @Test func aDatabaseThatCannotBeCreatedIsNamed() throws {
    let path = folder.path + "/none/counters.db"
    #expect(
      throws: DurableFailure.unopened(
        detail: "'\(path)': unable to open database file; expected an existing folder, and "
          + "write access to it and to the file")
    ) {
      try DurableJournal.sqlite(path: path)
    }
  }

  @Test func aServerThatIsNotThereIsNamed() async {
    await expect(
      "list", "postgres://127.0.0.1:1/orders", 66,
      "headrace: The database has failed: connection to server at \"127.0.0.1\", port 1 failed: "
        + "Connection refused.")
  }

  // MARK: - Command Lines

  @Test(arguments: [
    (["list"], "Missing expected argument '<database>'."),
    (["show", "a.db"], "Missing expected argument '<id>'."),
    (
      ["pause", "a.db", "order\n17"],
      #"'order\n17' is not an ID: expected a feature and a key, as order/17."#
    ),
    (["list", "a.db", "--limit", "0"], "'--limit' expects a number from 1."),
    (
      ["list", "a.db", "--status", "dead"],
      "There is no status 'dead': expected one of ready, paused, aside, cancelled."
    ),
    (
      ["decide", "a.db", "order/17", "1", "ask"],
      "'ask' is not a decision: expected restart or fail."
    ),
    (["prune", "a.db"], "Missing expected argument '--before <date>'."),
    (
      ["prune", "a.db", "--before", "2026-02-30"],
      "'2026-02-30' is not a date: expected one such as 2026-01-31."
    ),
    (
      ["prune", "a.db", "--before", "2026-01-31T\u{1B}"],
      #"'2026-01-31T\u{1b}' is not a date: expected one such as 2026-01-31."#
    ),
    (
      ["prune", "a.db", "--before", "now"], "'now' is not a date: expected one such as 2026-01-31."
    ),
    (["list", "a.db", "--lines"], "Unknown option '--lines'. Did you mean '--limit'?"),
    (["lists", "a.db"], "2 unexpected arguments: 'lists', 'a.db'."),
  ])
  func wrongUsageIsRejected(arguments: [String], message: String) async {
    let answer = await CommandAnswer(["durable"] + arguments)
    #expect(answer.errors == "headrace: \(message) See 'headrace durable --help'.\n")
    #expect(answer.status == 64)
    #expect(answer.output == "")
  }

  @Test func theHelpHasTheCommandsAndTheExitCodes() async {
    let answer = await CommandAnswer(["durable", "--help"])
    #expect(answer.status == 0)
    #expect(answer.output.contains("USAGE: headrace durable <subcommand>"))
    for text in Self.commands.map({ "\n  \($0) " }) + [ExitStatus.durableTable] {
      #expect(answer.output.contains(text), "\(answer.output)")
    }
  }

  @Test func theDocumentHasTheCommandsAndTheExitCodes() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let document = try String(
      contentsOf: root.appending(path: "Documentation/durable-command.md"), encoding: .utf8)
    for status in ExitStatus.allCases {
      guard let meaning = status.durableMeaning else { continue }
      #expect(document.contains("| \(status.rawValue) | \(meaning) |"))
    }
    for command in Self.commands { #expect(document.contains("`headrace durable \(command) ")) }
  }
}
