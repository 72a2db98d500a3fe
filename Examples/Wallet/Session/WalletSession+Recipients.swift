import ActivityClient
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import HomeFeature
import SendFeature
import VaultClient

extension WalletSession {
  /// Reads a typed address, or the name of a contact or an account, and reports how it was
  /// understood.
  func recipient(
    _ text: String, json: Bool
  ) async throws(CommandFailure) -> TypedRecipient {
    let names = try await names(in: text)
    do throws(RecipientRefusal) {
      let typed = try TypedRecipient(text, contacts: names, chainID: chainID)
      tellUnderstood(typed, of: text, json: json)
      return typed
    } catch .address(let error) {
      throw FailureText.failure(LookUpBalanceFailure.address(error))
    } catch {
      throw RecipientText.failure(error)
    }
  }

  /// Reads a typed payment, reports how it was understood, and returns it with a plain address.
  func understood(_ request: PaymentRequest) async throws(CommandFailure) -> PaymentRequest {
    let text = request.recipientText
    let (people, own) = try await namesByKind(in: text)
    let names = people + own
    var understood = request
    if let known = try await recorded(request, unlessReadWith: names) {
      understood.recipientText = known.intent.to.checksummed
      if request.amountText.isEmpty { understood.amountText = known.intent.value.etherText }
      return understood
    }
    do throws(SendMoneyFailure) {
      let parsed = try SendDraft.parse(
        recipientText: text, amountText: request.amountText, contacts: names, chainID: chainID)
      understood.recipientText = parsed.recipient.checksummed
      understood.amountText = parsed.amount?.etherText ?? SendDraft.everythingText
      // Another person may have created the request, so an amount that was not typed needs a yes.
      if request.amountText.isEmpty { understood.isLinked = true }
    } catch {
      throw FailureText.failure(error)
    }
    do throws(RecipientRefusal) {
      let typed = try TypedRecipient(text, contacts: names, chainID: chainID)
      understood.ownRecipient =
        own.first { $0.name == typed.name && $0.address == typed.address }?.address
      tellUnderstood(typed, of: text, json: request.json)
    } catch {
      throw RecipientText.failure(error)
    }
    return understood
  }

  /// Returns the payment that already has the request's name, if the recipient can't be read now.
  ///
  /// A contact or an account was renamed or removed. The payment is followed, whatever its name
  /// means now; a refusal would suggest that nothing was paid.
  private func recorded(
    _ request: PaymentRequest, unlessReadWith names: [Contact]
  ) async throws(CommandFailure) -> Payment? {
    guard let key = request.key else { return nil }
    let refusal: RecipientRefusal
    do throws(RecipientRefusal) {
      _ = try TypedRecipient(request.recipientText, contacts: names, chainID: chainID)
      return nil
    } catch {
      refusal = error
    }
    switch refusal {
    case .address(.missingPrefix), .link, .unclearName: return try await payment(.key(key))
    case .address, .request, .otherChain, .otherAmount: return nil
    }
  }

  private func tellUnderstood(_ typed: TypedRecipient, of text: String, json: Bool) {
    guard let told = RecipientText.understood(typed, of: text) else { return }
    terminal.writeNote(told.text, json: json)
  }

  /// Returns the contacts and accounts whose names may be typed; empty if the text is an address.
  func names(in text: String) async throws(CommandFailure) -> [Contact] {
    let (people, own) = try await namesByKind(in: text)
    return people + own
  }

  /// Returns the same, with the accounts separate: their list may be false until the vault is open.
  private func namesByKind(
    in text: String
  ) async throws(CommandFailure) -> (people: [Contact], own: [Contact]) {
    guard TypedRecipient.addressText(text) == nil else { return ([], []) }
    let accounts = unlocked.accounts() ?? accountList.read() ?? []
    do throws(JournalFailure) {
      let people = try await contacts.all()
      return (people, accounts.compactMap { Contact(account: $0.name, address: $0.address) })
    } catch {
      throw FailureText.journal(error)
    }
  }
}
