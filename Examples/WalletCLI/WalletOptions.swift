import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient

/// Which wallet a command opens, on which chain.
struct WalletOptions: ParsableArguments {
  @Option(help: "The wallet's folder; $HEADRACE_HOME or ~/.headrace by default.")
  var home: String?

  @Option(
    name: .customLong("device-key"),
    help: "The file of the device key, where it is not in the wallet's folder.")
  var deviceKey: String?

  @Option(
    name: .customLong("chain-id"),
    help: "The chain that the node must follow; by default that of 'wallet devchain'.")
  var chainID: UInt64 = 31_337

  @Option(
    name: .customLong("passcode-file"),
    help: "A file of mode 0600 with the passcode in its first line; otherwise it is asked for.")
  var passcodeFile: String?

  @OptionGroup var node: NodeOptions

  func validate() throws {
    guard chainID > 0 else { throw ValidationError("expected --chain-id from 1, found 0") }
    for (name, value) in [
      ("--home", home), ("--device-key", deviceKey), ("--passcode-file", passcodeFile),
    ] where value?.isEmpty == true {
      throw ValidationError("expected \(name) to name a path, found nothing")
    }
  }

  /// The wallet's folder, as an absolute path.
  var homePath: String { Self.path(ofHome: home) }

  /// The folder that is named, or the default one, as an absolute path.
  static func path(ofHome home: String?) -> String {
    let chosen = home ?? Self.defaultHome(ProcessInfo.processInfo.environment)
    return URL(filePath: chosen).standardizedFileURL.path(percentEncoded: false)
  }

  /// Where the wallet is when nobody says; as in a shell, `~` is what `$HOME` says.
  ///
  /// Foundation's home folder is that of the password file, whatever `$HOME` says.
  static func defaultHome(_ environment: [String: String]) -> String {
    if let home = environment["HEADRACE_HOME"], !home.isEmpty { return home }
    if let home = environment["HOME"], !home.isEmpty { return home + "/.headrace" }
    return URL.homeDirectory.appending(path: ".headrace").path(percentEncoded: false)
  }

  /// The session that the command runs.
  func session(
    _ terminal: Terminal, _ verifier: VerifierOptions? = nil
  ) -> WalletSession {
    WalletSession(
      home: homePath,
      deviceKeyPath: deviceKey.map {
        URL(filePath: $0).standardizedFileURL.path(percentEncoded: false)
      },
      chainID: ChainID(rawValue: chainID), node: node.client, verifier: verifier?.client,
      nodeName: node.name, terminal: terminal)
  }

  /// Reads the passcode from its file, or asks for it.
  func passcode(
    _ question: String, _ terminal: Terminal
  ) throws(CommandFailure) -> SecretBytes {
    try Self.secret(
      question, file: passcodeFile, terminal, instead: "expected --passcode-file with the passcode")
  }

  /// Reads a secret from a file, or asks for it.
  static func secret(
    _ question: String, file: String?, _ terminal: Terminal, instead: String
  ) throws(CommandFailure) -> SecretBytes {
    if let file { return try SecretLine.read(file: file) }
    guard let line = terminal.askSecret(question) else {
      if Task.isCancelled { throw .interrupted }
      throw CommandFailure("nobody can be asked here: \(instead)", .usage)
    }
    return line.take()
  }
}
