import ActivityClient
import ActivityClientLive
import AuthFeature
import ContactsClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import NodeClient
import NodeClientLive
import ProfileFeature
import SendFeature
import Synchronization
import Testing
import VaultClient
import VaultClientLive
import WalletApp
import WalletCLI

/// A wallet with a real vault and a real journal on a dev chain, used as its owner would.
///
/// The test advances its clock; the rest of its world is the one that a host gives it.
final class WalletStory {
  static let passphrase = "correct horse battery"
  static let recipient = DevChainAccounts.addresses[1]

  let store: TestStoreOf<WalletApp>
  let world: WalletWorld

  var chain: DevChain { world.chain }
  var clock: TestClock<Duration> { world.clock }
  var vault: Vault { world.vault }
  var activity: ActivityClient { world.activity }

  /// Begins with a wallet's folder, an empty one by default; another story's means that wallet
  /// killed and started again.
  init(
    _ start: WalletApp.Start, chain: DevChain = DevChain(),
    in home: WalletWorld.Home = WalletWorld.Home()
  ) {
    world = WalletWorld(chain: chain, in: home)
    store = TestStore(
      initialState: WalletApp.State(
        start: start, chainID: DevChainConfiguration.defaultChainID)
    ) {
      WalletApp()
    } withDependencies: { [world] in
      world.prepare(&$0)
    }
    store.exhaustivity = .off
    store.timeout = .seconds(30)
  }

  /// Returns the same wallet and chain after the process was killed: a new vault, journal and
  /// store.
  func killedAndStartedAgain() -> WalletStory {
    WalletStory(.unlock, chain: chain, in: world.home)
  }

  // MARK: - Looking

  var top: WalletScreen.State? { store.state.top }

  var node: NodeClient { world.node }

  /// The words of the phrase that was shown last.
  var phrase: [String] { world.phrase }

  // MARK: - Acting

  /// Sends an action to the screen on top, and waits for all that it starts.
  func tap(_ action: WalletScreen.Action) async {
    await begin(action).finish()
    await store.skipReceivedActions(strict: false)
  }

  /// Sends an action to the screen on top; the actions that follow are still to be received.
  @discardableResult
  func begin(_ action: WalletScreen.Action) async -> TestStoreTask {
    guard let action = store.state.sendingToTop(action) else { preconditionFailure("no screen") }
    return await store.send(action)
  }

  func lock() async {
    await store.send(.view(.lockRequested)).finish()
    await store.skipReceivedActions(strict: false)
  }

  func unlock(_ passphrase: String = passphrase) async {
    await tap(.unlock(.view(.passcodeEntered(await deposit(passphrase)))))
  }

  func deposit(_ text: String) async -> SecretHandle {
    await world.deposit(text)
  }

  /// Imports the phrase whose first account dev chains fund, and shows Home.
  static func funded(chain: DevChain = DevChain()) async -> WalletStory {
    let story = WalletStory(.importing, chain: chain)
    await story.tap(.create(.view(.phraseEntered(await story.deposit(DevChainAccounts.mnemonic)))))
    await story.choosePasscode()
    return story
  }

  func choosePasscode() async {
    let passcode = await deposit(Self.passphrase)
    let confirmation = await deposit(Self.passphrase)
    await tap(.create(.view(.passcodeEntered(.passphrase, passcode, confirmation: confirmation))))
  }

  /// Fills in a payment until its review.
  func reviewPayment(_ amount: String, to recipient: Address = recipient) async {
    await tap(.home(.view(.sendButtonTapped)))
    await tap(.send(.view(.recipientChanged(recipient.checksummed))))
    await tap(.send(.view(.amountChanged(amount))))
    await tap(.send(.view(.reviewButtonTapped)))
  }
}
