import ActivityClient
import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTerminal
import HomeFeature
import ProfileFeature
import VaultClient
import WalletApp

// MARK: - An Account

extension WalletScreens {
  func view(of sheet: TerminalWallet.Sheet) -> ScreenView {
    switch sheet {
    case .receive: receive
    case .accounts: accounts
    case .keys: keys
    case .passcode: passcode(texts[.passcodeChangeTitle])
    case .line(let id): line(id)
    case .contacts: contactChoice
    case .keptAccounts: keptAccounts
    case .about: about
    case .rename:
      ScreenView(texts[.renameTitle], hints: [("⏎", texts[.keySave]), ("esc", texts[.keyBack])]) {
        TextField(
          texts[.renameTitle], state.name, isFocused: true, note: renameRefusal,
          noteRole: .failure)
      }
    case .walletName:
      ScreenView(
        texts[.walletNameTitle], hints: [("⏎", texts[.keySave]), ("esc", texts[.keyBack])]
      ) {
        TextField(
          texts[.walletNameTitle], state.name, isFocused: true,
          placeholder: texts[.walletNameHint],
          note: state.nameRefusal.map { ContactText.text(of: .name($0), texts) } ?? "",
          noteRole: .failure)
      }
    case .service:
      ScreenView(
        texts[.sessionTitle], hints: [("⏎", texts[.keyNext]), ("esc", texts[.keyBack])]
      ) {
        TextField(
          texts[.sessionService], state.service, isFocused: true, note: texts[.sessionServiceNote],
          noteRole: .secondary)
      }
    }
  }

  var home: Home.State? { state.top?.home }

  /// The reason the typed name was refused for the account; empty if it was not.
  private var renameRefusal: String {
    guard state.name.text == state.refusedName,
      case .account(let refusal)? = state.top?.profile?.failure
    else { return "" }
    return FailureText.failure(ProfileFailure.account(refusal)).sentence
  }

  private var receive: ScreenView {
    let copies = [("c", texts[.keyCopy]), ("r", texts[.keyCopyRequest])]
    let canCopy = state.canCopy && home?.receiving != nil
    let hints = (canCopy ? copies : []) + [("esc", texts[.keyBack])]
    return ScreenView(texts[.receiveTitle], hints: hints) {
      if let home, let receiving = home.receiving {
        ReceivePanel(
          lead: texts[.receiveLead],
          name: "\(texts.name(of: home.account)), \(network(home.chainID))",
          address: receiving.address,
          // A screen reader would name each block of it.
          code: state.isReadAloud ? nil : QRMatrix.code(receiving.uri),
          larger: texts[.receiveLarger])
      } else {
        Text(texts[.receivePublished], .failure)
      }
    }
  }

  private var accounts: ScreenView {
    let hints = [("⏎", texts[.keyChoose]), ("esc", texts[.keyBack])]
    let accounts = home?.shownAccounts ?? []
    let chosen = min(state.chosen, max(0, accounts.count - 1))
    return ScreenView(texts[.accountsTitle], hints: hints) {
      List(accounts, selected: chosen, target: "row") { account in
        Row {
          Text(texts.name(of: account), cut: .end).frame(columns: 16)
          Text(account.address.checksummed, .secondary, cut: .middle).flexible()
        }
      }
    }
  }

  // MARK: Settings

  func view(of profile: Profile.State) -> ScreenView {
    switch profile.phase {
    case .phraseShown:
      let isKey = isOfPrivateKey(profile)
      return ScreenView(
        texts[isKey ? .privateKeyTitle : .phraseTitle], hints: [("esc", texts[.keyBack])]
      ) {
        if isKey {
          Text(texts[.privateKeyLead], .warning)
          Gap()
          Text(entry.shownWords().first ?? "", .title)
        } else {
          // Word by word: a single text would be left in memory.
          PhrasePanel(texts, .phraseLeadAgain, entry.shownWords())
        }
      }
    case .askingPasscode(let sensitive), .working(let sensitive):
      return ScreenView(texts[.settingsTitle], hints: passcodeHints(.keyNext)) {
        if profile.phase.is(\.working) {
          working(texts[.passcodeWorking])
        } else {
          passcodeEntry(
            texts[question(of: sensitive, profile)], keypadColumns: Self.questionColumnsMin)
        }
        Gap()
        refusal(profile.failure.map { FailureText.failure($0) })
      }
    case .idle, .erased: return settings(profile)
    }
  }

  /// Returns the question for the passcode: a person who typed past a dialog sees its purpose.
  private func question(of sensitive: Profile.Sensitive, _ profile: Profile.State) -> TextKey {
    switch sensitive {
    case .revealPhrase: isOfPrivateKey(profile) ? .settingsPasscodeKey : .settingsPasscodeReveal
    case .erase: .settingsPasscodeErase
    }
  }

  /// Returns true if the node did not answer; then the refusal says so.
  private func hasAskedInVain(_ profile: Profile.State) -> Bool {
    if case .node? = profile.failure { true } else { false }
  }

  private func isOfPrivateKey(_ profile: Profile.State) -> Bool {
    profile.accounts.first?.path == VaultAccount.keyPath
  }

  private func settings(_ profile: Profile.State) -> ScreenView {
    ScreenView(
      texts[.settingsTitle], hints: [("⏎", texts[.keyChoose]), ("esc", texts[.keyBack])]
    ) {
      choices([
        texts[.accountsTitle], texts[.settingsContacts], texts[.settingsNetworks],
        texts[.settingsSession], texts[.settingsName, state.walletName?.text ?? "–"],
        texts[isOfPrivateKey(profile) ? .settingsRevealKey : .settingsReveal],
        texts[.settingsPasscodeChange], texts[.settingsUnit, state.preferences.unit.symbol],
        autoLock, texts[.settingsLanguage, state.language.name], texts[.settingsAbout],
        texts[.settingsErase],
      ])
      if state.lockSeconds == 0 { Text(texts[.settingsNoLockNote], .warning) }
      if let network = profile.network {
        Text(
          texts[.settingsNetwork, network.clientVersion, "\(network.blockNumber)"], .secondary)
      } else if !hasAskedInVain(profile) {
        Text(texts[.settingsNetworkUnknown], .secondary)
      }
      refusal(profile.failure.map { FailureText.failure($0) })
    }
  }
}

/// An address, with its QR code at its left if both fit.
private struct ReceivePanel: View {
  let lead: String
  let name: String
  let address: String
  let code: QRCode?
  /// The text shown if the code does not fit.
  let larger: String

  func columns(within limit: Int) -> Int { limit }
  func rows(within columns: Int) -> Int { 6 }
  var flexibility: Flexibility { .both }

  func draw(on canvas: inout Canvas) {
    let words = Column(spacing: 1) {
      Text(lead)
      Text(name, .secondary)
      Text(address, .title)
    }
    let size = canvas.size
    // Half blocks are not ASCII, and a camera can't read a code of letters.
    guard let code, !canvas.theme.isASCII else { return canvas.draw(words, in: canvas.bounds) }
    guard code.columns(within: size.columns) + 24 <= size.columns,
      code.rows(within: size.columns) <= size.rows
    else {
      return canvas.draw(
        Column(spacing: 1) {
          words
          Text(larger, .secondary)
        }, in: canvas.bounds)
    }
    canvas.draw(
      Row(spacing: 3) {
        code; words.flexible()
      }, in: canvas.bounds)
  }
}

/// Pairs of names and values, one below the other.
struct Facts: View {
  private let facts: [(name: String, value: String)]

  init(_ facts: [(name: String, value: String)]) {
    self.facts = facts
  }

  private var nameColumns: Int {
    facts.reduce(0) { max($0, CellText.columns(of: $1.name)) } + 2
  }

  func columns(within limit: Int) -> Int { limit }

  func rows(within columns: Int) -> Int {
    facts.reduce(0) {
      $0 + CellText.lines(of: $1.value, within: max(1, columns - nameColumns)).count
    }
  }

  func draw(on canvas: inout Canvas) {
    let columns = max(1, canvas.size.columns - nameColumns)
    var row = 0
    for (place, fact) in facts.enumerated() {
      canvas.write(fact.name, .secondary, row: row)
      var lines = CellText.lines(of: fact.value, within: columns)
      let left = canvas.size.rows - row
      if place == facts.count - 1, left > 0, lines.count > left {
        // Both ends of a hash are kept to distinguish it, and the omission is visible.
        let short = CellText.truncated(fact.value, to: left * columns, .middle)
        lines = CellText.lines(of: short, within: columns)
      }
      for line in lines {
        canvas.write(line, column: nameColumns, row: row)
        row += 1
      }
    }
  }
}

/// Texts for payments.
enum PaymentWords {
  static func state(of payment: Payment, _ texts: Texts) -> String {
    switch payment.state {
    case .signed where payment.isCancelling, .broadcast where payment.isCancelling:
      texts[.paymentStateCancelling]
    case .signed: texts[.paymentStateSigned]
    case .broadcast: texts[.paymentStateBroadcast]
    case .included(let inclusion): texts[.paymentStateIncluded, "\(inclusion.blockNumber)"]
    case .confirmed(let inclusion): texts[.paymentStateConfirmed, "\(inclusion.blockNumber)"]
    case .reverted: texts[.paymentStateReverted]
    case .replaced: texts[.paymentStateReplaced]
    case .cancelled: texts[.paymentStateCancelled]
    case .abandoned: texts[.paymentStateAbandoned]
    }
  }

  static func role(_ state: PaymentState) -> StyleRole {
    switch state {
    case .signed, .broadcast, .included: .accent
    case .confirmed: .success
    case .reverted: .failure
    case .replaced, .cancelled, .abandoned: .secondary
    }
  }
}
