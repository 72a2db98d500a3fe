import ArgumentParser
import Foundation
import HeadraceDurable

/// `headrace durable retry`: lets an entity continue.
struct DurableRetryCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Lets an entity continue that was paused, set aside or cancelled.")

  @OptionGroup var entity: EntityArguments

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    try await entity.change(streams, "is ready: any worker continues it") {
      journal, id throws(DurableFailure) in try await journal.retry(id)
    }
  }
}

/// `headrace durable pause`: stops an entity for some time.
struct DurablePauseCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stops an entity until it is retried.")

  @OptionGroup var entity: EntityArguments

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    try await entity.change(streams, "is paused") {
      journal, id throws(DurableFailure) in try await journal.pause(id)
    }
  }
}

/// `headrace durable cancel`: stops an entity for good.
struct DurableCancelCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Stops an entity for good; its history stays.")

  @OptionGroup var entity: EntityArguments

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    try await entity.change(streams, "is cancelled") {
      journal, id throws(DurableFailure) in try await journal.cancel(id)
    }
  }
}

/// `headrace durable move`: takes an entity from its worker.
struct DurableMoveCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Takes an entity from its worker, so that any worker continues it.")

  @OptionGroup var entity: EntityArguments

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    try await entity.change(streams, "has no worker: any worker continues it") {
      journal, id throws(DurableFailure) in try await journal.move(id)
    }
  }
}

/// `headrace durable decide`: continues an effect that waits for a decision.
struct DurableDecideCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "decide",
    abstract: "Decides about an interrupted effect that asks: it restarts, or fails.")

  @OptionGroup var entity: EntityArguments

  @Argument(help: "The number of the effect, as 'show' lists it.")
  var effect: Int

  @Argument(help: "restart or fail.")
  var decision: String

  func validate() throws {
    guard ["restart", "fail"].contains(decision) else {
      throw ValidationError(
        "'\(decision.escaped)' is not a decision: expected restart or fail.")
    }
  }

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let policy = TakeoverPolicy(rawValue: decision) ?? .ask
    return try await entity.change(streams, "has the decision: its worker reads it soon") {
      journal, id throws(DurableFailure) in try await journal.decide(id, effect: effect, policy)
    }
  }
}

/// `headrace durable drop`: removes a message that can't be read.
struct DurableDropCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Removes a message that waits for an entity, and prints its action.")

  @OptionGroup var entity: EntityArguments

  @Argument(help: "The number of the message, as the reason of the entity says it.")
  var number: Int

  @Argument(help: "Who has sent it, as in order/17.")
  var source: String

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let action = try await entity.open().dropMessage(number, from: source, to: entity.entity)
    guard let action else {
      throw CommandFailure(
        """
        There is no message \(number) from '\(source.escaped)' to \
        '\("\(entity.entity)".escaped)'.
        """, .nothingFound)
    }
    try streams.write(Array((action.escaped + "\n").utf8))
    return .found
  }
}

/// `headrace durable prune`: removes old events.
struct DurablePruneCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Removes old events that no worker needs; each entity keeps a checkpoint.")

  @OptionGroup var databaseArgument: DatabaseArgument

  @Option(
    help: ArgumentHelp(
      "Removes events before this date, such as 2026-01-31 (UTC).", valueName: "date"))
  var before: String

  @Option(help: "Only the entities of this feature.")
  var feature: String?

  func validate() throws { _ = try date() }

  private func date() throws -> Date {
    let style = Date.ISO8601FormatStyle().year().month().day()
    do {
      let date = try style.parse(before)
      // The style accepts '2026-02-30', and text that begins like a date.
      if date.formatted(style) == before { return date }
    } catch {
      // The text doesn't begin with a date.
    }
    throw ValidationError("'\(before.escaped)' is not a date: expected one such as 2026-01-31.")
  }

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let journal = try await DurableJournal.existing(databaseArgument.database)
    let count = try await journal.prune(before: date(), feature: feature)
    try streams.write(Array("Removed events: \(count)\n".utf8))
    return .found
  }
}

extension EntityArguments {
  /// Changes the entity, and reports its new status.
  fileprivate func change(
    _ streams: CommandStreams, _ result: String,
    _ body: (DurableJournal, EntityID) async throws(DurableFailure) -> Void
  ) async throws -> ExitStatus {
    try await body(open(), entity)
    try streams.write(Array("'\("\(entity)".escaped)' \(result).\n".utf8))
    return .found
  }
}
