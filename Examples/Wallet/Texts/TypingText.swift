import ContactsClient
import ContactsFeature
import EthereumPrimitives
import HeadraceTerminal
import ProfileFeature
import SendFeature

/// What is wrong with what is typed, in words.
enum TypingText {
  static func text(of trouble: InputError, _ texts: Texts) -> String {
    switch trouble {
    case .recipient(let error): ContactText.text(of: .address(error), texts)
    case .recipientRefused(let refusal): ContactText.text(of: .recipient(refusal), texts)
    case .recipientIsZero: texts[.contactsZero]
    case .separators: texts[.typingSeparators]
    case .amount(.tooManyFractionDigits(_, let max)): texts[.typingManyDigits, "\(max)"]
    case .amount(.overflow): texts[.typingTooLarge]
    case .amount(.notANumber), .amount(.negative): texts[.typingNoAmount]
    case .moreThanBalance(let balance):
      texts[
        .typingMoreThanBalance, texts.language.grouped(AmountUnit.ether.text(balance))]
    }
  }
}

/// What the host of lines says, in the language of the screens.
enum LineText {
  static func words(_ texts: Texts) -> LineWords {
    LineWords(
      opening: texts[.linesOpening], unknownKey: { texts[.linesNoKey, $0] },
      secretQuestion: texts[.linesSecret])
  }
}
