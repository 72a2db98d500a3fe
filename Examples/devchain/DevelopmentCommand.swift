import ArgumentParser
import WalletCLI

/// `devchain`: servers for development, whose keys and tokens are worth nothing.
struct DevelopmentCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "devchain",
      abstract: Phrase("Serves a chain, or a service to sign in to, for development.").text,
      discussion: Phrase("SIGINT or SIGTERM ends it, with 0.").text,
      version: WalletVersion.text, subcommands: [ServeCommand.self, SessionServerCommand.self],
      defaultSubcommand: ServeCommand.self)
  }
}

/// The executable.
@main
enum Program {
  static func main() {
    WalletMain.run(DevelopmentCommand.self)
  }
}
