import ArgumentParser
import Foundation
import HeadraceInspector
import HeadraceJournal

/// `headrace inspect`: shows journals, or answers a question about one.
struct InspectCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows journals in a browser or on the terminal, or answers questions about one.",
    discussion: """
      Without a question, it serves a page on 127.0.0.1, and prints its address, until SIGINT or \
      SIGTERM. Answers are JSON Lines; Documentation/inspector-command.md describes them.

      --changed uses the differences that were recorded: a line is only parsed if it has the \
      place's first name. So it takes little more than reading the file, and more the more \
      actions match. --state parses at most the actions since the last checkpoint, 500 by default.

      Exit codes:
      \(ExitStatus.table)
      """)

  @Argument(help: "The journals; a question is about one.")
  var files: [String]

  @Option(help: "The port of the page; by default any that is free.")
  var port: UInt16?

  @Flag(help: "Shows a journal on the whole terminal.")
  var terminal = false

  @Flag(help: "Lists the events.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Lists the actions that changed a place of the state, and why they came.",
      discussion: "A JSON Pointer, as /items/3/price; the first slash may be left out.",
      valueName: "place"))
  var changed: String?

  @Option(help: ArgumentHelp("Lists what led to an action, from it to the host's.", valueName: "n"))
  var why: Int?

  @Option(help: ArgumentHelp("Prints the state after an action.", valueName: "n"))
  var state: Int?

  @Option(help: ArgumentHelp("Prints one place of that state.", valueName: "place"))
  var at: String?

  @Flag(help: "Lists the effects: when each ran, and what it sent.")
  var effects = false

  @OptionGroup(title: "Filters of --list and --changed") var filters: Filters

  /// The filters for the listed actions or events.
  struct Filters: ParsableArguments {
    @Option(help: "With this text in the label, the payload, the path or the detail, in any case.")
    var text: String?

    @Option(help: "With this part of the names of an action's cases, as .row.tapped.")
    var label: String?

    @Option(help: "Of this feature, by a part of its path, as List/Row.")
    var feature: String?

    @Option(help: ArgumentHelp("That follow from this action.", valueName: "n"))
    var cause: Int?

    @Option(help: ArgumentHelp("Of this kind; repeatable. For --list.", valueName: "kind"))
    var kind: [String] = []

    @Option(help: ArgumentHelp("From this action on.", valueName: "n"))
    var from: Int?

    @Option(help: ArgumentHelp("Up to this action.", valueName: "n"))
    var to: Int?

    @Option(help: ArgumentHelp("Not more than this many.", valueName: "count"))
    var limit: Int?

    /// The kinds of events that a journal can have.
    static let kinds: [JournalEvent.Kind] = [
      .action, .dropped, .effectStarted, .effectEnded, .effectCancelled, .misuse, .checkpoint,
      // Kinds of a durable entity.
      JournalEvent.Kind(rawValue: "timer"), JournalEvent.Kind(rawValue: "message"),
    ]

    var isEmpty: Bool {
      query == JournalQuery() && from == nil && to == nil && limit == nil
    }

    var query: JournalQuery {
      JournalQuery(
        text: text ?? "", feature: feature ?? "", label: label ?? "", cause: cause,
        kinds: Set(kind))
    }

    /// The numbers of the actions.
    var actions: Range<Int> {
      let first = max(0, from ?? 0)
      return first..<max(first, (to ?? .max - 1).clampedSuccessor)
    }
  }

  func validate() throws {
    let questions = [list, changed != nil, why != nil, state != nil, effects, terminal]
    let count = questions.count { $0 }
    guard count <= 1 else {
      throw ValidationError(
        "Expected one of --list, --changed, --why, --state, --effects and --terminal.")
    }
    guard count == 0 || files.count == 1 else {
      throw ValidationError("Expected one file: only the page shows several.")
    }
    guard count == 0 || port == nil else {
      throw ValidationError("'--port' is for the page: expected no question.")
    }
    guard filters.isEmpty || list || changed != nil else {
      throw ValidationError("Filters expect --list or --changed.")
    }
    guard filters.kind.isEmpty || list else { throw ValidationError("'--kind' expects --list.") }
    guard at == nil || state != nil else { throw ValidationError("'--at' expects --state.") }
    let kinds = Filters.kinds.map(\.rawValue)
    if let other = filters.kind.first(where: { !kinds.contains($0) }) {
      throw ValidationError(
        "There is no kind '\(other)': expected one of \(kinds.joined(separator: ", ")).")
    }
    guard filters.limit ?? 1 > 0 else {
      throw ValidationError("'--limit' expects a number from 1.")
    }
  }

  /// Returns `true` if a command line asks for the page.
  static func serves(_ arguments: [String]) -> Bool {
    guard
      let command = Result(catching: { try HeadraceCommand.parseAsRoot(arguments) }).command
    else { return false }
    return command.question == nil && !command.terminal
  }

  /// Writes the answer, or shows the journals until the user quits.
  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let journals = try files.map { path in
      let file = URL(filePath: path)
      return (name: file.lastPathComponent, journal: try open(file, path))
    }
    if let question {
      return try question.answer(
        FileStore(journals[0].journal, name: journals[0].name, id: 1), streams)
    }
    if terminal {
      return try await BrowserHost().show(journals[0].journal, name: journals[0].name)
    }
    let page = try await Inspector.serve(journals, port: port ?? 0) { _ in }
    try streams.write(Array("\(page.address)\n".utf8))
    await StopSignals.wait()
    await page.stop()
    return .found
  }

  private func open(_ file: URL, _ path: String) throws -> JournalFile {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      throw CommandFailure("'\(path)' can't be opened: \(reason).", .unreadable)
    }
    do {
      switch status.st_mode & S_IFMT {
      case S_IFREG: return try JournalFile(contentsOf: file)
      case S_IFDIR:
        throw CommandFailure("It is a directory: expected a journal's file.", .unreadable)
      // A pipe, such as the output of a program that decompresses a journal.
      default: return try JournalFile(FileHandle(forReadingFrom: file).readToEnd() ?? Data())
      }
    } catch {
      let failure = CommandFailure(error)
      throw CommandFailure("\(path): \(failure.message)", failure.status)
    }
  }

  /// The question; `nil` for the page and the screen.
  var question: Question? {
    if list { return .list(filters) }
    if let changed { return .changed(Question.pointer(changed), filters) }
    if let why { return .why(why) }
    if let state { return .state(state, at: at.map(Question.pointer)) }
    return effects ? .effects : nil
  }
}

extension Result<any ParsableCommand, any Error> {
  fileprivate var command: InspectCommand? {
    if case .success(let command) = self { command as? InspectCommand } else { nil }
  }
}

extension Int {
  fileprivate var clampedSuccessor: Int { self < .max ? self + 1 : self }
}
