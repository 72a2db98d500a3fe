import ActivityClient
package import ContactsClient
import EthereumPrimitives
import Foundation
import GRDB

extension ContactsClient {
  /// Returns a client of the contacts in a journal's database.
  package static func live(_ journal: ActivityJournal) -> ContactsClient {
    ContactsClient(
      all: { () throws(JournalFailure) in try await journal.contacts() },
      add: { contact throws(ContactRefusal) in
        try await journal.changeContacts { contacts in
          if let refusal = ContactRefusal.adding(contact, to: contacts) { throw refusal }
          contacts.append(contact)
        }
      },
      rename: { address, name throws(ContactRefusal) in
        try await journal.changeContacts { contacts in
          guard let place = contacts.firstIndex(where: { $0.address == address }) else {
            throw ContactRefusal.unknown
          }
          let contact = Contact(name: name, address: address)
          if let refusal = ContactRefusal.naming(contact, among: contacts) { throw refusal }
          contacts[place] = contact
        }
      },
      remove: { address throws(ContactRefusal) in
        try await journal.changeContacts { $0.removeAll { $0.address == address } }
      })
  }
}

extension ActivityJournal {
  fileprivate func contacts() throws(JournalFailure) -> [Contact] {
    try read([]) { try ContactTable(database: $0.database).contacts() }
  }

  /// Reads all contacts, changes them and writes the differences, within one transaction.
  fileprivate func changeContacts(
    _ change: @Sendable (inout [Contact]) throws -> Void
  ) throws(ContactRefusal) -> [Contact] {
    try write(ContactRefusal.storage) { payments, _ in
      let table = ContactTable(database: payments.database)
      let before = try table.contacts()
      var contacts = before
      try change(&contacts)
      for contact in before where !contacts.contains(contact) { try table.remove(contact) }
      for contact in contacts where !before.contains(contact) { try table.add(contact) }
      return try table.contacts()
    }
  }
}

/// The rows of contacts, read and written within a transaction of the caller.
private struct ContactTable {
  let database: Database

  func contacts() throws -> [Contact] {
    try Row.fetchAll(database, sql: "SELECT address, name FROM contacts").map { row in
      Contact(
        name: try ContactName(kept: row["name"]), address: try PaymentTable.address(row["address"]))
    }
    .map { (contact: $0, name: $0.name.text.lowercased()) }
    .sorted { ($0.name, $0.contact.address) < ($1.name, $1.contact.address) }
    .map(\.contact)
  }

  func add(_ contact: Contact) throws {
    try database.execute(
      sql: "INSERT INTO contacts (address, name) VALUES (?, ?)",
      arguments: [Data(contact.address.bytes), contact.name.text])
  }

  func remove(_ contact: Contact) throws {
    try database.execute(
      sql: "DELETE FROM contacts WHERE address = ?", arguments: [Data(contact.address.bytes)])
  }
}
