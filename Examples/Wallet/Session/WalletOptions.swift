import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient

/// The wallet that a command opens, and its chain.
struct WalletOptions: ParsableArguments, VaultOptions {
  @Option(help: .said("The wallet's folder; $HEADRACE_HOME or ~/.headrace by default."))
  var home: String?

  @Option(
    name: .customLong("device-key"),
    help: .said("The file of the device key, if it is not in the wallet's folder."))
  var deviceKey: String?

  @Option(
    name: .customLong("passcode-file"),
    help: .said(
      "A file of mode 0600 with the passcode in its first line, or - for standard input; otherwise it is asked for."
    ))
  var passcodeFile: String?

  @Option(name: .customLong("network"), help: .network)
  var networkName: String?

  @Option(name: .customLong("chain-id"), help: .chainID)
  var chainID: UInt64?

  @Option(name: .customLong("rpc-url"), help: .nodeAddress, transform: RPCAddress.init)
  var nodeAddress: RPCAddress?

  func validate() throws {
    try checkChain()
    try checkPaths()
  }

  /// Returns the named folder, or the default one, as an absolute path.
  static func path(ofHome home: String?) -> String {
    let chosen = home ?? Self.defaultHome(ProcessInfo.processInfo.environment)
    return URL(filePath: chosen).standardizedFileURL.path(percentEncoded: false)
  }

  /// Returns the wallet's default folder; as in a shell, `~` is the value of `$HOME`.
  ///
  /// Foundation uses the password file's home folder, whatever `$HOME` is.
  static func defaultHome(_ environment: [String: String]) -> String {
    if let home = environment["HEADRACE_HOME"], !home.isEmpty { return home }
    if let home = environment["HOME"], !home.isEmpty { return home + "/.headrace" }
    return URL.homeDirectory.appending(path: ".headrace").path(percentEncoded: false)
  }

  /// The text that names standard input instead of a file.
  static let standardInput = "-"

  /// Reads a secret from a file, or asks for it.
  static func secret(
    _ question: Phrase, file: String?, _ terminal: Terminal, instead: Phrase
  ) throws(CommandFailure) -> SecretBytes {
    if file == standardInput {
      guard let line = SecretLine.read(from: STDIN_FILENO) else {
        if Task.isCancelled { throw .interrupted }
        throw CommandFailure(
          "standard input has no line that could be the secret; expected 1 to \(SecretLine.byteCountMax) bytes",
          .usage)
      }
      guard !line.beginsWithMark else {
        throw CommandFailure(
          "standard input begins with a byte-order mark; expected the secret alone", .usage)
      }
      return line.take()
    }
    if let file { return try SecretLine.read(file: file) }
    do throws(SecretLine.Refusal) {
      if let line = try terminal.askSecret(question.text) { return line.take() }
    } catch {
      if Task.isCancelled { throw .interrupted }
      throw error.failure
    }
    if Task.isCancelled { throw .interrupted }
    throw CommandFailure("there is no terminal to ask at: \(instead.text)", .usage)
  }
}

/// The wallet that a command creates; the options of a node are accepted but not needed.
struct SetupOptions: ParsableArguments, VaultOptions {
  @Option(help: .said("The wallet's folder; $HEADRACE_HOME or ~/.headrace by default."))
  var home: String?

  @Option(
    name: .customLong("device-key"),
    help: .said("The file of the device key, if it is not in the wallet's folder."))
  var deviceKey: String?

  @Option(
    name: .customLong("passcode-file"),
    help: .said(
      "A file of mode 0600 with the passcode in its first line, or - for standard input; otherwise it is asked for."
    ))
  var passcodeFile: String?

  @Option(name: .customLong("network"), help: .network.inHiddenHelp)
  var networkName: String?

  @Option(name: .customLong("chain-id"), help: .chainID.inHiddenHelp)
  var chainID: UInt64?

  @Option(name: .customLong("rpc-url"), help: .nodeAddress.inHiddenHelp, transform: RPCAddress.init)
  var nodeAddress: RPCAddress?

  func validate() throws {
    try checkChain()
    try checkPaths()
  }
}

/// Options for the vault that a command opens or creates.
protocol VaultOptions: WalletLocationOptions {
  var deviceKey: String? { get }
  var passcodeFile: String? { get }
}

extension VaultOptions {
  /// Throws if a path is empty.
  func checkPaths() throws {
    for (name, value) in [
      ("--home", home), ("--device-key", deviceKey), ("--passcode-file", passcodeFile),
    ] where value?.isEmpty == true {
      throw ValidationError.said("expected \(name) to name a path, found nothing")
    }
  }

  /// The path of the device key; nil if it is inside the folder.
  var deviceKeyPath: String? {
    deviceKey.map { URL(filePath: $0).standardizedFileURL.path(percentEncoded: false) }
  }

  /// Returns the session in which the command runs.
  func session(
    _ terminal: Terminal, _ verifier: VerifierOptions? = nil
  ) throws(CommandFailure) -> WalletSession {
    let network = try network()
    try verifier?.check(against: network.address)
    return WalletSession(
      home: homePath, deviceKeyPath: deviceKeyPath, chainID: network.chainID,
      node: network.client, verifier: verifier?.client, nodeName: network.nodeName,
      terminal: terminal, asksPasscodes: passcodeFile == nil)
  }

  /// Reads the passcode from its file, or asks for it.
  func passcode(
    _ question: Phrase, _ terminal: Terminal
  ) throws(CommandFailure) -> SecretBytes {
    try WalletOptions.secret(
      question, file: passcodeFile, terminal, instead: "expected --passcode-file with the passcode")
  }
}

/// The version of the program.
package enum WalletVersion {
  /// The version by Semantic Versioning, as in the changelog.
  package static let text = "0.1.0"
}
