import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import Synchronization
import Testing
import VaultClient

@testable import VaultClientLive
@testable import WalletCLI

/// A new passcode while the second entry is awaited: a person may leave that question open.
@Suite struct NewPasscodeTests {
  private static let passcode = "correct horse"

  private func session(_ home: TemporaryHome, person: FakeTerminal? = nil) -> WalletSession {
    WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337,
      node: .jsonRPC(over: DevChain().transport), scrypt: .testing,
      terminal: person?.terminal ?? Terminal(writeLine: { _ in }, writeError: { _ in }),
      asksPasscodes: person != nil)
  }

  /// Counts the questions.
  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  private static func secret(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

  /// It was the command's own copy, which no clock wiped: readable and accepted after 312 s.
  @Test func theFirstIsADepositWhileTheSecondIsAsked() async throws {
    let home = try TemporaryHome()
    let session = session(home)
    let deposits = await session.vault.deposits
    let account = try await session.importPhrase {
      Self.secret(DevChainAccounts.mnemonic)
    } passcode: {
      Passcode(policy: .passphrase, new: Self.secret(Self.passcode)) {
        #expect(deposits.count == 1)
        return Self.secret(Self.passcode)
      }
    }
    #expect(deposits.count == 0)
    let accounts = try await session.accounts(Self.secret(Self.passcode))
    #expect(accounts == [account])
  }

  /// The timer of the deposits has fired before the second answer.
  @Test func aFirstPasscodeForgottenAfterFiveMinutesIsReported() async throws {
    let home = try TemporaryHome()
    let session = session(home)
    let deposits = await session.vault.deposits
    await #expect(
      throws: CommandFailure(
        said: "what was typed expired after five minutes; type it again", .tryAgain)
    ) {
      _ = try await session.importPhrase {
        Self.secret(DevChainAccounts.mnemonic)
      } passcode: {
        Passcode(policy: .passphrase, new: Self.secret(Self.passcode)) {
          deposits.wipeAll()
          return Self.secret(Self.passcode)
        }
      }
    }
    #expect(try home.files() == [:])
  }

  /// The words are on paper by then: the command asks for another passcode, and they stay valid.
  @Test(arguments: [
    (true, "what was typed expired after five minutes; type it again"),
    (false, "the two passcodes differ; expected the same one twice"),
  ])
  func aPersonChoosesItAgain(isGone: Bool, note: String) async throws {
    let home = try TemporaryHome()
    let person = FakeTerminal { _, _ in nil }
    let session = session(home, person: person)
    let deposits = await session.vault.deposits
    let counter = Counter()
    let account = try await session.importPhrase {
      Self.secret(DevChainAccounts.mnemonic)
    } passcode: {
      Passcode(policy: .passphrase, new: Self.secret(Self.passcode)) {
        guard counter.next() == 1 else { return Self.secret(Self.passcode) }
        if isGone { deposits.wipeAll() }
        return Self.secret(isGone ? Self.passcode : "another horse")
      }
    }
    #expect(counter.next() == 3)
    #expect(person.notes.contains(note), "\(person.notes)")
    let accounts = try await session.accounts(Self.secret(Self.passcode))
    #expect(accounts == [account])
  }
}
