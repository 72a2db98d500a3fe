/// The version of the program.
enum WalletVersion {
  /// By Semantic Versioning, as the changelog counts.
  static let text = "0.1.0"
}
