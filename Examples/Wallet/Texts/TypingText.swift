import ContactsClient
import ContactsFeature
import EthereumPrimitives
import HeadraceTerminal
import ProfileFeature
import SendFeature

/// Texts for errors in typed text.
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

/// The texts of the line-by-line host, in the language of the screens.
enum LineText {
  static func words(_ texts: Texts) -> LineWords {
    LineWords(
      opening: texts[.linesOpening], unknownKey: { texts[.linesNoKey, $0] },
      secretQuestion: texts[.linesSecret])
  }
}
