import AuthFeature
import ContactsClient
import Foundation
import HeadraceTerminal
import VaultClient

// MARK: - Making and Opening a Wallet

extension WalletScreens {
  var welcome: ScreenView {
    ScreenView(
      texts[.welcomeTitle], hints: [("⏎", texts[.keyChoose]), ("q", texts[.keyQuit])]
    ) {
      if let path = state.damagedVault {
        Text(texts[.welcomeDamaged], .warning)
        Gap()
        welcomeMenu
        Gap()
        Text(texts[.welcomeRestore, path], .secondary)
      } else {
        Gap()
        Text(texts[.welcomeLead], alignment: .center)
        Gap()
        welcomeMenu
      }
    }
  }

  private var welcomeMenu: any View {
    menu([
      texts[.welcomeCreate], texts[.welcomeImport],
      texts[.welcomeLanguage, state.language.name],
      texts[.settingsName, state.walletName?.text ?? "–"],
    ]).padding(columns: 4)
  }

  func view(of create: CreateWallet.State) -> ScreenView {
    let back = ("esc", texts[.keyBack])
    // The failure is about what was typed last; it disappears when something else is typed.
    let failure =
      state.entry.count > 0 ? [] : refusal(create.failure.map { FailureText.failure($0) })
    switch create.phase {
    case .starting:
      return ScreenView(texts[.phraseTitle], hints: [back]) {
        if failure.isEmpty { working(texts[.phraseMaking]) } else { failure }
      }
    case .enteringPhrase: return importing(create, failure)
    case .showingPhrase:
      return ScreenView(
        texts[.phraseTitle], hints: [("⏎", texts[.keyNoted]), back]
      ) {
        PhrasePanel(texts, .phraseLead, entry.shownWords())
        failure
      }
    case .confirming:
      return ScreenView(texts[.confirmTitle], hints: [("⏎", texts[.keyNext]), back]) {
        Text(texts[.confirmLead])
        Gap()
        if case .word(let place) = state.prompt {
          secretEntry(texts[.confirmWord, "\(place)"])
        }
        if state.entry.words.isEmpty { failure }
      }
    case .choosingPasscode, .committing, .finished, .cancelled:
      return passcode(texts[.passcodeTitle], after: create.failure)
    }
  }

  private func importing(_ create: CreateWallet.State, _ failure: [any View]) -> ScreenView {
    let near = entry.suggestedWords()
    let mistyped = entry.mistypedWord()
    let wordCount = state.entry.count > 0 ? entry.wordCount() : 0
    return ScreenView(
      texts[.importTitle], hints: [("⏎", texts[.keyNext]), ("esc", texts[.keyBack])]
    ) {
      secretEntry(texts[.importLead])
      if wordCount > 0 { Text(texts.count(.importWords, wordCount), .secondary) }
      Gap()
      failure
      if let mistyped {
        Text(texts[.importMistyped, "\(mistyped.position)"], .warning)
        if !mistyped.near.isEmpty {
          Text(texts[.importNear, mistyped.near.joined(separator: ", ")], .accent)
        }
      } else if !near.isEmpty {
        Text(texts[.importNear, near.joined(separator: ", ")], .accent)
      }
    }
  }

  func view(of unlock: UnlockWallet.State) -> ScreenView {
    passcode(texts[.unlockTitle], after: unlock.failure)
  }
}

/// The words of a phrase, below instructions that give way if there is little room.
///
/// A part of a phrase is useless to anyone who writes it down: without room for all words, none are
/// shown.
struct PhrasePanel: View {
  private let lead: Text
  private let words: PhraseWords
  private let tooSmall: Text

  init(_ texts: Texts, _ lead: TextKey, _ words: [String]) {
    self.lead = Text(texts[lead], .warning)
    self.words = PhraseWords(words)
    tooSmall = Text(texts[.phraseTooSmall], .failure)
  }

  var flexibility: Flexibility { Flexibility(rows: 1) }

  func columns(within limit: Int) -> Int { limit }

  func rows(within columns: Int) -> Int {
    lead.rows(within: columns) + 1 + words.rows(within: columns)
  }

  func draw(on canvas: inout Canvas) {
    let (columns, rows) = (canvas.size.columns, canvas.size.rows)
    let wordRows = words.rows(within: columns)
    guard wordRows <= rows else { return canvas.draw(tooSmall, in: canvas.bounds) }
    let above = min(rows - wordRows, lead.rows(within: columns) + 1)
    canvas.draw(
      lead, in: Rect(origin: Position(column: 0, row: 0), size: Size(columns: columns, rows: above))
    )
    canvas.draw(
      words,
      in: Rect(
        origin: Position(column: 0, row: above), size: Size(columns: columns, rows: wordRows)))
  }
}

/// The words of a phrase with their positions, in columns.
struct PhraseWords: View {
  private let words: [String]
  /// The width of a two-digit number, a word of eight letters, and the spaces between and after
  /// them.
  private static let narrowWidth = 12
  private static let wideWidth = 18

  init(_ words: [String]) {
    self.words = words
  }

  func columns(within limit: Int) -> Int { limit }

  func rows(within columns: Int) -> Int {
    let across = Self.across(columns).count
    return (words.count + across - 1) / across
  }

  /// Returns the number of words per row, and the width of each.
  private static func across(_ columns: Int) -> (count: Int, width: Int) {
    let width = columns < 3 * wideWidth ? narrowWidth : wideWidth
    return (max(1, columns / width), width)
  }

  func draw(on canvas: inout Canvas) {
    let (across, width) = Self.across(canvas.size.columns)
    for (place, word) in words.enumerated() {
      let number = place + 1 < 10 ? " \(place + 1)" : "\(place + 1)"
      let column = place % across * width
      canvas.write(number, .secondary, column: column, row: place / across)
      canvas.write(word, .title, column: column + 3, row: place / across)
    }
  }
}
