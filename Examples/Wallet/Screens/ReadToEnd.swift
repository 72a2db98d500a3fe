import ActivityClient
import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import HeadraceTerminal
import SendFeature
import SessionFeature
import WalletApp

// A review can be signed only while its last line is visible. In a small window the user scrolls
// to it first; until then there is no field for the passcode.

extension TerminalWallet.State {
  /// The name of the current review, different for each review; nil if there is none.
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

  /// Returns true if there is a review whose last line is not visible.
  ///
  /// - Parameter shown: The grid on the terminal.
  func isReviewUnread(_ shown: Grid) -> Bool {
    reviewName.map { !shown.showsEnd(of: $0) } ?? false
  }

  /// Returns true if a key would type the passcode, or agree, before the review's end is visible.
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

/// The part below a review: a hint, or the controls that sign once its last line is visible.
///
/// It has the same height in both cases, so the visible part of the review does not change. It must
/// be drawn after the review.
struct BelowReview: View {
  private let name: String
  private let whenRead: any View
  private let hint: any View

  /// Creates the part below a review.
  ///
  /// - Parameters:
  ///   - name: The name of the review.
  ///   - hint: The text that is shown until the last line is visible.
  ///   - whenRead: The controls that sign.
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
