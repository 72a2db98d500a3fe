import ActivityClient
package import ContactsClient
package import EthereumCrypto
package import EthereumPrimitives

/// What the user can be told when a contact is not kept.
package enum ContactsFailure: Error, Codable, Equatable, Sendable {
  /// The text is not a name.
  case name(ContactName.Refusal)
  /// The text is not an address.
  case address(AddressError)
  /// The text that was typed as the address can't be used.
  case recipient(RecipientRefusal)
  /// An account of the wallet has this name, or one that looks like it.
  case nameLooksLikeOwn(String)
  /// It is the zero address, which has no known key.
  case addressIsZero
  /// An account of the wallet has an address that begins and ends alike.
  case addressLooksLikeOwn(Address)
  /// The contact does not go with the others, or they could not be changed.
  case refused(ContactRefusal)

  /// Classifies what an effect threw.
  package init(_ error: any Error) {
    switch error {
    case let refusal as ContactRefusal: self = .refused(refusal)
    case let failure as JournalFailure: self = .refused(.storage(failure))
    // No operation throws anything else.
    default: self = .refused(.storage(.busy))
    }
  }
}
