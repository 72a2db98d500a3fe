extension ChainID {
  /// The chain ids that development chains use by convention; nothing on them has value.
  package static let development: Set<ChainID> = [1_337, 31_337]

  /// Whether this is a chain for development, where keys may be public.
  package var isDevelopment: Bool { Self.development.contains(self) }
}
