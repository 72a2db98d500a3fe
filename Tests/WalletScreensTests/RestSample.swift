import ActivityClient
import AuthFeature
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTerminal
import HomeFeature
import NodeClient
import ProfileFeature
import SendFeature
import SessionClient
import SessionFeature
import VaultClient
import WalletApp

@testable import WalletCLI

/// The screens that appear rarely, or only for a moment.
enum RestSample {
  static func screens(
    _ language: Language
  ) async throws -> [(name: String, state: TerminalWallet.State)] {
    making(language) + home(language) + services(language) + settings(language)
      + (try await replacing(language))
  }

  private static func making(_ language: Language) -> [(name: String, state: TerminalWallet.State)]
  {
    func create(_ change: (inout CreateWallet.State) -> Void) -> TerminalWallet.State {
      var create = CreateWallet.State(wordCount: 12)
      change(&create)
      return ScreenSample.place(language, .create(create))
    }
    return [
      (
        "phrase-refused",
        create { $0.failure = .storage(.diskFull(path: "/home/kim/.headrace/vault.new")) }
      ),
      (
        "wallet-writing",
        create {
          $0.phase = .committing(PhraseHandle(id: 1, wordCount: 12))
          $0.isWorking = true
        }
      ),
    ]
  }

  private static func home(_ language: Language) -> [(name: String, state: TerminalWallet.State)] {
    func home(
      _ change: (inout Home.State) -> Void, _ place: (inout TerminalWallet.State) -> Void = { _ in }
    ) -> TerminalWallet.State {
      var home = HomeSample.home
      change(&home)
      var state = HomeSample.place(home, [], language)
      place(&state)
      return state
    }
    return [
      ("home-more", home({ $0.hasMoreLines = true }) { $0.chosen = HomeSample.lines.count }),
      ("home-elsewhere", home { $0.balanceFailure = .wrongChain(expected: 1, actual: 5) }),
      (
        "home-no-node",
        home({
          $0.balance = nil
          $0.samples = []
          $0.scannedBlocks = nil
          $0.lines = []
          $0.balanceFailure = .unreachable(endpoint: "http://127.0.0.1:8545", reason: "refused")
        }) {
          $0.openNetwork = TerminalWallet.OpenNetwork(
            name: nil, nodeText: "http://127.0.0.1:8545", isRemembered: true)
        }
      ),
      (
        "home-no-development-node",
        ScreenSample.place(language, .home(ScreenSample.homeWithoutNode)) {
          $0.openNetwork = TerminalWallet.OpenNetwork(
            name: nil, nodeText: "http://127.0.0.1:8545", isRemembered: true)
        }
      ),
      (
        "home-unreadable",
        home {
          $0.lines = []
          $0.activityFailure = .corrupt(path: "/home/kim/.headrace/activity/payments.sqlite")
        }
      ),
      (
        "line-gone",
        home({ $0.lines = [] }) { $0.sheet = .line(HomeSample.lines[0].id) }
      ),
    ]
  }

  private static func services(
    _ language: Language
  ) -> [(name: String, state: TerminalWallet.State)] {
    func session(
      _ phase: KeepSession.Phase, _ change: (inout KeepSession.State) -> Void = { _ in }
    ) -> TerminalWallet.State {
      ScreenSample.place(language, ServiceSample.session(phase, change))
    }
    return [
      ("session-signing", session(.signing(ServiceSample.message))),
      ("session-leaving", session(.signingOut(ServiceSample.session))),
      ("session-who", session(.signedIn(ServiceSample.session)) { $0.isAskingProfile = true }),
      (
        "contacts-refused",
        HomeSample.place(
          HomeSample.home,
          [HomeSample.contactsScreen(.adding(name: "Bob", address: ""), .address(.missingPrefix))],
          language)
      ),
    ]
  }

  private static func settings(
    _ language: Language
  ) -> [(name: String, state: TerminalWallet.State)] {
    func place(
      _ change: @escaping (inout Profile.State) -> Void,
      _ place: (inout TerminalWallet.State) -> Void = { _ in }
    ) -> TerminalWallet.State {
      ScreenSample.place(language, SettingsSample.profile(change), place)
    }
    return [
      ("settings-erase-passcode", place { $0.phase = .askingPasscode(.erase) }),
      (
        "settings-adding",
        place({ $0.isChangingAccounts = true }) { $0.sheet = .keptAccounts }
      ),
    ]
  }

  private static func replacing(
    _ language: Language
  ) async throws -> [(name: String, state: TerminalWallet.State)] {
    func place(
      _ change: (inout ReplacePayment.State, ReplacementQuote?) -> Void
    ) async throws -> TerminalWallet.State {
      guard case .replace(var state) = try await ScreenSample.replacing(.speedUp) else {
        preconditionFailure("no replacement")
      }
      change(&state, state.quote)
      return ScreenSample.place(language, .replace(state))
    }
    return [
      ("replace-quoting", try await place { state, _ in state.phase = .quoting }),
      (
        "replace-refused",
        try await place { state, quote in
          if let quote {
            state.phase = .refused(
              quote, .authorization(.passcode(.wrongPasscode(triesLeft: 2))))
          }
        }
      ),
      (
        "replace-signing",
        try await place { state, quote in
          if let quote { state.phase = .submitting(quote) }
        }
      ),
    ]
  }
}
