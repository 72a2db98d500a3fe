import ActivityClient
package import ContactsClient
package import EthereumCrypto
package import EthereumPrimitives

/// The reasons, as the user sees them, that a contact was not saved.
package enum ContactsFailure: Error, Codable, Equatable, Sendable {
  /// The text is not a name.
  case name(ContactName.Refusal)
  /// The text is not an address.
  case address(AddressError)
  /// The text that was typed as the address can't be used.
  case recipient(RecipientRefusal)
  /// An account of the wallet has this name or a similar one.
  case nameLooksLikeOwn(String)
  /// The address is the zero address, which has no known key.
  case addressIsZero
  /// An account of the wallet has an address with the same beginning and end.
  case addressLooksLikeOwn(Address)
  /// The contact conflicts with the others, or they could not be changed.
  case refused(ContactRefusal)

  /// Classifies an error thrown by an effect.
  package init(_ error: any Error) {
    switch error {
    case let refusal as ContactRefusal: self = .refused(refusal)
    case let failure as JournalFailure: self = .refused(.storage(failure))
    // No operation throws anything else.
    default: self = .refused(.storage(.busy))
    }
  }
}
