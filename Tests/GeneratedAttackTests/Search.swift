import Foundation
import TestEffort

/// Searches for a program that breaks a law.
struct Search: Sendable {
  var first: UInt64 = 1
  var count = Effort.count(2_000)
  var ingredients = Set(Ingredient.allCases)
  var stepCountMax = 18
  /// The text that a failure must contain to count.
  var expected = ""

  /// The search that the environment requests.
  ///
  /// `HEADRACE_SHORT` runs a tenth of the programs, `HEADRACE_PROGRAMS` a number of them, and
  /// `HEADRACE_FIRST` and `HEADRACE_SEED` choose the programs. `HEADRACE_INGREDIENTS`,
  /// `HEADRACE_WITHOUT` and `HEADRACE_EXPECT` limit the programs and failures.
  static var fromEnvironment: Search {
    let environment = ProcessInfo.processInfo.environment
    var search = Search()
    if let count = environment["HEADRACE_PROGRAMS"].flatMap({ Int($0) }) { search.count = count }
    if let seed = environment["HEADRACE_SEED"].flatMap({ UInt64($0) }) {
      search.first = seed
      search.count = 1
    }
    if let first = environment["HEADRACE_FIRST"].flatMap({ UInt64($0) }) { search.first = first }
    search.expected = environment["HEADRACE_EXPECT"] ?? ""
    if let names = environment["HEADRACE_INGREDIENTS"] {
      search.ingredients = Set(
        names.split(separator: ",").compactMap { Ingredient(rawValue: String($0)) })
    }
    if let names = environment["HEADRACE_WITHOUT"] {
      search.ingredients.subtract(
        names.split(separator: ",").compactMap { Ingredient(rawValue: String($0)) })
    }
    return search
  }

  /// Runs a part of the programs on a separate thread.
  ///
  /// - Returns: The failure of the first program that fails.
  func run(part: Int, of parts: Int) async -> String? {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: run(part, parts)) }
      thread.stackSize = 64 << 20
      thread.start()
    }
  }

  private func run(_ part: Int, _ parts: Int) -> String? {
    Self.warmUp
    var seed = first + UInt64(part)
    while seed < first + UInt64(count) {
      if ProcessInfo.processInfo.environment["HEADRACE_TRACE"] != nil { print("seed \(seed)") }
      if let failure = attempt(seed) {
        return "seed \(seed), after \(seed - first + 1) programs: \(failure)"
      }
      seed += UInt64(parts)
    }
    return nil
  }

  /// Runs one program before all others, alone.
  ///
  /// Seen without it, on Linux with Swift 6.3: when two threads began simultaneously, the process
  /// ended in `swift_initStructMetadata`, a few times in a hundred. The cause is not known.
  private static let warmUp: Void = {
    GlobalJobs.takeOver
    _ = Search().attempt(0)
  }()

  private func attempt(_ seed: UInt64) -> String? {
    var generator = Generator(seed: seed, ingredients: ingredients)
    var program = generator.makeProgram()
    let length = 5 + generator.below(stepCountMax)
    let queue = ProgramQueue()
    let failure = queue.run {
      let run = ProgramRun(program, on: queue)
      run.run {
        guard program.steps.count < length else { return nil }
        let step = generator.makeStep(run.model)
        program.steps.append(step)
        return step
      }
      return run.failure
    }
    guard let failure, failure.says(expected) else { return nil }
    return Shrinking(program, failure, expected: expected).report
  }
}
