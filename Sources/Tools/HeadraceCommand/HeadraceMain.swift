import ArgumentParser
import Foundation

/// `headrace`: shows journals and databases.
struct HeadraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headrace",
    abstract: "Looks at what Headrace's stores and durable runtimes have written.",
    subcommands: [InspectCommand.self, DurableCommand.self])
}

/// The program.
@main enum HeadraceMain {
  /// Runs the program with the arguments of the process.
  ///
  /// It is not `async`: signals are blocked before other threads start, which inherit that.
  static func main() {
    // A closed pipe is an error of a write.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    if InspectCommand.serves(arguments) { StopSignals.block() }
    Task.detached { exit(await run(arguments, .standard)) }
    // 'dispatchMain' would let signals through.
    while true { pause() }
  }

  /// Runs a command line.
  ///
  /// - Returns: The exit code.
  static func run(_ arguments: [String], _ streams: CommandStreams) async -> Int32 {
    do {
      let answering: any AnsweringCommand
      do {
        var command = try HeadraceCommand.parseAsRoot(arguments)
        guard let command = command as? any AnsweringCommand else {
          // All other commands only throw a help text.
          try command.run()
          return ExitStatus.found.rawValue
        }
        answering = command
      } catch {
        return try answerParser(error, arguments, streams)
      }
      return try await answering.run(streams).rawValue
    } catch {
      let failure = CommandFailure(error)
      if !failure.message.isEmpty { streams.complain("headrace: \(failure.message)") }
      return failure.status.rawValue
    }
  }

  /// Writes the requested help, or throws the problem of the command line.
  private static func answerParser(
    _ error: any Error, _ arguments: [String], _ streams: CommandStreams
  ) throws -> Int32 {
    guard HeadraceCommand.exitCode(for: error) != .success else {
      try streams.write(Array((HeadraceCommand.fullMessage(for: error) + "\n").utf8))
      return ExitStatus.found.rawValue
    }
    let message = HeadraceCommand.message(for: error)
    let end = message.last.map { ".?!".contains($0) } == true ? "" : "."
    let command = arguments.first == "durable" ? "durable" : "inspect"
    throw CommandFailure("\(message)\(end) See 'headrace \(command) --help'.", .usage)
  }
}
