/// How well the counts of a row repeat from run to run.
public enum Steadiness: String, Codable, Sendable {
  /// To the instruction, or nearly.
  case exact

  /// As far as its hash tables do, whose seeds differ.
  case hashed

  /// As far as the scheduling of its threads does.
  case threaded
}
