import Headrace
import HeadraceTerminal
import NetworksClient
import NetworksFeature
import WalletApp

// MARK: - Keys of Networks

extension TerminalWallet {
  func handleNetworksKey(
    state: inout State, _ networks: Networks.State, _ key: Key
  ) -> Effect<Action> {
    guard networks.phase.is(\.adding) else {
      return handleListKey(state: &state, networks, key)
    }
    let fields = NetworkForm.Field.allCases
    let place = fields.firstIndex(of: state.networkForm.focus) ?? 0
    switch (key.code, key.modifiers) {
    case (.escape, []): return tellTop(state, .networks(.view(.cancelButtonTapped)))
    case (.tab, []), (.down, []):
      state.networkForm.focus = fields[(place + 1) % fields.count]
      return .none
    case (.tab, .shift), (.up, []):
      state.networkForm.focus = fields[(place + fields.count - 1) % fields.count]
      return .none
    case (.enter, []):
      // Moves to the address first, while that is empty.
      if state.networkForm.focus == .name, state.networkForm.address.text.isEmpty {
        state.networkForm.focus = .address
        return .none
      }
      return tellTop(state, .networks(.view(.saveButtonTapped)))
    default: return editNetwork(&state, networks) { $0.handle(key) }
    }
  }

  private func handleListKey(
    state: inout State, _ networks: Networks.State, _ key: Key
  ) -> Effect<Action> {
    // The first row is the default, which has no name and can't be removed.
    let rows: [Network?] = [nil] + networks.book.networks
    if move(&state, key, among: rows.count) { return .none }
    let network = rows[min(state.chosen, rows.count - 1)]
    switch key.code {
    case .escape: return tellTop(state, .networks(.view(.doneButtonTapped)))
    case .character("a"):
      state.networkForm = NetworkForm()
      return tellTop(state, .networks(.view(.addButtonTapped)))
    case .enter:
      guard networks.work == nil, !state.isOpen(on: network, networks.book) else { return .none }
      let texts = Texts(state.language)
      state.alert = AlertState(
        .confirm,
        TextState(
          verbatim: texts[.networksUseTitle, network?.name.text ?? texts[.networksDefault]]),
        yes: TextState(verbatim: texts[.networksUseYes]),
        no: TextState(verbatim: texts[.networksUseNo]),
        message: TextState(verbatim: texts[.networksUseMessage]),
        action: .networkConfirmed(network?.name))
      state.alertChoice = 0
      return .none
    case .character("d"), .delete:
      guard let network else { return .none }
      let texts = Texts(state.language)
      state.alert = AlertState(
        .confirmDestruction,
        TextState(verbatim: texts[.networksRemoveTitle, network.name.text]),
        yes: TextState(verbatim: texts[.contactsRemoveYes]),
        no: TextState(verbatim: texts[.contactsRemoveNo]),
        message: TextState(verbatim: texts[.networksRemoveMessage]),
        action: .networkRemovalConfirmed(network.name))
      state.alertChoice = 1
      return .none
    default: return .none
    }
  }

  /// Edits the focused field, and passes the text of all fields to the networks' screen.
  func editNetwork(
    _ state: inout State, _ networks: Networks.State, _ edit: (inout LineEditor) -> Void
  ) -> Effect<Action> {
    guard networks.phase.is(\.adding), networks.work == nil else { return .none }
    let before = state.networkForm.draft
    switch state.networkForm.focus {
    case .name: edit(&state.networkForm.name)
    case .address: edit(&state.networkForm.address)
    case .chainID: edit(&state.networkForm.chainID)
    }
    let after = state.networkForm.draft
    return after == before ? .none : tellTop(state, .networks(.view(.draftChanged(after))))
  }
}

extension TerminalWallet.State {
  /// Returns true if the terminal wallet is open on a network of the book; nil is the default.
  func isOpen(on network: Network?, _ book: NetworkBook) -> Bool {
    guard let openNetwork else { return network?.name == book.used }
    return openNetwork.isRemembered && openNetwork.name == network?.name
  }
}

extension TerminalWallet.NetworkForm {
  /// The contents of the fields.
  var draft: Networks.Draft {
    Networks.Draft(name: name.text, address: address.text, chainID: chainID.text)
  }
}

extension ChosenNetwork {
  /// Creates the network chosen on the screens; nil if none was chosen.
  init?(_ reopening: TerminalWallet.Reopening?) throws(CommandFailure) {
    guard let reopening else { return nil }
    guard let network = reopening.network else {
      self.init(chainID: Self.defaultChainID, address: .local)
      return
    }
    do {
      self.init(
        chainID: network.chainID, address: try RPCAddress(network.url), name: network.name,
        isChainNamed: true)
    } catch {
      throw CommandFailure(
        "the network \(network.name) has no valid address of a node: \(error)", .usage)
    }
  }
}
