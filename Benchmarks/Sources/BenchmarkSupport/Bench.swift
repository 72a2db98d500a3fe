import CCounters
import Foundation

/// Measures one row after another, and prints each as a line of JSON.
public struct Bench: Sendable {
  /// What is measured in this run.
  public enum Mode: String, Sendable {
    /// Times and allocations.
    case time
    /// Instructions, under callgrind.
    case instructions
  }

  /// What is measured in this run.
  public let mode: Mode

  private let filter: String?

  /// Reads what to measure from the command line: `time` or `instructions`, and part of a name.
  init() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let mode = Mode(rawValue: arguments.first ?? Mode.time.rawValue) else {
      FileHandle.standardError.write(Data("usage: … time|instructions [PART-OF-A-NAME]\n".utf8))
      exit(64)
    }
    if mode == .instructions, !counters_on_callgrind() {
      FileHandle.standardError.write(Data("Run this under valgrind --tool=callgrind.\n".utf8))
      exit(64)
    }
    self.mode = mode
    filter = arguments.dropFirst().first
  }

  /// Whether a row is asked for; ask before an expensive preparation.
  public func wants(_ name: String) -> Bool {
    filter.map(name.localizedCaseInsensitiveContains) ?? true
  }

  // MARK: - Measuring a Row

  /// Measures an operation beside its floor.
  ///
  /// Samples of both alternate, so that what else runs on the machine disturbs both alike; a time
  /// is that of the fastest tenth of the samples.
  ///
  /// - Parameters:
  ///   - name: The operation.
  ///   - size: What it is done to.
  ///   - target: What it must reach.
  ///   - floor: The operation that it is compared with.
  ///   - parts: How many of what the row counts are in one run of the operation.
  ///   - steadiness: How well its counts repeat from run to run.
  ///   - isSlow: Whether instructions can't be counted in a bearable time.
  ///   - base: What belongs to the operation without being measured; its cost is taken off.
  ///   - operation: Does it the given number of times.
  public func row(
    _ name: String, size: String = "", target: Target? = nil, floor: Floor, parts: Int = 1,
    steadiness: Steadiness = .exact, isSlow: Bool = false,
    without base: ((Int) async -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (Int) async -> Void
  ) async {
    var record = Record(name: name, size: size, target: target)
    guard wants(record.id) else { return }
    record.steadiness = steadiness
    progress(record.id)
    switch mode {
    case .time:
      let samples = await Samples.take(of: operation, floor: floor, base: base)
      record.nanoseconds = samples.operation / Double(parts)
      record.floor = floor.name
      record.floorNanoseconds = samples.floor
      if counters_count_memory() {
        var allocations = await allocations(of: operation)
        if let base { allocations -= await self.allocations(of: base) }
        record.allocations = allocations / Double(parts)
      }
      print(record)
    case .instructions:
      guard !isSlow else { return }
      await countInstructions(of: operation, as: record.id, sign: 1, parts: parts)
      if let base {
        await countInstructions(of: base, as: record.id, sign: -1, parts: parts)
      }
    }
  }

  /// Measures how many bytes things hold.
  ///
  /// - Parameters:
  ///   - name: What is made.
  ///   - size: Which of them.
  ///   - target: What it must reach.
  ///   - count: How many to make.
  ///   - make: Makes the thing at an index.
  public func memory<Made: AnyObject>(
    _ name: String, size: String = "", target: Target? = nil, count: Int = 1_000,
    _ make: (Int) -> Made
  ) {
    var record = Record(name: name, size: size, target: target)
    guard mode == .time, wants(record.id) else { return }
    progress(record.id)
    guard counters_count_memory() else {
      record.absence = "malloc can't be counted on this system"
      return print(record)
    }
    var made: [Made] = []
    made.reserveCapacity(count)
    counters_start()
    for index in 0..<count { made.append(make(index)) }
    counters_stop()
    record.bytes = Double(counters_bytes()) / Double(count)
    record.allocations = Double(counters_allocations()) / Double(count)
    blackHole(made)
    print(record)
  }

  /// Measures how many bytes each of some things holds that are made together.
  public func memory(
    _ name: String, size: String = "", target: Target? = nil, count: Int,
    isolation: isolated (any Actor)? = #isolation, _ make: () async -> Void
  ) async {
    var record = Record(name: name, size: size, target: target)
    guard mode == .time, wants(record.id) else { return }
    progress(record.id)
    guard counters_count_memory() else {
      record.absence = "malloc can't be counted on this system"
      return print(record)
    }
    counters_start()
    await make()
    counters_stop()
    record.bytes = Double(counters_bytes()) / Double(count)
    print(record)
  }

  /// Shows a row that can't be measured, and why.
  public func absent(_ name: String, size: String = "", target: Target? = nil, _ reason: String) {
    var record = Record(name: name, size: size, target: target)
    guard mode == .time, wants(record.id) else { return }
    record.absence = reason
    print(record)
  }

  // MARK: - Counting

  private func allocations(
    of operation: (Int) async -> Void, isolation: isolated (any Actor)? = #isolation
  ) async -> Double {
    let count = await Samples.count(toTake: .milliseconds(2), operation)
    counters_start()
    await operation(count)
    counters_stop()
    return Double(counters_allocations()) / Double(count)
  }

  /// Lets callgrind count a number of operations, then twice as many: the difference is theirs.
  /// Three times, as now and then another thread does something in between.
  private func countInstructions(
    of operation: (Int) async -> Void, as id: String, sign: Int, parts: Int,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let count = await Samples.count(toTake: .milliseconds(2), operation)
    for attempt in 1...3 {
      for times in [1, 2] {
        counters_callgrind_start()
        await operation(count * times)
        counters_callgrind_dump("\(attempt)|\(times)|\(sign)|\(count * parts)|\(id)")
        counters_callgrind_stop()
      }
    }
  }

  // MARK: - Saying What Happens

  private func progress(_ id: String) {
    FileHandle.standardError.write(Data("  \(id)\n".utf8))
  }

  private func print(_ record: Record) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(record) else {
      preconditionFailure("A record of numbers and texts did not encode: \(record)")
    }
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }
}
