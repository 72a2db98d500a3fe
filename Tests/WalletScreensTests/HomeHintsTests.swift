import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import Testing
import WalletApp

@testable import WalletCLI

/// The keys of Home: in the row below it if there is room, and all of them on a sheet.
@Suite struct HomeHintsTests {
  private static let size = Size(columns: 40, rows: 12)

  private func lastRow(_ state: TerminalWallet.State, _ columns: Int) -> String {
    let grid = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: columns, rows: 12))
    return grid.rows.last { !$0.isEmpty } ?? ""
  }

  @Test(arguments: Language.allCases)
  func everyKeyIsSeenAtEightyColumns(language: Language) {
    let texts = Texts(language)
    let row = lastRow(ScreenSample.place(language, .home(ScreenSample.home())), 80)
    let meanings: [TextKey] = [
      .keySend, .keyReceive, .keySearch, .keyAccounts, .keySettings, .keyLock, .keyRefresh,
      .keyQuit,
    ]
    for meaning in meanings { #expect(row.contains(" " + texts[meaning]), "\(row)") }
    #expect(!row.contains("?"))
  }

  /// At every width the row ends with a whole hint: that of all keys, or the last one.
  @Test(arguments: Language.allCases)
  func aNarrowRowEndsWithTheHintForTheRest(language: Language) {
    let texts = Texts(language)
    let state = ScreenSample.place(language, .home(ScreenSample.home()))
    for columns in 8...100 {
      let row = lastRow(state, columns)
      let isWhole = row.hasSuffix("q \(texts[.keyQuit])")
      #expect(isWhole || row.hasSuffix("? \(texts[.keyMore])"), "\(columns): \(row)")
      if columns >= 80 { #expect(isWhole, "\(columns): \(row)") }
    }
  }

  @Test func theKeysAreOnASheet() async {
    let store = TestStoreOf<TerminalWallet>(
      initialState: ScreenSample.place(.english, .home(ScreenSample.home()))
    ) {
      TerminalWallet()
    }
    await store.send(.view(.keyPressed(Key(.character("?"))))) { $0.sheet = .keys }
    await store.send(.view(.keyPressed(Key(.escape)))) { $0.sheet = nil }
    // A key on the sheet works while the sheet is open.
    await store.send(.view(.keyPressed(Key(.character("?"))))) { $0.sheet = .keys }
    await store.send(.view(.keyPressed(Key(.character("r"))))) { $0.sheet = .receive }
    await store.finish()
  }

  /// A click on the hint is the key.
  @Test func theHintForTheRestIsClicked() {
    #expect(KeyNames.key(ofTarget: "key.?") == Key(.character("?")))
  }
}
