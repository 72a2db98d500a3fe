import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import HeadraceFlow
import WalletApp

/// Texts for links that can't be opened.
extension FailureText {
  /// Returns the text for a link that can't be opened.
  static func failure(_ error: WalletLinkError) -> CommandFailure {
    switch error {
    case .unreadable(.otherPrefix):
      CommandFailure("this is not a link of this wallet; expected wallet:… or ethereum:…", .usage)
    case .unreadable(let error):
      CommandFailure(
        "the link can't be opened: \(PlainText.printable(error.description))", .usage)
    case .request(let error): request(error)
    case .otherChain(let found, let expected):
      CommandFailure(
        "the link asks for a payment on chain \(found); expected chain \(expected), which this wallet"
          + " is for (--chain-id)", .usage)
    case .payment(let failure):
      CommandFailure("the link can't be paid: \(self.failure(failure).message)", .usage)
    case .replaced:
      CommandFailure(
        "a newer link replaced this one; open it again if you still need it", .usage)
    case .expired(let waited):
      CommandFailure(
        "the link expired after \(waited.components.seconds / 60) minutes; open it again if you"
          + " still need it", .usage)
    case .hash(let error):
      CommandFailure("the link names no transaction: \(error.description)", .usage)
    }
  }

  static func request(_ error: PaymentURIError) -> CommandFailure {
    let phrase: Phrase =
      switch error {
      case .tooLong(let max): Phrase("it is too long; expected at most \(max) bytes")
      case .malformed(let position): Phrase("the character at \(position) is not allowed there")
      case .name:
        Phrase("it names its recipient by a name; expected an address that begins with 0x")
      case .recipient(let error):
        Phrase("the recipient is not an address: \(ValueText.text(error))")
      case .chain: Phrase("its chain is not a number; expected one such as 1 after the @")
      case .call(let function):
        Phrase(
          "it calls the function '\(PlainText.printable(function))' of a contract; expected a plain payment of ether"
        )
      case .parameter(let name):
        Phrase(
          "it asks for '\(PlainText.printable(name))', which this wallet does not support; expected value only"
        )
      case .repeatedValue: Phrase("it gives its value twice")
      case .value(let error):
        Phrase("its value can't be paid: \(ValueText.text(error))")
      }
    return CommandFailure("the payment request can't be paid: \(phrase.text)", .usage)
  }
}
