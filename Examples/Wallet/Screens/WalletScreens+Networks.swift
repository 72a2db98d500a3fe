import HeadraceTerminal
import NetworksClient
import NetworksFeature
import NodeClient

// MARK: - Networks

extension WalletScreens {
  func view(of networks: Networks.State) -> ScreenView {
    let refused = networks.failure.map { NetworkWords.text(of: $0, texts) } ?? ""
    switch networks.phase {
    case .listing:
      return ScreenView(
        texts[.networksTitle],
        hints: [
          ("⏎", texts[.keyChoose]), ("a", texts[.keyAdd]), ("d", texts[.keyRemove]),
          ("esc", texts[.keyBack]),
        ]
      ) {
        list(networks.book).flexible(columns: 1, rows: 1)
        if let open = state.openNetwork, !open.isRemembered {
          Text(texts[.networksElsewhere, "\(state.chainID)", open.nodeText], .secondary)
        }
        if !refused.isEmpty { Text(refused, .failure) }
      }
    case .adding:
      let form = state.networkForm
      let refusedField = networks.failure.map { field(of: $0) }
      let note = { (field: TerminalWallet.NetworkForm.Field) in
        field == refusedField ? refused : ""
      }
      return ScreenView(
        texts[.networksAdd],
        hints: [("⏎", texts[.keySave]), ("tab", texts[.keyNext]), ("esc", texts[.keyBack])]
      ) {
        TextField(
          texts[.contactsName], form.name, isFocused: form.focus == .name,
          placeholder: texts[.networksNameHint], note: note(.name), noteRole: .failure)
        TextField(
          texts[.networksAddress], form.address, isFocused: form.focus == .address,
          placeholder: texts[.networksAddressHint], note: note(.address), noteRole: .failure)
        TextField(
          texts[.networksChain], form.chainID, isFocused: form.focus == .chainID,
          placeholder: texts[.networksChainHint], note: note(.chainID), noteRole: .failure)
        if networks.work != nil { working(texts[.networksAsking]) }
      }
    }
  }

  /// Returns the field that a refusal refers to, so that it is shown below it.
  private func field(of failure: NetworksFailure) -> TerminalWallet.NetworkForm.Field {
    switch failure {
    case .name, .inUse, .refused: .name
    case .address, .node: .address
    case .chainID, .otherChain: .chainID
    }
  }

  private func list(_ book: NetworkBook) -> any View {
    let rows: [Network?] = [nil] + book.networks
    return List(rows, selected: min(state.chosen, rows.count - 1), target: "row") { network in
      Row {
        Text(state.isOpen(on: network, book) ? "*" : "", .accent).frame(columns: 1)
        Text(network?.name.text ?? texts[.networksDefault], cut: .end).frame(columns: 16)
        Text(NetworkWords.place(of: network, texts), .secondary, cut: .end).flexible()
      }
    }
  }
}

/// Texts for networks.
enum NetworkWords {
  /// Returns the chain, and the node's address without parts that may be secret.
  static func place(of network: Network?, _ texts: Texts) -> String {
    let (chainID, url) =
      network.map { ($0.chainID, RPCAddress.shownText(of: $0.url)) }
      ?? (ChosenNetwork.defaultChainID, RPCAddress.local.shownText)
    return texts[.networksRow, "\(chainID)", url]
  }

  /// Returns the reason a change of the networks was refused.
  static func text(of failure: NetworksFailure, _ texts: Texts) -> String {
    switch failure {
    case .name(.empty): texts[.contactsNoName]
    case .name(.tooLong(_, let max)): texts[.contactsLongName, "\(max)"]
    case .name(.otherCharacter): texts[.networksBadName]
    case .address(.notAnAddress): texts[.networksBadAddress]
    case .chainID: texts[.networksBadChain]
    case .otherChain(let expected, let found):
      texts[.networksOtherChain, "\(found)", "\(expected)"]
    case .node(let error): FailureText.failure(error).sentence
    case .inUse(let name): texts[.networksInUse, name.text]
    case .refused(.nameTaken(let name)): texts[.networksTaken, name.text]
    case .refused(.unknown(let name)): texts[.networksUnknown, name.text]
    case .refused(let refusal): FailureText.failure(refusal).sentence
    }
  }
}
