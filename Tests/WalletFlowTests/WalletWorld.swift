import ActivityClient
import ActivityClientLive
import ContactsClient
import DevChain
import EthereumCrypto
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import NodeClientLive
import Synchronization
import VaultClient
import VaultClientLive

/// A wallet's environment: a real vault and journal in a folder, and a dev chain.
///
/// The test advances its clock; the rest is as a host provides it.
final class WalletWorld: Sendable {
  let chain: DevChain
  let clock = TestClock()
  let vault: Vault
  let activity: ActivityClient
  let home: Home
  private let journal: ActivityJournal
  private let words = Words()

  /// A temporary folder, deleted with the last world that uses it.
  final class Home: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "wallet-story-\(UUID())")
      .path()

    deinit {
      do { try FileManager.default.removeItem(atPath: path) } catch {
        // If nothing was written, the folder does not exist.
      }
    }
  }

  init(chain: DevChain = DevChain(), in home: Home = Home()) {
    self.chain = chain
    self.home = home
    vault = Vault(
      configuration: VaultConfiguration(
        folder: home.path + "/vault", scrypt: .testing, acceptsPublishedPhrases: true),
      display: PhraseDisplay { [words] in words.remember($0) })
    journal = ActivityJournal(folder: home.path + "/activity")
    activity = .live(journal)
  }

  var node: NodeClient { .jsonRPC(over: chain.transport) }

  /// The words of the phrase that was shown last.
  var phrase: [String] { words.all }

  func prepare(_ values: inout DependencyValues) {
    values.vault = .live(vault)
    values.activity = activity
    values.contacts = .live(journal)
    values.history = .live(journal, node: node)
    values.node = node
    values.continuousClock = clock
    values.date = DateGenerator { Date() }
  }

  func deposit(_ text: String) async -> SecretHandle {
    await vault.deposit(SecretBytes(Array(text.utf8)))
  }
}

private final class Words: Sendable {
  private let contents = Mutex<[String]>([])

  var all: [String] { contents.withLock { $0 } }

  func remember(_ phrase: borrowing SecretBytes) {
    let text = phrase.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    contents.withLock { $0 = text.split(separator: " ").map(String.init) }
  }
}
