import ArgumentParser
package import EthereumPrimitives
import Foundation
import HeadraceTerminal
import NodeClient

/// `wallet demo`: plays the whole story, with a narration.
struct DemoCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "demo",
      abstract: Phrase("Creates a wallet, receives and sends ether, and explains each step.").text,
      discussion: Phrase(
        """
        Without --rpc-url, the story runs on its own chain, for which this program starts \
        'devchain'. With it, the story runs on that node, whose first development account must be \
        funded. The wallet of the story is deleted at the end.
        """
      ).text)
  }

  @Option(
    name: .customLong("rpc-url"), help: .said("The JSON-RPC address of a development node."),
    transform: RPCAddress.init)
  var address: RPCAddress?

  @Flag(help: .said("Answers with one JSON object at the end; the story goes to standard error."))
  var json = false

  @Flag(help: .said("Plays the story on the wallet's screens, for an audience to watch."))
  var screens = false

  @Option(help: .hidden)
  var pace = 1.0

  func validate() throws {
    if screens, json || address != nil {
      throw ValidationError.said(
        "expected --screens without other options: its story runs on its own chain")
    }
    guard pace >= 0, pace <= 100 else {
      throw ValidationError.said("expected --pace from 0 to 100, found \(pace)")
    }
  }

  func run() async throws {
    if screens { return try await playOnScreens() }
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let home = FileManager.default.temporaryDirectory.appending(
        path: "wallet-demo-\(ProcessInfo.processInfo.globallyUniqueString)")
      defer { Self.remove(home, terminal) }
      let narrate = json ? terminal.writeError : terminal.writeLine
      let outcome = try await story(home: home.path(percentEncoded: false), narrate: narrate)
      terminal.writeLine(json ? outcome.json : outcome.text)
    }
  }

  private func playOnScreens() async throws {
    let terminal = Terminal.standard(showsProgress: false)
    let home = FileManager.default.temporaryDirectory.appending(
      path: "wallet-demo-\(ProcessInfo.processInfo.globallyUniqueString)")
    let play: DemoScreens.End
    do {
      defer { Self.remove(home, terminal) }
      let chain = try DemoChain()
      defer { chain.stop() }
      play = try await DemoScreens(
        home: home.path(percentEncoded: false), node: chain.node, pace: pace
      ).play()
    } catch {
      terminal.writeError("wallet: \(error.message)")
      throw ExitCode(error.status.rawValue)
    }
    switch play {
    case .played:
      terminal.writeLine(Phrase("The story is over; its wallet is deleted.").text)
    case .left(let end):
      if case .signal(let number) = end { ProcessEnd.bySignal(number) }
      throw ExitCode(ExitStatus.tryAgain.rawValue)
    }
  }

  /// Removes the demo's folder, which does not exist if the story ended early.
  private static func remove(_ home: URL, _ terminal: Terminal) {
    guard FileManager.default.fileExists(atPath: home.path(percentEncoded: false)) else { return }
    do {
      try FileManager.default.removeItem(at: home)
    } catch {
      terminal.writeError(
        Phrase(
          "wallet: the demo's folder stays at \(home.path(percentEncoded: false)): \(error.localizedDescription)"
        ).text)
    }
  }

  private func story(
    home: String, narrate: @escaping @Sendable (String) -> Void
  ) async throws(CommandFailure) -> DemoOutcome {
    if let node = address?.client {
      return try await DemoStory(home: home, node: node, narrate: narrate).play()
    }
    let chain = try DemoChain()
    defer { chain.stop() }
    return try await DemoStory(home: home, node: chain.node, narrate: narrate).play()
  }
}

/// The chain of a story: the program `devchain`, which is in the same folder as this one.
struct DemoChain {
  private let process: DetachedProcess
  let node: NodeClient

  init() throws(CommandFailure) {
    let folder = Bundle.main.executableURL?.deletingLastPathComponent()
    guard let program = folder?.appending(path: "devchain").path(percentEncoded: false),
      FileManager.default.isExecutableFile(atPath: program)
    else {
      throw CommandFailure(
        "the program 'devchain' is missing; expected it beside this one, or --rpc-url")
    }
    process = try DetachedProcess(
      ["--port", "0", "--json", "--until-input-ends"], program: program)
    let address = process.line()?.firstMatch(of: /http:[^"]*/)
    do {
      node = try RPCAddress(address.map { String($0.output) } ?? "").client
    } catch {
      process.stop()
      throw CommandFailure("the program 'devchain' did not start", .tryAgain)
    }
  }

  func stop() {
    process.stop()
  }
}

/// The outcome of the story.
package struct DemoOutcome: Equatable, Sendable {
  /// The hash of the payment.
  package let transaction: Hash32
  /// The cost of the payment's gas.
  package let fee: Wei
  /// The wallet's balance at the end.
  package let walletBalance: Wei
  /// The recipient's balance at the end.
  package let recipientBalance: Wei

  package var text: String { text(in: Speech.language) }

  func text(in language: Language) -> String {
    "\n"
      + Phrase(
        """
        Transaction  \(transaction)
        Fee          \(fee.etherText) ETH
        Wallet       \(walletBalance.etherText) ETH
        Recipient    \(recipientBalance.etherText) ETH
        The books balance to the wei.
        """
      ).text(in: language)
  }

  package var json: String {
    JSONText.object([
      ("transaction", .text(transaction.hex)), ("feeWei", .text(fee.decimalText)),
      ("walletWei", .text(walletBalance.decimalText)),
      ("recipientWei", .text(recipientBalance.decimalText)),
    ])
  }
}
