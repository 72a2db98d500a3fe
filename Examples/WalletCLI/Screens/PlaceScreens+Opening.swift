import AuthFeature
import ContactsClient
import Foundation
import HeadraceTerminal
import VaultClient

// MARK: - Making and Opening a Wallet

extension PlaceScreens {
  var welcome: ScreenView {
    ScreenView(
      texts[.welcomeTitle], hints: [("⏎", texts[.keyChoose]), ("q", texts[.keyQuit])]
    ) {
      Gap()
      Text(texts[.welcomeLead], alignment: .center)
      Gap()
      menu([
        texts[.welcomeCreate], texts[.welcomeImport],
        texts[.welcomeLanguage, state.language.name],
        texts[.settingsName, state.walletName?.text ?? "–"],
      ]).padding(columns: 4)
    }
  }

  func view(of create: CreateWallet.State) -> ScreenView {
    let back = ("esc", texts[.keyBack])
    let failure = refusal(create.failure.map { FailureTexts.failure($0) })
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
        Text(texts[.phraseLead], .warning)
        Gap()
        PhraseWords(entry.shownWords())
        failure
      }
    case .confirming:
      return ScreenView(texts[.confirmTitle], hints: [("⏎", texts[.keyNext]), back]) {
        Text(texts[.confirmLead])
        Gap()
        if case .word(let place) = state.prompt {
          secretEntry(texts[.confirmWord, "\(place)"])
        }
        failure
      }
    case .choosingPasscode, .committing, .finished, .cancelled:
      return passcode(texts[.passcodeTitle], after: create.failure)
    }
  }

  private func importing(_ create: CreateWallet.State, _ failure: [any View]) -> ScreenView {
    let near = entry.suggestedWords()
    let mistyped = entry.mistypedWord()
    return ScreenView(
      texts[.importTitle], hints: [("⏎", texts[.keyNext]), ("esc", texts[.keyBack])]
    ) {
      secretEntry(texts[.importLead])
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

/// The words of a phrase with their places, in columns.
struct PhraseWords: View {
  private let words: [String]
  private static let width = 18

  init(_ words: [String]) {
    self.words = words
  }

  func columns(within limit: Int) -> Int { limit }

  func rows(within columns: Int) -> Int {
    let across = max(1, columns / Self.width)
    return (words.count + across - 1) / across
  }

  func draw(on canvas: inout Canvas) {
    let across = max(1, canvas.size.columns / Self.width)
    for (place, word) in words.enumerated() {
      let number = place + 1 < 10 ? " \(place + 1)" : "\(place + 1)"
      let column = place % across * Self.width
      canvas.write(number, .secondary, column: column, row: place / across)
      canvas.write(word, .title, column: column + 3, row: place / across)
    }
  }
}
