import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HomeFeature
import SendFeature

// MARK: - Opening Links

extension WalletApp {
  /// The time for which a link waits; after it, the user may no longer recognise the form that the
  /// link fills in.
  static let linkWaitMax = Duration.seconds(300)

  /// Returns the gate for a link, which opens only on Home: it waits while the wallet is locked or
  /// created, and replaces no form or payment in progress.
  static func gate(_ state: State, _ link: DeepLink) -> DeepLinkGate {
    if let refusal = refusal(of: link, in: state) { return .drop(reason: "\(refusal)") }
    return state.isHomeOnTop ? .open : .wait
  }

  /// Returns the action that opens a link.
  static func handOver(_ state: inout State, _ link: DeepLink) -> Action {
    do {
      return .inner(.linked(try WalletLink(link.url, chainID: state.chainID)))
    } catch {
      return .links(.dropped(link, .refused(reason: "\(error)")))
    }
  }

  private static func refusal(of link: DeepLink, in state: State) -> WalletLinkError? {
    do throws(WalletLinkError) {
      _ = try WalletLink(link.url, chainID: state.chainID)
      return nil
    } catch {
      return error
    }
  }

  func handleLink(state: inout State, action: DeepLinkAction) {
    switch action {
    case .open, .opened:
      state.linkFailure = nil
    case .dropped(let link, .refused):
      state.linkFailure = Self.refusal(of: link, in: state)
    case .dropped(_, .replaced):
      state.linkFailure = .replaced
    case .dropped(_, .expired):
      state.linkFailure = .expired(after: Self.linkWaitMax)
    case .dropped(_, .unreadable), .dropped(_, .guarded), .waitedTooLong:
      break
    }
  }

  /// Shows the destination of a link.
  func follow(_ link: WalletLink, in state: inout State) -> Effect<Action> {
    guard state.isHomeOnTop else {
      // Another screen was pushed onto Home at the same moment: the link waits again, unless a
      // newer one does, and is reported as opened once more.
      return state.links.waiting == nil ? .send(.links(.open(link.url))) : .none
    }
    switch link {
    case .send(let recipient, let amount):
      guard let account = state.routes.last?.screen.home?.account else { return .none }
      openForm(&state, account) {
        $0.recipientText = recipient.checksummed
        $0.amountText = amount?.etherText ?? ""
      }
    case .receive:
      updateHome(&state) { $0.focus = .receiving }
    case .activity(let hash):
      updateHome(&state) { $0.focus = .payment(hash) }
    case .settings:
      openProfile(&state)
    }
    return .none
  }
}
