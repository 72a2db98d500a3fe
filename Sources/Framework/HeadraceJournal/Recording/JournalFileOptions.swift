/// What a journal's file has, and how much of it.
public struct JournalFileOptions: Hashable, Sendable {
  /// A Boolean value that says whether each action is written with what it has changed, so that a
  /// reader without the feature's code can show each state. That takes longer for a larger state.
  public var writesDifferences = true

  /// How many actions follow a checkpoint before the next one, which bounds the time of a jump.
  /// There are fewer checkpoints if they would take more than a quarter of the file.
  public var checkpointActionCount = 500

  /// How many bytes an event may have; what a longer one carries is left out, and its size is
  /// written.
  public var eventByteCountMax = 1 << 20

  /// How many bytes a file may have before it is renamed, from `run.jsonl` to `run.1.jsonl`, and
  /// another one is begun.
  public var fileByteCountMax = 100 << 20

  /// How many files there may be; the oldest is deleted.
  public var fileCountMax = 3

  /// Creates the default options.
  public init() {}
}
