import ArgumentParser
import WalletCLI

/// `devchain`: servers for development, whose keys and tokens are worthless.
struct DevelopmentCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "devchain",
      abstract: Phrase("Serves a development chain or a sign-in service.").text,
      discussion: Phrase("SIGINT or SIGTERM stops it, with exit code 0.").text,
      version: WalletVersion.text, subcommands: [ServeCommand.self, SessionServerCommand.self],
      defaultSubcommand: ServeCommand.self)
  }
}

/// Runs `devchain` with the arguments of the process.
public enum DevServers {
  /// Ends the process with the command's exit code.
  public static func run() {
    WalletMain.run(DevelopmentCommand.self)
  }
}
