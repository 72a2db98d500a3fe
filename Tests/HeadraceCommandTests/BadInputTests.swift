import Foundation
import Testing

@testable import HeadraceCommand

/// Files and command lines that can't be used.
@Suite struct BadInputTests {
  private let journal: BankJournal

  init() async throws { journal = try await BankJournal() }

  private func expect(
    _ answer: CommandAnswer, _ status: Int32, _ errors: String,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == status, sourceLocation: location)
    #expect(answer.errors == errors + "\n", sourceLocation: location)
  }

  // MARK: - Files

  @Test func aFileThatIsNotThere() async {
    expect(
      await CommandAnswer(["inspect", "/no/such.jsonl", "--list"]), 66,
      "headrace: '/no/such.jsonl' can't be opened: No such file or directory.")
  }

  @Test func aDirectory() async {
    let path = journal.folder.path
    expect(
      await CommandAnswer(["inspect", path, "--list"], hiding: path), 66,
      "headrace: FILE: It is a directory: expected a journal's file.")
  }

  @Test(arguments: ["", "\n", "{}\n", "no journal\n"])
  func aFileThatIsNotAJournal(text: String) async throws {
    try Data(text.utf8).write(to: URL(filePath: journal.path))
    expect(
      await journal.ask("--list"), 65,
      """
      headrace: FILE: This is not a journal: expected a first line with '"journal": version'.
      """)
  }

  @Test func aJournalOfALaterVersion() async throws {
    try journal.change { $0.replacing("\"journal\":1", with: "\"journal\":2") }
    expect(
      await journal.ask("--list"), 65,
      """
      headrace: FILE: The journal has version 2, and this program reads versions up to 1: use a \
      later one.
      """)
  }

  /// The result before the damage is written.
  @Test func aDamagedLineInTheMiddle() async throws {
    try journal.change { $0.replacing(#"{"action":3,"t":5"#, with: #"{"action":3,"t":?"#) }
    let answer = await journal.ask("--list", "--kind", "action")
    let text = try String(contentsOfFile: journal.path, encoding: .utf8)
    let byte = text.split(separator: "\n").prefix(5).reduce(0) { $0 + $1.utf8.count + 1 }
    expect(
      answer, 65,
      """
      headrace: The journal is damaged in line 6, which begins at byte \(byte): expected an object \
      of JSON.
      """)
    #expect(answer.output.split(separator: "\n").count == 2)
    #expect(await journal.ask("--changed", "balance").status == 65)
    #expect(await journal.ask("--state", "3").status == 65)
    #expect(await journal.ask("--why", "6").status == 0)
  }

  @Test func aDamagedEventThatIsNotAnAction() async throws {
    try journal.change { $0.replacing(#""kind":"effectStarted","t":4"#, with: "?") }
    let answer = await journal.ask("--why", "1")
    #expect(answer.status == 65)
    #expect(answer.errors.hasPrefix("headrace: FILE: The journal is damaged in line 5, "))
  }

  /// A crash leaves such a line.
  @Test func aTornLastLineIsSkipped() async throws {
    let data = try Data(contentsOf: URL(filePath: journal.path))
    try data.dropLast(10).write(to: URL(filePath: journal.path))
    let answer = await journal.ask("--list", "--from", "6")
    #expect(answer.output.split(separator: "\n").count == 2)
    #expect(answer.status == 0)
    #expect(answer.errors == "")
  }

  @Test func statesThatWereNotRecorded() async throws {
    try journal.change { $0.replacing(/,"(set|splice)":\{.*\}\}/, with: "}") }
    expect(
      await journal.ask("--state", "2"), 1,
      """
      headrace: The journal has no states: it was recorded without differences, or with a large one \
      cut.
      """)
    #expect(await journal.ask("--state", "6").status == 0)
  }

  // MARK: - Command Lines

  @Test(arguments: [
    (
      ["--list", "--why", "1"],
      "Expected one of --list, --changed, --why, --state, --effects and --terminal."
    ),
    (
      ["--terminal", "--effects"],
      "Expected one of --list, --changed, --why, --state, --effects and --terminal."
    ),
    (["FILE", "--list"], "Expected one file: only the page shows several."),
    (["--list", "--port", "1"], "'--port' is for the page: expected no question."),
    (["--port", "65536"], "The value '65536' is invalid for '--port <port>'."),
    (["--text", "a"], "Filters expect --list or --changed."),
    (["--why", "1", "--limit", "1"], "Filters expect --list or --changed."),
    (["--changed", "a", "--kind", "action"], "'--kind' expects --list."),
    (["--at", "a"], "'--at' expects --state."),
    (["--list", "--limit", "0"], "'--limit' expects a number from 1."),
    (
      ["--list", "--kind", "actions"],
      "There is no kind 'actions': expected one of action, dropped, effectStarted, effectEnded, effectCancelled, misuse, checkpoint, timer, message."
    ),
    (["--why", "x"], "The value 'x' is invalid for '--why <n>'."),
    (["--lists"], "Unknown option '--lists'. Did you mean '--list'?"),
  ])
  func wrongUsageIsRejected(arguments: [String], message: String) async {
    let answer = await CommandAnswer(["inspect", journal.path] + arguments, hiding: journal.path)
    #expect(answer.errors == "headrace: \(message) See 'headrace inspect --help'.\n")
    #expect(answer.status == 64)
    #expect(answer.output == "")
  }

  @Test func aFileIsExpected() async {
    expect(
      await CommandAnswer(["inspect"]), 64,
      "headrace: Missing expected argument '<files> ...'. See 'headrace inspect --help'.")
  }

  @Test func theScreenExpectsATerminal() async {
    let answer = await journal.ask("--terminal")
    #expect(answer.status == 64)
    #expect(answer.errors.hasPrefix("headrace: "))
  }

  @Test func theHelpHasTheExitCodes() async {
    let answer = await CommandAnswer(["inspect", "--help"])
    #expect(answer.status == 0)
    #expect(answer.output.contains("USAGE: headrace inspect "))
    for line in ExitStatus.table.split(separator: "\n") {
      #expect(answer.output.contains(line), "\(answer.output)")
    }
    #expect(await CommandAnswer([]).output.contains("inspect"))
  }

  @Test func theDocumentHasTheExitCodes() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let document = try String(
      contentsOf: root.appending(path: "Documentation/inspector-command.md"), encoding: .utf8)
    for status in ExitStatus.allCases {
      #expect(document.contains("| \(status.rawValue) | \(status.meaning) |"))
    }
  }
}
