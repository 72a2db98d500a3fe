import ArgumentParser
import HeadraceDurable

/// A command that writes its answer to streams instead of throwing a help text.
protocol AnsweringCommand: ParsableCommand {
  /// Writes the answer.
  func run(_ streams: CommandStreams) async throws -> ExitStatus
}

/// `headrace durable`: shows and repairs the entities of a database.
struct DurableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "durable",
    abstract: "Lists, shows and repairs the entities of a database of durable runtimes.",
    discussion: """
      DATABASE is the path of an SQLite file, or a postgres:// URL. Workers may use it meanwhile. \
      With --json, answers are JSON Lines; Documentation/durable-command.md describes them.

      Exit codes:
      \(ExitStatus.durableTable)
      """,
    subcommands: [
      DurableListCommand.self, DurableShowCommand.self, DurableHistoryCommand.self,
      DurableRetryCommand.self, DurablePauseCommand.self, DurableCancelCommand.self,
      DurableMoveCommand.self, DurableExportCommand.self, DurableDecideCommand.self,
      DurableDropCommand.self, DurablePruneCommand.self,
    ])
}

/// The argument for a database.
struct DatabaseArgument: ParsableArguments {
  @Argument(help: "The path of an SQLite file, or a postgres:// URL.")
  var database: String
}

/// The arguments for a database and one of its entities.
struct EntityArguments: ParsableArguments {
  @OptionGroup var databaseArgument: DatabaseArgument

  @Argument(help: "The entity, as in order/17.")
  var id: String

  func validate() throws {
    guard id.contains("/") else {
      throw ValidationError(
        "'\(id.escaped)' is not an ID: expected a feature and a key, as order/17.")
    }
  }

  var database: String { databaseArgument.database }
  var entity: EntityID { EntityID(id) }

  func open() async throws -> DurableJournal { try await DurableJournal.existing(database) }
}

extension ExitStatus {
  /// The meanings for `headrace durable`; `nil` for a code that it doesn't use.
  var durableMeaning: String? {
    switch self {
    case .found: "done, or something was found"
    case .nothingFound: "nothing was found, there is no such entity, or it can't be moved"
    case .usage: "wrong usage"
    case .damaged: "not a database of entities, or damaged"
    case .unreadable: "the database can't be opened, or has failed"
    case .unwritable: "the answer can't be written"
    case .closedPipe: meaning
    }
  }

  static var durableTable: String { table(\.durableMeaning) }
}
