import ActivityClient
import DevChain
import EthereumCrypto
import Foundation
import SendFeature
import Testing
import WalletCLI

/// A wallet of the development phrase, made once by the executable; making one takes a second.
enum WalletFixture {
  static let passcode = "correct horse"
  static let address = DevChainAccounts.addresses[0].checksummed
  static let accountLine = "Account 1  \(address)  m/44'/60'/0'/0/0\n"

  private static let files = Task {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      ["import", "--phrase-file", home.secretFile("phrase", DevChainAccounts.mnemonic)]
        + passcodeOption(home), home: home)
    try #require(outcome.status == 0, "\(outcome.stderr)")
    return try home.files()
  }

  /// A home folder with the wallet in it.
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
  /// Pays with the fixture's passcode, by somebody who answers by rule.
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
