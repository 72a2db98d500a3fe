/// The times of an operation and of its floor, sampled alternately.
struct Samples {
  /// The time of one operation in nanoseconds.
  var operation: Double
  /// The time of one operation of the floor in nanoseconds.
  var floor: Double

  private static let batch = Duration.microseconds(500)
  private static let longest = Duration.milliseconds(600)
  private static let fewest = 5

  /// Takes samples for a while.
  static func take(
    of operation: (Int) async -> Void, floor: Floor, base: ((Int) async -> Void)?,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Samples {
    let operationCount = await count(toTake: batch, operation)
    let floorCount = await count(toTake: batch) { await floor(times: $0) }
    let baseCount: Int
    if let base { baseCount = await count(toTake: batch, base) } else { baseCount = 0 }
    var (operations, floors, bases): ([Double], [Double], [Double]) = ([], [], [])
    let start = ContinuousClock.now
    while operations.count < fewest || ContinuousClock.now - start < longest {
      operations.append(await time(operationCount, operation))
      floors.append(await time(floorCount) { await floor(times: $0) })
      if let base { bases.append(await time(baseCount, base)) }
    }
    return Samples(
      operation: fastestTenth(of: operations) - (base == nil ? 0 : fastestTenth(of: bases)),
      floor: fastestTenth(of: floors))
  }

  /// Returns the number of operations that take a given time in two consecutive attempts.
  ///
  /// The first attempt can be slow for other reasons.
  static func count(
    toTake duration: Duration, _ operation: (Int) async -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Int {
    let nanoseconds = duration / .nanoseconds(1)
    var count = 1
    while count < 1 << 24 {
      let first = await time(1) { _ in await operation(count) }
      if first >= nanoseconds, await time(1, { _ in await operation(count) }) >= nanoseconds {
        break
      }
      count *= 2
    }
    return count
  }

  /// Returns the mean time of one of many operations, in nanoseconds.
  private static func time(
    _ count: Int, _ operation: (Int) async -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Double {
    let start = ContinuousClock.now
    await operation(count)
    return (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
  }

  /// Returns the slowest of the fastest tenth: disturbances only ever make a sample slower.
  private static func fastestTenth(of samples: [Double]) -> Double {
    samples.sorted()[samples.count / 10]
  }
}
