import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HomeFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The pictures in the documentation match the screens; `make pictures` draws them again.
@Suite struct PictureTests {
  static let pictures = [
    ("home", "The account's screen: balance, activity and keys"),
    ("review", "A payment before it is signed: amount, recipient, fees and warnings"),
    ("accounts", "A sheet over the account's screen: the accounts to choose from"),
    ("unlock", "The screen that asks for the passcode"),
  ]

  @Test(arguments: pictures)
  func thePicturesAreUpToDate(name: String, title: String) async throws {
    let screens = try await ScreenSample.screens(.english)
    // A wallet with a history: a chart, and a received payment.
    let sample = name == "home" ? "home-past" : name
    let state = Self.english(try #require(screens.first { $0.name == sample }).state)
    let grid = TerminalWalletApp.app(SecretEntry()).grid(
      state, Size(columns: 80, rows: 24), theme: .dark)
    let picture = grid.picture(title: title)
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/pictures/\(name).svg").standardizedFileURL
    if ProcessInfo.processInfo.environment["HEADRACE_RECORD"] != nil {
      try Data(picture.utf8).write(to: url)
    }
    let isSame = try String(contentsOf: url, encoding: .utf8) == picture
    #expect(isSame, "\(name).svg shows something else; draw it anew with 'make pictures'.")
  }

  /// Returns the state with names in the language of the pictures.
  private static func english(_ state: TerminalWallet.State) -> TerminalWallet.State {
    guard var home = state.wallet?.routes.first?.screen.home else { return state }
    home.accounts = home.accounts.map { account in
      account.name == ScreenSample.second.name
        ? VaultAccount(
          id: account.id, address: account.address, name: "Rainy days", path: account.path)
        : account
    }
    var state = state
    state.wallet?.routes[0].screen = .home(home)
    return state
  }
}
