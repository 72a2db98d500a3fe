import ActivityClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import SendFeature
import Testing
import VaultClient
import VaultClientLive
import WalletCLI

/// A wallet of the development phrase, made once.
///
/// Its key derivation costs almost nothing, as the vault's header says; with the cost of a real
/// wallet each command of the tests would take a second of a core.
enum WalletFixture {
  static let passcode = "correct horse"
  static let address = DevChainAccounts.addresses[0].checksummed
  static let accountLine = "Account 1  \(address)  m/44'/60'/0'/0/0\n"

  private static let files = Task {
    let home = try TemporaryHome()
    let session = WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337,
      node: .jsonRPC(over: DevChain().transport), scrypt: .testing,
      terminal: Terminal(writeLine: { _ in }, writeError: { _ in }))
    _ = try await session.importPhrase {
      SecretBytes(Array(DevChainAccounts.mnemonic.utf8))
    } passcode: {
      Passcode(policy: .passphrase, new: SecretBytes(Array(passcode.utf8)))
    }
    return try home.files()
  }

  /// Returns a home folder with the wallet in it.
  static func home() async throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.install(try await files.value)
    return home
  }

  static func passcodeOption(
    _ home: TemporaryHome, _ passcode: String = passcode
  ) throws -> [String] {
    ["--passcode-file", try home.secretFile("passcode", passcode)]
  }
}

extension WalletSession {
  /// Pays with the fixture's passcode, at a terminal that answers by a rule.
  func pay(
    _ request: PaymentRequest, isMeant: @escaping @Sendable (SendWarning) -> Bool = { _ in false },
    isAgreed: @escaping @Sendable (SendDraft, SendQuote) -> Bool
  ) async throws(CommandFailure) -> Payment {
    try await pay(
      request, opening: { SecretBytes(Array(WalletFixture.passcode.utf8)) },
      questions: PaymentQuestions(isAgreed: isAgreed, isMeant: isMeant) {
        SecretBytes(Array(WalletFixture.passcode.utf8))
      })
  }
}
