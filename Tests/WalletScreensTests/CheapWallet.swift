import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import VaultClient
import VaultClientLive

@testable import WalletCLI

/// A wallet of the development phrase, made once.
///
/// Its key derivation costs almost nothing, as the vault's header says. A real one takes a second
/// of a core each time it is made or opened.
enum CheapWallet {
  static let passcode = "correct horse"

  /// The files of the wallet by their paths, below a folder in the home.
  static func files(in folder: String) async throws -> [String: Data] {
    Dictionary(uniqueKeysWithValues: try await made.value.map { ("\(folder)/\($0)", $1) })
  }

  private static let made = Task {
    let folder = FileManager.default.temporaryDirectory.appending(path: "headrace-cheap-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = WalletSession(
      home: folder.path, deviceKeyPath: nil, chainID: 31_337,
      node: .jsonRPC(over: DevChain().transport), scrypt: .testing,
      terminal: Terminal(writeLine: { _ in }, writeError: { _ in }))
    _ = try await session.importPhrase {
      SecretBytes(Array(DevChainAccounts.mnemonic.utf8))
    } passcode: {
      Passcode(policy: .passphrase, new: SecretBytes(Array(passcode.utf8)))
    }
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      // A folder has no contents.
      files[name] = FileManager.default.contents(atPath: folder.path + "/" + name)
    }
    return files
  }
}
