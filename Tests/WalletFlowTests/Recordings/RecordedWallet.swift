import ActivityClient
import AuthFeature
import ContactsFeature
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HomeFeature
import ProfileFeature
import SendFeature
import VaultClient
import WalletApp
import WalletCLI

/// The recorded story of a wallet.
///
/// It is made, locked and opened, gets ether, pays, keeps a contact, opens links, and is erased.
@MainActor struct RecordedWallet {
  private let world = WalletWorld()
  private let store: StoreOf<WalletApp>

  init() {
    store = Store(
      initialState: WalletApp.State(
        start: .create(wordCount: 12), chainID: DevChainConfiguration.defaultChainID)
    ) {
      WalletApp()
    } withDependencies: { [world] in
      world.prepare(&$0)
    }
  }

  /// Plays the story while it is recorded in a file.
  static func record(in file: URL) async throws {
    let story = RecordedWallet()
    try await Recording.record(story.store, in: file) { try await story.play() }
  }

  private func play() async throws {
    await make()
    await lockAndUnlock()
    try await getEther()
    await pay()
    await keepContacts()
    await openLinks()
    await tap(.home(.view(.profileButtonTapped)))
    await tap(.profile(.view(.eraseButtonTapped)))
    await tap(.profile(.view(.passcodeEntered(await passcode()))))
  }

  private func make() async {
    await tap(.create(.view(.appeared)))
    await tap(.create(.view(.phraseNotedButtonTapped)))
    var words: [SecretHandle] = []
    guard case .confirming(_, let challenge)? = top?.create?.phase else {
      preconditionFailure("three words should be asked back")
    }
    for position in challenge.positions {
      words.append(await world.deposit(world.phrase[position - 1]))
    }
    await tap(.create(.view(.wordsEntered(words))))
    await tap(
      .create(
        .view(
          .passcodeEntered(.passphrase, await passcode(), confirmation: await passcode()))))
    await tap(.home(.view(.appeared)))
  }

  private func lockAndUnlock() async {
    await send(.view(.lockRequested))
    // It waits for the wallet to be open.
    store.send(.links(.open("wallet:receive")))
    await tap(.unlock(.view(.passcodeEntered(await world.deposit("wrong horse battery")))))
    await tap(.unlock(.view(.passcodeEntered(await passcode()))))
    await tap(.home(.view(.focusEnded)))
  }

  private func getEther() async throws {
    guard let account = top?.home?.account else { preconditionFailure("Home should be on top") }
    let giver = await WalletStory.funded(chain: world.chain)
    await giver.reviewPayment("2", to: account.address)
    await giver.tap(.send(.view(.passcodeEntered(await giver.deposit(WalletStory.passphrase)))))
    await tap(.home(.view(.refreshed)))
  }

  private func pay() async {
    await tap(.home(.view(.sendButtonTapped)))
    await tap(.send(.view(.appeared)))
    await tap(.send(.view(.recipientChanged("0x12"))))
    await tap(.send(.view(.amountChanged("three"))))
    await tap(.send(.view(.reviewButtonTapped)))
    await tap(.send(.view(.recipientChanged(WalletStory.recipient.checksummed))))
    await tap(.send(.view(.amountChanged("0.75"))))
    await tap(.send(.view(.speedChanged(.fast))))
    await tap(.send(.view(.reviewButtonTapped)))
    await tap(.send(.view(.backButtonTapped)))
    await tap(.send(.view(.maxButtonTapped)))
    await tap(.send(.view(.amountChanged("0.75"))))
    await tap(.send(.view(.reviewButtonTapped)))
    await agree()
    await tap(.send(.view(.passcodeEntered(await world.deposit("wrong horse battery")))))
    await tap(.send(.view(.passcodeEntered(await passcode()))))
    await tap(.send(.view(.closeButtonTapped)))
    await tap(.home(.view(.searchChanged("0.75"))))
    await tap(.home(.view(.searchChanged(""))))
  }

  private func agree() async {
    for warning in top?.send?.openQuestions ?? [] {
      await tap(.send(.view(.warningAgreed(warning))))
    }
  }

  private func keepContacts() async {
    await tap(.home(.view(.profileButtonTapped)))
    await tap(.profile(.view(.appeared)))
    await tap(.profile(.view(.contactsButtonTapped)))
    await tap(.contacts(.view(.appeared)))
    await tap(.contacts(.view(.addButtonTapped)))
    await tap(.contacts(.view(.nameChanged("Bo"))))
    await tap(.contacts(.view(.saveButtonTapped)))
    await tap(.contacts(.view(.addressChanged(WalletStory.recipient.checksummed))))
    await tap(.contacts(.view(.saveButtonTapped)))
    await tap(.contacts(.view(.renameButtonTapped(WalletStory.recipient))))
    await tap(.contacts(.view(.nameChanged("Bo of the shop"))))
    await tap(.contacts(.view(.saveButtonTapped)))
    await tap(.contacts(.view(.doneButtonTapped)))
    await tap(.profile(.view(.addAccountButtonTapped)))
    await tap(.profile(.view(.doneButtonTapped)))
  }

  private func openLinks() async {
    await send(.links(.open("wallet:send?to=nobody")))
    await send(.links(.open("wallet:send?to=\(WalletStory.recipient.hex)&amount=0.1")))
    await tap(.send(.view(.closeButtonTapped)))
    await send(.links(.open("wallet:settings")))
    await tap(.profile(.view(.doneButtonTapped)))
  }

  // MARK: - Acting

  private var top: WalletScreen.State? { store.withState(\.top) }

  private func passcode() async -> SecretHandle { await world.deposit(WalletStory.passphrase) }

  private func send(_ action: WalletApp.Action) async { await store.send(action).finish() }

  /// Sends an action to the screen on top, and waits for all that it starts; if the vault is locked
  /// by then, opens it.
  private func tap(_ action: WalletScreen.Action) async {
    if top?.is(\.unlock) == true, !action.is(\.unlock) {
      await tap(.unlock(.view(.passcodeEntered(await passcode()))))
    }
    guard let action = store.withState({ $0.sendingToTop(action) }) else {
      preconditionFailure("no screen")
    }
    await send(action)
  }
}
