import ArgumentParser
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

extension EntityArguments {
  /// Changes the entity, and says what it is now.
  fileprivate func change(
    _ streams: CommandStreams, _ result: String,
    _ body: (DurableJournal, EntityID) async throws(DurableFailure) -> Void
  ) async throws -> ExitStatus {
    try await body(open(), entity)
    try streams.write(Array("'\("\(entity)".escaped)' \(result).\n".utf8))
    return .found
  }
}
