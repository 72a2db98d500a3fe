import ArgumentParser

@testable import DevServers
@testable import WalletCLI

/// Command lines of both programs: those of `devchain` begin with its name.
enum CommandLines {
  /// Parses a command line.
  static func parse(_ arguments: [String]) throws {
    let (root, rest) = program(arguments)
    _ = try root.parseAsRoot(rest)
  }

  /// Returns the parser's message about a command line, and its exit code; nil if it is accepted.
  static func refusal(_ arguments: [String]) -> (message: String, code: Int32)? {
    let (root, rest) = program(arguments)
    do {
      _ = try root.parseAsRoot(rest)
      return nil
    } catch {
      return (root.message(for: error), root.exitCode(for: error).rawValue)
    }
  }

  private static func program(
    _ arguments: [String]
  ) -> (root: any ParsableCommand.Type, rest: [String]) {
    guard arguments.first == "devchain" else { return (WalletCommand.self, arguments) }
    return (DevelopmentCommand.self, Array(arguments.dropFirst()))
  }
}
