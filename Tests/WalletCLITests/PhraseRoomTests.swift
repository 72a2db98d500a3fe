import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import Testing
import VaultClient
import VaultClientLive

@testable import WalletCLI

/// Words that leave a small window can't be read: the alternate screen has no scroll-back.
@Suite struct PhraseRoomTests {
  private typealias Window = PhraseScreen.Window

  private func lines(_ words: String, columns: Int) -> [String] {
    PhraseScreen.bytes(
      "Heading", SecretBytes(Array(words.utf8)), isFullScreen: false,
      window: Window(columns: columns, rows: 40)
    )
    .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    .split(separator: "\n").map(String.init)
  }

  @Test(arguments: [(80, 3), (44, 3), (43, 2), (30, 2), (28, 2), (27, 1), (20, 1), (12, 1)])
  func aNarrowWindowHasFewerColumns(columns: Int, count: Int) {
    let words = [String](repeating: "abstract", count: 12).joined(separator: " ")
    let lines = lines(words, columns: columns)
    #expect(lines.count == 1 + 12 / count)
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
    #expect(lines.last?.hasSuffix("12. abstract") == true)
  }

  /// A heading of 84 and a question of 46 columns, with room for the input.
  @Test(
    arguments: [
      (80, 24, 24, true), (80, 13, 24, true), (80, 12, 24, false), (44, 13, 24, false),
      (44, 14, 24, true), (30, 10, 12, false), (30, 13, 12, true), (20, 6, 12, false),
      (20, 22, 12, true), (11, 99, 12, false),
    ] as [(Int, Int, Int, Bool)])
  func aWindowThatDoesNotShowEveryWordIsTooSmall(
    columns: Int, rows: Int, wordCount: Int, isEnough: Bool
  ) {
    func missing(_ window: Window) -> Window? {
      PhraseScreen.missingRoom(
        in: window, wordCount: wordCount, heading: String(repeating: "h", count: 84),
        question: String(repeating: "q", count: 46))
    }
    let least = missing(Window(columns: columns, rows: rows))
    #expect((least == nil) == isEnough, "\(String(describing: least))")
    // The requested size is enough.
    if let least { #expect(missing(least) == nil) }
  }

  @Test(arguments: [(30, 10), (20, 6)])
  func nothingIsShownInAWindowThatIsTooSmall(columns: Int, rows: Int) async throws {
    let home = try TemporaryHome()
    let person = FakeTerminal { _, _ in nil }
    var terminal = person.terminal
    terminal.phraseWindow = { PhraseScreen.Window(columns: columns, rows: rows) }
    let session = WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337,
      node: .jsonRPC(over: DevChain().transport), scrypt: .testing, terminal: terminal)
    do throws(CommandFailure) {
      _ = try await session.create(wordCount: 12) {
        Passcode(policy: .passphrase, new: SecretBytes(Array("correct horse".utf8)))
      }
      Issue.record("a wallet was made")
    } catch {
      let begin =
        "no phrase was shown and no wallet was made: 12 words need a window of at least 44 × "
      #expect(error.message.hasPrefix(begin), "\(error.message)")
    }
    #expect(person.words == [])
    #expect(try home.files() == [:])
  }
}
