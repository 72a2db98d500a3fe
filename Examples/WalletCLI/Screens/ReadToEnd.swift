import ActivityClient
import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import HeadraceTerminal
import SendFeature
import SessionFeature
import WalletApp

// A review is signed only after its last line was shown. In a small window it scrolls, and what
// signs is there only while that line is visible.

extension WalletPlace.State {
  /// The name of what is read before it is signed, another one for each review; nil where nothing is.
  var reviewName: String? {
    switch top {
    case .send(let send):
      switch send.phase {
      case .reviewing(let draft, let quote), .refused(let draft, let quote, _):
        return "\(draft.recipient.checksummed) \(draft.amount) \(quote.nonce) \(quote.maxFeePerGas)"
          + " \(quote.gasLimit) \(quote.warnings.count)"
      case .editing, .quoting, .submitting, .following, .unsettled, .confirmed, .failed: return nil
      }
    case .replace(let replace):
      return replace.quote.map {
        "\($0.payment.hash.hex) \($0.role) \($0.offer.maxFeePerGas) \($0.offer.tip)"
      }
    case .session(let session):
      if case .reviewing(let message) = session.phase { return message.nonce }
      return nil
    case .create, .unlock, .home, .profile, .contacts, .networks, nil: return nil
    }
  }

  /// Whether there is a review whose last line is not visible.
  ///
  /// - Parameter shown: What the person sees.
  func isReviewUnread(_ shown: Grid) -> Bool {
    reviewName.map { !shown.showsEnd(of: $0) } ?? false
  }

  /// Whether a key or a click would type the passcode, or agree, before the review was read.
  func signsUnread(_ key: Key, _ shown: Grid) -> Bool {
    guard isReviewUnread(shown) else { return false }
    if prompt == nil { return key == Key(.enter) }
    switch (key.code, key.modifiers) {
    case (.character, []), (.character, .shift), (.character("u"), .control), (.backspace, []),
      (.delete, []), (.enter, []):
      return true
    default: return false
    }
  }
}

/// What is below a review: what signs it, where its last line is visible, and a hint elsewhere.
///
/// It is drawn below the review, and has the same height in both cases, so that the visible part of
/// the review does not change with it.
struct BelowReview: View {
  private let name: String
  private let whenRead: any View
  private let hint: any View

  /// Creates it.
  ///
  /// - Parameters:
  ///   - name: The name of the review.
  ///   - hint: What is said until its last line is visible.
  ///   - whenRead: What signs.
  init(_ name: String?, hint: String, whenRead: any View) {
    self.name = name ?? ""
    self.hint = Text(hint, .warning)
    self.whenRead = whenRead
  }

  func columns(within limit: Int) -> Int { whenRead.columns(within: limit) }
  func rows(within columns: Int) -> Int {
    max(whenRead.rows(within: columns), hint.rows(within: columns))
  }
  func draw(on canvas: inout Canvas) {
    canvas.draw(canvas.grid.showsEnd(of: name) ? whenRead : hint, in: canvas.bounds)
  }
  var flexibility: Flexibility { whenRead.flexibility }
}
