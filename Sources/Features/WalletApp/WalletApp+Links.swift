import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HomeFeature
import SendFeature

// MARK: - Opening Links

extension WalletApp {
  /// How long a link waits. What was asked for earlier the user may not know again when a form is
  /// filled in by it.
  static let linkWaitMax = Duration.seconds(300)

  /// Links are opened on Home alone. So a link waits while the wallet is locked or being made, and
  /// no link takes away a form that is filled in, or a payment that is being signed.
  static func gate(_ state: State, _ link: DeepLink) -> DeepLinkGate {
    if let refusal = refusal(of: link, in: state) { return .drop(reason: "\(refusal)") }
    return state.isHomeOnTop ? .open : .wait
  }

  /// The action that opens a link.
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

  /// Shows what a link names.
  func follow(_ link: WalletLink, in state: inout State) -> Effect<Action> {
    guard state.isHomeOnTop else {
      // Something came onto Home in the same moment: it waits again, unless a newer one does, and
      // is told as opened once more.
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
