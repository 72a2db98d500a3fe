extension SecretBytes {
  /// Returns random bytes from the system's generator, which is suitable for keys.
  package static func random(count: Int) -> SecretBytes {
    var generator = SystemRandomNumberGenerator()
    return random(count: count, using: &generator)
  }

  /// Returns random bytes from a generator; a test's generator can repeat them.
  package static func random(
    count: Int, using generator: inout some RandomNumberGenerator
  ) -> SecretBytes {
    var secret = SecretBytes(count: count)
    secret.withUnsafeMutableBytes { buffer in
      for index in buffer.indices { buffer[index] = generator.next() }
    }
    return secret
  }
}
