import CCounters
import Foundation

/// Measures one row after another, and prints each as a line of JSON.
public struct Bench: Sendable {
  /// The quantity that a run measures.
  public enum Mode: String, Sendable {
    /// Times and allocations.
    case time
    /// Instructions, under callgrind.
    case instructions
  }

  /// The quantity that this run measures.
  public let mode: Mode

  private let filter: String?

  /// Reads the mode, `time` or `instructions`, and a part of a name from the command line.
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

  /// Returns `true` if a row is requested; call it before an expensive preparation.
  public func wants(_ name: String) -> Bool {
    filter.map(name.localizedCaseInsensitiveContains) ?? true
  }

  // MARK: - Measuring a Row

  /// Measures an operation beside its floor.
  ///
  /// Samples of both alternate, so that other work of the machine disturbs both equally. The time
  /// is that of the fastest tenth of the samples.
  ///
  /// - Parameters:
  ///   - name: The operation.
  ///   - size: The size of its data.
  ///   - target: The target.
  ///   - floor: The operation with which it is compared.
  ///   - parts: The number of counted parts in one run of the operation.
  ///   - steadiness: The repeatability of its counts from run to run.
  ///   - isSlow: Pass `true` if counting instructions would take too long.
  ///   - base: The part of the operation that is not measured; its cost is subtracted.
  ///   - operation: Performs the operation the given number of times.
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

  /// Measures the bytes that objects take.
  ///
  /// - Parameters:
  ///   - name: The kind of object.
  ///   - size: The variant.
  ///   - target: The target.
  ///   - count: The number of objects to create.
  ///   - make: Creates the object at an index.
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

  /// Measures the bytes per object of objects that are created together.
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

  /// Shows a row that can't be measured, with the reason.
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

  /// Lets callgrind count a number of operations, then twice as many.
  ///
  /// The difference is the cost of the operations. This is done three times, because another thread
  /// occasionally runs in between.
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

  // MARK: - Reporting Progress

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
