import ContactsClient
import ContactsFeature
import EthereumPrimitives
import ProfileFeature
import SendFeature

/// What is wrong with what is typed, in words.
enum TypingWords {
  static func text(of trouble: TypingTrouble, _ texts: Texts) -> String {
    switch trouble {
    case .recipient(let error): ContactWords.text(of: .address(error), texts)
    case .recipientRefused(let refusal): ContactWords.text(of: .recipient(refusal), texts)
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
