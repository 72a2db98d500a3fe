extension SecretBytes {
  /// Random bytes from the system's generator, which is fit for keys.
  package static func random(count: Int) -> SecretBytes {
    var generator = SystemRandomNumberGenerator()
    return random(count: count, using: &generator)
  }

  /// Random bytes from a generator; the generator of a test can repeat them.
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
