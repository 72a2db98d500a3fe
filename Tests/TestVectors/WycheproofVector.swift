/// A file of Project Wycheproof: groups of valid and invalid tests.
package struct WycheproofFile<Group: Decodable & Sendable>: Decodable, Sendable {
  package let numberOfTests: Int
  package let testGroups: [Group]

  /// Loads the file with a name, such as `hmac_sha512_test`.
  package static func load(_ name: String) throws -> Self {
    try TestVectors.json("wycheproof/\(name).json", as: Self.self)
  }
}

/// Signatures under one key.
package struct WycheproofSignatures: Decodable, Sendable {
  package struct Key: Decodable, Sendable {
    package let uncompressed: String
  }

  package struct Test: Decodable, Sendable {
    package let tcId: Int
    package let comment: String
    package let msg: String
    package let sig: String
    package let result: String
  }

  package let publicKey: Key
  package let tests: [Test]
}

/// Codes of messages.
package struct WycheproofCodes: Decodable, Sendable {
  package struct Test: Decodable, Sendable {
    package let tcId: Int
    package let key: String
    package let msg: String
    package let tag: String
    package let result: String
  }

  package let tests: [Test]
}

/// Keys from passwords.
package struct WycheproofKeys: Decodable, Sendable {
  package struct Test: Decodable, Sendable {
    package let tcId: Int
    package let password: String
    package let salt: String
    package let iterationCount: Int
    package let dkLen: Int
    package let dk: String
  }

  package let tests: [Test]
}
