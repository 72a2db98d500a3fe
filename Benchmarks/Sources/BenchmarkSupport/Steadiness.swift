/// The repeatability of a row's counts from run to run.
public enum Steadiness: String, Codable, Sendable {
  /// The counts repeat exactly, or nearly so.
  case exact

  /// The counts vary with hash tables, whose seeds differ.
  case hashed

  /// The counts vary with the scheduling of threads.
  case threaded
}
