package import ArgumentParser
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
  /// Runs a program with the arguments of the process, and ends the process.
  ///
  /// It is not an `async` function: the runtime of those opens its own files before the first line,
  /// and they would take the numbers of closed streams.
  package static func run<Root: AsyncParsableCommand & SendableMetatype>(
    _ root: Root.Type
  ) -> Never {
    // First of all: no one may read the process's memory, not even after a crash.
    let refused = headrace_guard_process()
    StandardStreams.fillClosed()
    Task {
      let name = root.configuration.commandName ?? ""
      Speech.use(language(CommandLine.arguments, ProcessInfo.processInfo.environment))
      if refused != 0 {
        let text = "\(name): \(ProcessText.unguarded(refused))"
        let isReadByProgram = CommandLine.arguments.contains("--json")
        Terminal.write((isReadByProgram ? JSONText.note(text) : text) + "\n", to: STDERR_FILENO)
      }
      if let refusal = CommandLineText.refusal() {
        let failure = CommandFailure(said: refusal.text, .usage)
        let isReadByProgram = CommandLine.arguments.contains("--json")
        Terminal.write(
          (isReadByProgram ? failure.json : "\(name): \(failure.message)") + "\n", to: STDERR_FILENO
        )
        exit(ExitStatus.usage.rawValue)
      }
      await run(root, Array(CommandLine.arguments.dropFirst()))
      exit(0)
    }
    dispatchMain()
  }

  /// Returns the language: by the setting of the home folder, then by the environment.
  ///
  /// If the locale is not UTF-8, so that the language can't be shown, it is English.
  ///
  /// It is determined before the command line is read, because the help is translated too. If the
  /// settings can't be read, the environment decides; the command will report the error.
  static func language(_ arguments: [String], _ environment: [String: String]) -> Language {
    let home = values(of: "--home", in: arguments).last
    do throws(CommandFailure) {
      let settings = try HomeSettings.read(home: WalletOptions.path(ofHome: home))
      return (settings.spokenLanguage ?? Language(environment)).shown(in: environment)
    } catch {
      return Language(environment).shown(in: environment)
    }
  }

  private static func run<Root: AsyncParsableCommand & SendableMetatype>(
    _ root: Root.Type, _ arguments: [String]
  ) async {
    if let refusal = NearestCommand.refusal(arguments, root) {
      let text =
        arguments.contains("--json")
        ? CommandFailure(said: refusal.text, .usage).json : Phrase("Error: \(refusal.text)").text
      Terminal.write(text + "\n", to: STDERR_FILENO)
      exit(ExitStatus.usage.rawValue)
    }
    do {
      var command = try command(arguments, of: root)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let code as ExitCode {
      // The command has reported why it ended.
      exit(code.rawValue)
    } catch {
      let code = root.exitCode(for: error).rawValue
      if code == 0 {
        let page = ParserText.page(root.fullMessage(for: error), refusal: "")
        if !page.isEmpty { Terminal.write(page + "\n", to: STDOUT_FILENO) }
        exit(code)
      }
      // The only other error is an invalid command line.
      guard code == ExitStatus.usage.rawValue else { root.exit(withError: error) }
      let text = usageText(
        root.message(for: error), root.fullMessage(for: error), arguments)
      Terminal.write(text + "\n", to: STDERR_FILENO)
      exit(code)
    }
  }

  /// Reads a command line.
  ///
  /// To find a command below the root, the parser reads that command's options four times, and
  /// those of the default command twice. So a command that is named at the beginning, or that is
  /// the default, is read by itself. The root reads everything else: a request for help or for the
  /// version, and an invalid line, whose message names the whole command.
  static func command(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) throws -> any ParsableCommand {
    var (command, rest) = (root, arguments[...])
    while let named = command.configuration.subcommands.first(where: {
      $0.configuration.commandName == rest.first
    }) {
      command = named
      rest.removeFirst()
    }
    if let standard = command.configuration.defaultSubcommand, rest.first?.hasPrefix("-") ?? true {
      command = standard
    }
    if command != root, command.configuration.subcommands.isEmpty {
      do {
        let read = try command.parseAsRoot(Array(rest))
        if type(of: read) == command { return read }
      } catch {
        // The root finds the same error, and has the text for it.
      }
    }
    return try root.parseAsRoot(arguments)
  }

  /// Returns the message about an invalid command line, without typed addresses, which may contain
  /// a password or a key.
  static func usageText(_ message: String, _ full: String, _ arguments: [String]) -> String {
    let isReadByProgram = arguments.contains("--json")
    var text =
      isReadByProgram ? ParserText.refusal(message) : ParserText.page(full, refusal: message)
    for name in ["--rpc-url", "--verify-rpc-url", "--session-url"] {
      for value in values(of: name, in: arguments) where !value.isEmpty {
        text = text.replacing("'\(value)'", with: "'…'")
      }
    }
    // In an invalid line, an address may be anywhere, or belong to another option.
    for argument in arguments where argument.contains("://") {
      let value = argument.hasPrefix("-") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
      let secret = value.contains("://") ? String(value) : argument
      text = text.replacing("'\(secret)'", with: "'…'")
      // Nor within a text, if the address has more than a scheme and a host.
      let rest = secret.split(separator: "://", maxSplits: 1).last ?? ""
      if rest.contains(where: { "@/?#".contains($0) }) { text = text.replacing(secret, with: "…") }
    }
    text = CommandLineText.cut(arguments, in: text)
    return isReadByProgram ? CommandFailure(said: text, .usage).json : text
  }

  /// Returns the values of an option in a command line that is not parsed yet, in their order.
  private static func values(of name: String, in arguments: [String]) -> [String] {
    arguments.indices.compactMap { index in
      let argument = arguments[index]
      if argument.hasPrefix(name + "=") { return String(argument.dropFirst(name.count + 1)) }
      return argument == name && index + 1 < arguments.count ? arguments[index + 1] : nil
    }
  }
}
