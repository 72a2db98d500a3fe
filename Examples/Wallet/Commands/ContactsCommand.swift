import ArgumentParser
import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Headrace
import VaultClient

/// `wallet contacts`: manages the people whom the owner pays, by name.
struct ContactsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "contacts",
      abstract: Phrase("Keeps contacts: names for addresses. No passcode is needed.").text,
      subcommands: [
        ContactsListCommand.self, ContactsAddCommand.self, ContactsRenameCommand.self,
        ContactsRemoveCommand.self,
      ], defaultSubcommand: ContactsListCommand.self)
  }
}

/// `wallet contacts list`.
struct ContactsListCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: Phrase("Lists the contacts by name.").text)
  }

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON array."))
  var json = false

  func run() async throws {
    try await ContactLines.reporting(place, json: json) { [] }
  }
}

/// `wallet contacts add`.
struct ContactsAddCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: Phrase("Adds a contact.").text)
  }

  @Argument(help: .said("The name, of at most 40 characters."))
  var name: String

  @Argument(help: .said("The address."))
  var address: String

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON array: all contacts."))
  var json = false

  func run() async throws {
    let (name, address) = (name, address)
    try await ContactLines.reporting(place, json: json, adding: address) {
      [
        .addButtonTapped, .nameChanged(name), .addressChanged(address), .saveButtonTapped,
      ]
    }
  }
}

/// `wallet contacts rename`.
struct ContactsRenameCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename", abstract: Phrase("Renames a contact.").text)
  }

  @Argument(help: .said("The contact: its name or its address."))
  var contact: String

  @Argument(help: .said("The new name."))
  var name: String

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON array: all contacts."))
  var json = false

  func run() async throws {
    let (contact, name) = (contact, name)
    try await ContactLines.reporting(place, json: json, contact: contact) { address in
      [.renameButtonTapped(address), .nameChanged(name), .saveButtonTapped]
    }
  }
}

/// `wallet contacts remove`.
struct ContactsRemoveCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: Phrase("Removes a contact; payments are not changed.").text)
  }

  @Argument(help: .said("The contact: its name or its address."))
  var contact: String

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON array: all contacts."))
  var json = false

  func run() async throws {
    let contact = contact
    try await ContactLines.reporting(place, json: json, contact: contact) { address in
      [.removeConfirmed(address)]
    }
  }
}

extension WalletSession {
  /// Reads the contacts, and changes them as a person would on the screen.
  ///
  /// - Parameters:
  ///   - reference: The contact to change; nil for none.
  ///   - actions: The person's actions on it.
  /// - Returns: The contacts after the change.
  func changeContacts(
    _ reference: String?, _ actions: (Address?) -> [Contacts.View]
  ) async throws(CommandFailure) -> [Contact] {
    let own = unlocked.accounts() ?? accountList.read() ?? []
    let state = Contacts.State(
      ownAddresses: own.map(\.address),
      ownNames: own.flatMap { AccountName.inEachLanguage($0.name) })
    let store = Store(initialState: state) {
      Contacts()
    } withDependencies: { [contacts] in
      $0.context = .live
      $0.contacts = contacts
    }
    try await send(.appeared, to: store)
    var address: Address?
    if let reference {
      address = try Self.address(of: reference, among: store.withState(\.contacts))
    }
    for action in actions(address) { try await send(action, to: store) }
    return store.withState(\.contacts)
  }

  /// Returns the address of a contact that is named by its name or address.
  private static func address(
    of reference: String, among known: [Contact]
  ) throws(CommandFailure) -> Address {
    // A contact from an earlier release may have a name that looks like another's.
    if let named = known.first(where: { $0.name.text == reference }) { return named.address }
    do throws(RecipientRefusal) {
      let address = try TypedRecipient(reference, contacts: known).address
      if known.contains(where: { $0.address == address }) { return address }
    } catch .unclearName(let choices) {
      throw RecipientText.failure(.unclearName(choices))
    } catch {
      // No such contact exists.
    }
    throw FailureText.failure(.refused(.unknown))
  }

  private func send(
    _ action: Contacts.View, to store: StoreOf<Contacts>
  ) async throws(CommandFailure) {
    await store.send(.view(action)).finish()
    if let failure = store.withState(\.failure) { throw FailureText.failure(failure) }
  }
}

/// A contact as a line.
enum ContactLines {
  static func text(_ contact: Contact, json: Bool) -> String {
    guard json else { return "\(contact.name)  \(contact.address.checksummed)" }
    return JSONText.object([
      ("name", .text(contact.name.text)), ("address", .text(contact.address.checksummed)),
    ])
  }

  /// Changes the contacts, and prints all of them.
  static func reporting(
    _ place: HomeOptions, json: Bool, adding address: String? = nil,
    _ actions: @escaping @Sendable () -> [Contacts.View]
  ) async throws {
    try await reporting(place, json: json, reference: nil, adding: address) { _ in actions() }
  }

  /// Changes a contact, and prints all contacts.
  static func reporting(
    _ place: HomeOptions, json: Bool, contact: String,
    _ actions: @escaping @Sendable (Address) -> [Contacts.View]
  ) async throws {
    try await reporting(place, json: json, reference: contact) { address in
      address.map(actions) ?? []
    }
  }

  private static func reporting(
    _ place: HomeOptions, json: Bool, reference: String?, adding address: String? = nil,
    _ actions: @escaping @Sendable (Address?) -> [Contacts.View]
  ) async throws {
    let home = place.homePath
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let session = WalletSession.ofHome(home, terminal)
      try await session.requireWallet()
      let contacts = try await session.changeContacts(reference, actions)
      if let told = address.flatMap(RecipientText.kept) {
        terminal.writeNote(told.text, json: json)
      }
      terminal.writeList(
        contacts.map { text($0, json: json) }, json: json, none: Phrase("No contacts.").text)
    }
  }
}

extension WalletSession {
  /// Returns a session that asks no node.
  static func ofHome(_ home: String, _ terminal: Terminal) -> WalletSession {
    WalletSession(
      home: home, deviceKeyPath: nil, chainID: ChosenNetwork.defaultChainID,
      node: RPCAddress.local.client, terminal: terminal)
  }
}
