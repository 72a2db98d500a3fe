import ArgumentParser
import CProcessGuard
import Dispatch
import EthereumPrimitives
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the program.
package enum WalletMain {
  /// Runs the program with the arguments of the process, and ends the process.
  ///
  /// It is no `async` function: what runs those opens files of its own before the first line, and
  /// they took the places of closed streams.
  package static func run() -> Never {
    // Before anything else: nothing of the process is to be read by others, not even after a crash.
    let refused = headrace_guard_process()
    StandardStreams.fillClosed()
    if refused != 0 {
      Terminal.write("wallet: \(ProcessTexts.unguarded(refused))\n", to: STDERR_FILENO)
    }
    Task {
      Speech.use(language(CommandLine.arguments, ProcessInfo.processInfo.environment))
      await run(Array(CommandLine.arguments.dropFirst()))
      exit(0)
    }
    dispatchMain()
  }

  /// The language: by the setting of the home, then by the environment.
  ///
  /// It is known before the command line is read, whose help is a text as well. A home whose
  /// settings can't be read speaks as the environment says; the command will tell.
  static func language(_ arguments: [String], _ environment: [String: String]) -> Language {
    let home = value(of: "--home", in: arguments)
    do throws(CommandFailure) {
      let settings = try HomeSettings.read(home: WalletOptions.path(ofHome: home))
      return settings.spokenLanguage ?? Language(environment)
    } catch {
      return Language(environment)
    }
  }

  private static func run(_ arguments: [String]) async {
    do {
      var command = try WalletCommand.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let code = WalletCommand.exitCode(for: error).rawValue
      // A command that ran has told why it ended; what is left is a command line that is none.
      guard code == ExitStatus.usage.rawValue, !(error is ExitCode) else {
        WalletCommand.exit(withError: error)
      }
      let text = usageText(
        WalletCommand.message(for: error), WalletCommand.fullMessage(for: error), arguments)
      Terminal.write(text + "\n", to: STDERR_FILENO)
      exit(code)
    }
  }

  /// What is told of a command line that is none: never an address as it was typed, which may have
  /// a password or a key in it.
  static func usageText(_ message: String, _ full: String, _ arguments: [String]) -> String {
    let isJSON = arguments.contains("--json")
    var text = isJSON ? message : full
    for name in ["--rpc-url", "--verify-rpc-url", "--session-url"] {
      guard let value = value(of: name, in: arguments), !value.isEmpty else { continue }
      text = text.replacing("'\(value)'", with: "'…'")
    }
    return isJSON ? CommandFailure(said: text, .usage).json : text
  }

  /// The value of an option in a command line that is not read yet.
  private static func value(of name: String, in arguments: [String]) -> String? {
    if let joined = arguments.last(where: { $0.hasPrefix(name + "=") }) {
      return String(joined.dropFirst(name.count + 1))
    }
    guard let index = arguments.lastIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }
}
