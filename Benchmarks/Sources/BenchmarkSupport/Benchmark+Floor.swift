public import Benchmark

/// The measures that every benchmark here takes; `BenchmarkTable` prints them.
public enum FloorMetric {
  /// The time of one operation, in picoseconds.
  public static var operation: BenchmarkMetric {
    .custom("operation (ps)", polarity: .prefersSmaller, useScalingFactor: false)
  }

  /// The time of one operation of the floor, in picoseconds.
  public static var floor: BenchmarkMetric {
    .custom("floor (ps)", polarity: .prefersSmaller, useScalingFactor: false)
  }

  /// The first divided by the second, in thousandths.
  public static var ratio: BenchmarkMetric {
    .custom("ratio (1/1000)", polarity: .prefersSmaller, useScalingFactor: false)
  }
}

extension Benchmark {
  /// Registers a benchmark that stands beside its floor.
  ///
  /// Every sample times both, so that what else runs on the machine disturbs both alike; gate on
  /// the ratio.
  ///
  /// - Parameters:
  ///   - name: `Subject.operation(size)`; the floor's name follows after a slash.
  ///   - floor: The name of the floor, such as `F1`.
  ///   - sample: Takes one sample. Called at most 200 times, for at most two seconds.
  public static func compare(
    _ name: String, to floor: String, sample: @escaping @Sendable () async -> Sample
  ) {
    // The table needs the throughput: without it nothing is exported.
    let configuration = Configuration(
      metrics: [.throughput, FloorMetric.operation, FloorMetric.floor, FloorMetric.ratio],
      warmupIterations: 2, maxDuration: .seconds(2), maxIterations: 200)
    _ = Benchmark("\(name) / \(floor)", configuration: configuration) { benchmark in
      let sample = await sample()
      let (operation, floor) = (sample.operation.picoseconds, sample.floor.picoseconds)
      benchmark.measurement(FloorMetric.operation, operation)
      benchmark.measurement(FloorMetric.floor, floor)
      benchmark.measurement(FloorMetric.ratio, operation * 1_000 / max(floor, 1))
    }
  }
}
