/// The content of a journal's file, and its limits.
public struct JournalFileOptions: Hashable, Sendable {
  /// True if each action is written with its change to the state.
  ///
  /// A reader without the feature's code can then show each state. Writing takes longer for a
  /// larger state.
  public var writesDifferences = true

  /// The number of actions between two checkpoints, which limits the time of a jump.
  ///
  /// There are fewer checkpoints if they would take more than a quarter of the file.
  public var checkpointActionCount = 500

  /// The maximum size of an event in bytes; a larger payload is omitted, and its size is written.
  public var eventByteCountMax = 1 << 20

  /// The size in bytes at which a file is renamed, from `run.jsonl` to `run.1.jsonl`.
  ///
  /// Then another file begins.
  public var fileByteCountMax = 100 << 20

  /// The maximum number of files; the oldest is deleted.
  public var fileCountMax = 3

  /// Creates the default options.
  public init() {}
}
