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
  }

  /// The wallet's folder, as an absolute path.
  var homePath: String {
    let chosen =
      home ?? ProcessInfo.processInfo.environment["HEADRACE_HOME"]
      ?? URL.homeDirectory.appending(path: ".headrace").path()
    return URL(filePath: chosen).standardizedFileURL.path(percentEncoded: false)
  }

  /// The session that the command runs.
  func session(_ terminal: Terminal) throws(CommandFailure) -> WalletSession {
    WalletSession(
      home: homePath, deviceKeyPath: deviceKey.map { URL(filePath: $0).path() },
      chainID: ChainID(rawValue: chainID), node: try node.client(), terminal: terminal)
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
      throw CommandFailure("nobody can be asked here: \(instead)", .usage)
    }
    return line.take()
  }
}
