import AuthFeature
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
package import HeadraceTerminal
import HomeFeature
import NetworksClient
import ProfileFeature
import SendFeature
import VaultClient
import WalletApp

/// The wallet's view: the stack of its screens, a sheet, a question and messages.
///
/// It uses the wallet's language, whatever the process's language is, and so do failures.
package struct TerminalWalletView: View {
  private let view: any View
  private let language: Language

  /// Creates the view of a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - entry: The contents of the screen that are not in the state: the words of a phrase.
  package init(_ state: TerminalWallet.State, _ entry: SecretEntry) {
    language = state.language
    let screens = WalletScreens(state, entry)
    view = Speech.inApp(state.language) {
      Layers {
        StackView(screens.routes, brand: state.walletName?.text ?? screens.texts[.wordmark]) {
          screens.view(of: $0)
        }
        if let alert = state.alert { HeadraceTerminal.Question(alert, chosen: state.alertChoice) }
        Toasts(state.toasts, tick: state.tick)
      }
    }
  }

  package func columns(within limit: Int) -> Int { limit }
  package func rows(within columns: Int) -> Int {
    Speech.inApp(language) { view.rows(within: columns) }
  }
  package func draw(on canvas: inout Canvas) {
    Speech.inApp(language) { canvas.draw(view, in: canvas.bounds) }
  }
  package var flexibility: Flexibility { .both }
}

/// The screens of a state.
struct WalletScreens {
  /// A screen of the wallet, or one of the terminal's own.
  enum Screen {
    case welcome
    case wallet(WalletScreen.State)
    case sheet(TerminalWallet.Sheet)
  }

  let state: TerminalWallet.State
  let entry: SecretEntry
  let texts: Texts
  /// The minimum columns for a keypad below a review; otherwise the review needs its rows.
  static let reviewColumnsMin = 60
  /// The minimum columns for a keypad beside a question.
  static let questionColumnsMin = 36

  init(_ state: TerminalWallet.State, _ entry: SecretEntry) {
    self.state = state
    self.entry = entry
    texts = Texts(state.language)
  }

  var routes: [Route<Screen>] {
    var routes: [Route<Screen>] =
      state.wallet?.routes.map { route in route.map(Screen.wallet) } ?? [.root(.welcome)]
    if let sheet = state.sheet {
      // The QR code needs all rows of a 24-row terminal, and the keypad those of a 12-row one.
      routes.append(
        sheet == .receive || sheet == .passcode
          ? .push(.sheet(sheet)) : .sheet(.sheet(sheet), configuration: .automatic))
    }
    return routes
  }

  func view(of screen: Screen) -> ScreenView {
    switch screen {
    case .welcome: welcome
    case .wallet(.create(let create)): view(of: create)
    case .wallet(.unlock(let unlock)): view(of: unlock)
    case .wallet(.home(let home)): view(of: home)
    case .wallet(.send(let send)): view(of: send)
    case .wallet(.replace(let replace)): view(of: replace)
    case .wallet(.profile(let profile)): view(of: profile)
    case .wallet(.contacts(let contacts)): view(of: contacts)
    case .wallet(.networks(let networks)): view(of: networks)
    case .wallet(.session(let session)): view(of: session)
    case .sheet(let sheet): view(of: sheet)
    }
  }

  // MARK: Pieces

  /// Formats an amount in the owner's unit; typed and signed amounts are in ether.
  func amount(_ amount: Wei) -> String {
    state.language.grouped(state.preferences.unit.text(amount))
  }

  /// Formats an amount in ether, in which payments are typed and signed.
  func ether(_ amount: Wei) -> String { state.language.grouped(AmountUnit.ether.text(amount)) }

  /// Returns the network with its chain, as shown in a review.
  func network(_ chainID: ChainID) -> String {
    networkName(chainID) ?? ReviewText.chainText(chainID)
  }

  /// Returns the name of the open network, with its chain; nil if it has none.
  func networkName(_ chainID: ChainID) -> String? {
    state.openNetwork?.name.map { texts[.homeNetwork, $0.text, "\(chainID)"] }
  }

  /// Shows an operation in progress, with a turning indicator.
  func working(_ text: String) -> any View {
    Row {
      Spinner(tick: state.tick)
      Text(text, .secondary)
    }
  }

  /// Shows the reason the last step was refused, if it was.
  func refusal(_ failure: CommandFailure?) -> [any View] {
    failure.map { [Text($0.sentence, .failure)] } ?? []
  }

  /// Returns a menu with its selected row marked.
  func menu(_ rows: [String]) -> any View {
    List(rows, selected: min(state.chosen, max(0, rows.count - 1)), target: "row") { row in
      Text("  \(row)  ", cut: .end)
    }.frame(rows: rows.count)
  }

  /// Returns a menu that scrolls if the terminal is small.
  func choices(_ rows: [String]) -> any View {
    List(rows, selected: min(state.chosen, max(0, rows.count - 1)), target: "row") { row in
      Text("  \(row)  ", cut: .end)
    }.flexible(columns: 1, rows: 1)
  }

  /// Returns the entry of a secret.
  func secretEntry(_ question: String) -> any View {
    secretWords(question, places: max(8, state.entry.count))
  }

  /// Returns the entry of the passcode that allows an operation in an open wallet.
  ///
  /// - Parameters:
  ///   - question: The purpose of the passcode.
  ///   - keypadColumns: The minimum columns for the keypad of six digits beside it.
  func passcodeEntry(_ question: String, keypadColumns: Int) -> any View {
    guard let count = state.passcodeDigitCount else { return secretEntry(question) }
    return BesideKeypad(secretWords(question, places: count), columnsMin: keypadColumns)
  }

  /// Returns the hints for typing that passcode: the last digit needs no Return.
  func passcodeHints(_ next: TextKey) -> [(String, String)] {
    (state.passcodeDigitCount == nil ? [("⏎", texts[next])] : []) + [("esc", texts[.keyBack])]
  }

  private func secretWords(_ question: String, places: Int) -> Column {
    Column {
      Text(question)
      Gap()
      PasscodeDots(
        filled: state.entry.count, of: min(places, 32), isWrong: state.entry.isFlashing
      ).padding(columns: 2)
      if state.entry.isMissing { Text(missing, .warning) }
    }
  }

  /// The message after Return was pressed with nothing typed, or too few digits.
  private var missing: String {
    switch state.prompt {
    case .phrase: texts[.importNothing]
    case .word: texts[.confirmNothing]
    case .signature, .sensitive, nil:
      state.promptDigitCount.map { texts[.passcodeNotDigits, "\($0)"] } ?? texts[.passcodeEmpty]
    }
  }

  func age(_ seconds: Int) -> String { state.age(seconds, texts) }

  func age(_ date: Date) -> String { state.age(date, texts) }

  func ago(_ date: Date) -> String { state.ago(date, texts) }

  /// Returns an address, after the name of its owner.
  func named(_ name: String?, _ address: Address) -> String {
    name.map { "\($0) \(address.checksummed)" } ?? address.checksummed
  }
}

extension TerminalWallet.State {
  /// Formats a time in the largest unit.
  func age(_ seconds: Int, _ texts: Texts) -> String {
    let seconds = told(seconds)
    if seconds < 60 { return texts.count(.timeSeconds, seconds) }
    if seconds < 3_600 { return texts.count(.timeMinutes, seconds / 60) }
    if seconds < 86_400 { return texts.count(.timeHours, seconds / 3_600) }
    return texts.count(.timeDays, seconds / 86_400)
  }

  /// Formats the time since a moment in the largest unit.
  func age(_ date: Date, _ texts: Texts) -> String {
    let seconds = Int(now.timeIntervalSince(date))
    return told(seconds) == 0 ? texts[.timeNow] : age(seconds, texts)
  }

  /// Formats how long ago a moment was.
  func ago(_ date: Date, _ texts: Texts) -> String {
    let seconds = Int(now.timeIntervalSince(date))
    return told(seconds) == 0 ? texts[.timeNow] : texts[.timeAgo, age(seconds, texts)]
  }

  /// Rounds seconds to zero if lines are read aloud.
  private func told(_ seconds: Int) -> Int {
    isReadAloud && seconds < 60 ? 0 : max(0, seconds)
  }
}
