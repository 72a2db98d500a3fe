import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HomeFeature
import SendFeature

// MARK: - Opening Links

extension WalletApp {
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
    case .open:
      state.linkFailure = nil
    case .dropped(let link, .refused):
      state.linkFailure = Self.refusal(of: link, in: state)
    case .opened, .dropped, .waitedTooLong:
      break
    }
  }

  /// Shows what a link names.
  func follow(_ link: WalletLink, in state: inout State) {
    guard state.isHomeOnTop else {
      // Something came onto Home in the same moment: it waits again, unless a newer one does, and
      // is told as opened once more.
      if state.links.waiting == nil { state.links.waiting = DeepLink(link.url) }
      return
    }
    switch link {
    case .send(let recipient, let amount):
      guard let account = state.routes.last?.screen.home?.account else { return }
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
  }
}
