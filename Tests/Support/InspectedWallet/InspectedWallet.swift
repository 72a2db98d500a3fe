import Foundation
import Headrace
import HeadraceInspector

@testable import WalletCLI

/// Plays the demonstration's story on a terminal while the wallet is inspected.
///
/// Its arguments are two files that it writes: the inspector's address, and at the end the words of
/// the phrase. It ends when the second one is removed.
@main
enum InspectedWallet {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let (addressFile, phraseFile) = (arguments[1], arguments[2])
    let pace = arguments.count > 3 ? Double(arguments[3]) ?? 0 : 0
    let home = FileManager.default.temporaryDirectory
      .appending(path: "inspected-wallet-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    let chain = try DemoChain()
    defer { chain.stop() }
    let phrase = LockIsolated("")
    let story = DemoScreens(home: home.path, node: chain.node, pace: pace) { store, session in
      do {
        try await Inspector.serve(store, name: "Wallet", announce: { _ in }, isolation: session)
          .address.write(toFile: addressFile, atomically: true, encoding: .utf8)
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
      }
      Task {
        while phrase.value.isEmpty {
          phrase.setValue(session.shownWords.joined(separator: " "))
          try await ContinuousClock().sleep(for: .milliseconds(1))
        }
      }
    }
    let end = try await story.play()
    try "\(end)\n\(phrase.value)".write(toFile: phraseFile, atomically: true, encoding: .utf8)
    while FileManager.default.fileExists(atPath: phraseFile) {
      try await ContinuousClock().sleep(for: .milliseconds(50))
    }
  }
}
