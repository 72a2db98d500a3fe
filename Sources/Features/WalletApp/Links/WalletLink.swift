import EthereumCrypto
package import EthereumPrimitives
package import EthereumTransactions
import Headrace
package import HeadraceFlow
package import SendFeature

/// The destination of a link in the wallet.
///
/// A link fills in a form or shows a screen, and never sends. A payment from a link is reviewed,
/// and signed with the passcode, like one that the user typed.
package enum WalletLink: Codable, Hashable, Sendable {
  /// A payment: `wallet:send?to=0x…&amount=0.25` in ether, or `ethereum:0x…@1?value=…` in wei.
  case send(to: Address, amount: Wei?)
  /// The address for receiving: `wallet:receive`.
  case receive
  /// An earlier payment: `wallet:activity/0x…`.
  case activity(Hash32)
  /// The settings: `wallet:settings`.
  case settings
}

// MARK: - Reading

extension WalletLink {
  /// Reads a link.
  ///
  /// - Parameters:
  ///   - url: A `wallet:` link, or an `ethereum:` request (EIP-681).
  ///   - chainID: The chain that the wallet is for; a request for another one is refused.
  /// - Throws: `WalletLinkError`; no part of the link is repaired.
  package init(_ url: String, chainID: ChainID) throws(WalletLinkError) {
    if PaymentURI.isScheme(of: url) {
      try self.init(request: url, chainID: chainID)
      return
    }
    let routes: [Route<LinkedScreen>]
    do {
      routes = try Self.parser.routes(for: url)
    } catch {
      throw .unreadable(error)
    }
    switch routes.last?.screen {
    case .send(let payment): try self.init(payment)
    case .activity(let payment): try self.init(payment)
    case .settings: self = .settings
    case .receive, nil: self = .receive
    }
  }

  private init(_ payment: LinkedScreen.Payment) throws(WalletLinkError) {
    // A link must not request the account's entire balance.
    if payment.amount == SendDraft.everythingText { throw .payment(.amount(.notANumber)) }
    // A link must contain an address, not a request or a name.
    guard payment.recipient.lowercased().hasPrefix("0x") else {
      throw .payment(.recipient(.missingPrefix))
    }
    do {
      let parsed = try SendDraft.parse(
        recipientText: payment.recipient, amountText: payment.amount ?? SendDraft.everythingText)
      self = .send(to: parsed.recipient, amount: parsed.amount)
    } catch {
      throw .payment(error)
    }
  }

  private init(_ payment: LinkedScreen.PaymentName) throws(WalletLinkError) {
    do {
      self = .activity(try Hash32(hex: payment.hash))
    } catch {
      throw .hash(error)
    }
  }

  private init(request: String, chainID: ChainID) throws(WalletLinkError) {
    let request = try PaymentURI(readingFor: request)
    if let found = request.chainID, found != chainID {
      throw .otherChain(found: found, expected: chainID)
    }
    guard request.recipient != .zero else { throw .payment(.recipientIsZero) }
    guard request.value != .zero else { throw .payment(.amountZero) }
    self = .send(to: request.recipient, amount: request.value)
  }
}

extension PaymentURI {
  fileprivate init(readingFor request: String) throws(WalletLinkError) {
    do {
      try self.init(request)
    } catch {
      throw .request(error)
    }
  }
}

/// The reason a link could not be opened.
package enum WalletLinkError: Error, Codable, Equatable, Sendable {
  /// The text is not a valid `wallet:` link; the payload has the error.
  case unreadable(DeepLinkError)
  /// The text is not a request that this wallet can pay.
  case request(PaymentURIError)
  /// It is a request for another chain.
  case otherChain(found: ChainID, expected: ChainID)
  /// The link does not describe a payment that can be made.
  case payment(SendMoneyFailure)
  /// The link names a payment by a text that is not a hash.
  case hash(HexError)
  /// The link was waiting, and a newer one replaced it.
  case replaced
  /// The link waited longer than the limit.
  case expired(after: Duration)
}

// MARK: - Writing

extension WalletLink {
  /// The link as a `wallet:` URL.
  package var url: String {
    let screen: LinkedScreen =
      switch self {
      case .send(let recipient, let amount):
        .send(
          LinkedScreen.Payment(recipient: recipient.checksummed, amount: amount?.etherText))
      case .receive: .receive(LinkedScreen.Page())
      case .activity(let hash): .activity(LinkedScreen.PaymentName(hash: hash.hex))
      case .settings: .settings(LinkedScreen.Page())
      }
    do {
      return try Self.parser.url(to: screen)
    } catch {
      preconditionFailure("every link has a URL: \(error) for \(self)")
    }
  }

  /// The content of a link, before it is validated.
  @CasePathable
  fileprivate enum LinkedScreen: Equatable, Sendable {
    struct Page: Equatable, Sendable {}

    struct Payment: Equatable, Sendable {
      var recipient: String
      var amount: String?
    }

    struct PaymentName: Equatable, Sendable {
      var hash: String
    }

    case send(Payment)
    case receive(Page)
    case activity(PaymentName)
    case settings(Page)
  }

  private static let parser = DeepLinkParser<LinkedScreen>(
    "wallet:", root: .receive(LinkedScreen.Page())
  ) {
    ScreenLink(
      \.send,
      LinkPattern {
        "send"
        Query("to", String.self)
        Query("amount", String?.self)
      } make: { recipient, amount in
        LinkedScreen.Payment(recipient: recipient, amount: amount)
      } values: {
        ($0.recipient, $0.amount)
      })
    ScreenLink(\.receive, LinkPattern("receive", make: LinkedScreen.Page()))
    ScreenLink(
      \.activity,
      LinkPattern {
        "activity"
        Segment("hash", String.self)
      } make: { hash in
        LinkedScreen.PaymentName(hash: hash)
      } values: {
        $0.hash
      })
    ScreenLink(\.settings, LinkPattern("settings", make: LinkedScreen.Page()))
  }
}
