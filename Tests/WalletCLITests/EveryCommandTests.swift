import ArgumentParser
import Testing

@testable import DevServers
@testable import WalletCLI

/// Rules for every command, including those that are added later.
@Suite struct EveryCommandTests {
  private struct Command {
    let name: String
    let type: any ParsableCommand.Type
    var root: any ParsableCommand.Type = WalletCommand.self
  }

  private static func commands(
    below type: any ParsableCommand.Type = WalletCommand.self, _ path: String = "wallet"
  ) -> [Command] {
    type.configuration.subcommands.flatMap { child -> [Command] in
      let name = path + " " + (child.configuration.commandName ?? "\(child)")
      return [Command(name: name, type: child)] + commands(below: child, name)
    }
  }

  /// The commands of the development servers.
  private static var servers: [Command] {
    let root = DevelopmentCommand.self
    return [Command(name: "devchain", type: root, root: root)]
      + root.configuration.subcommands.map {
        Command(name: "devchain \($0.configuration.commandName ?? "")", type: $0, root: root)
      }
  }

  private static func help(_ command: Command, _ language: Language) -> String {
    Speech.$overriding.withValue(language) {
      ParserText.page(
        command.root.helpMessage(for: command.type, columns: 80), refusal: "")
    }
  }

  /// Names of commands, options, values, keys and standards are not translated. Sentences are.
  @Test func everyHelpIsKorean() {
    let commands = Self.commands() + Self.servers
    #expect(commands.count > 30)
    for command in commands + [Command(name: "wallet", type: WalletCommand.self)] {
      let text = Self.help(command, .korean)
      #expect(text.contains(/[가-힣]/), "\(command.name)")
      let sentences = text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("사용법:") && !$0.hasPrefix("test test") }
        .joined(separator: "\n")
        .replacing(/'[^']*'/, with: "")
        .replacing(/\([:a-z ]*\)/, with: "")
      let english = sentences.firstMatch(of: /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/)
      #expect(english == nil, "\(command.name): \(english?.output ?? "")\n\(text)")
    }
  }

  /// Every command answers a program, too, except those without an answer.
  @Test func everyCommandHasJSON() {
    let without = (Self.commands() + Self.servers).filter { command in
      command.type.configuration.subcommands.isEmpty
        && !Self.help(command, .english).contains("--json")
    }
    // The screens are for people.
    #expect(without.map(\.name) == ["wallet screens"])
  }

  /// A script passes the same options to every command that works on a home.
  @Test func everyCommandOfAHomeTakesAPasscodeFile() {
    let without = Self.commands().filter { command in
      let help = WalletCommand.helpMessage(for: command.type, includeHidden: true, columns: 80)
      return help.contains("--home ") && !help.contains("--passcode-file")
    }
    #expect(without.map(\.name) == [])
  }
}
