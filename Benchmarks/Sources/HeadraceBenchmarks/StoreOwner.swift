import BenchmarkSupport

/// The actor that owns the measured stores; each group of rows is an extension.
actor StoreOwner {
  let bench: Bench

  init(_ bench: Bench) {
    self.bench = bench
  }

  /// Measures the floors themselves, so that the table shows their times.
  func floors() async {
    let (f1, f2a) = (SwitchFloor.floor, TaskFloor.plainActor)
    await bench.row("floor F1: a switch behind a closure", floor: f1) { await f1(times: $0) }
    await bench.row("floor F2a: a task that answers to an actor", floor: f2a, steadiness: .threaded)
    {
      await f2a(times: $0)
    }
  }
}
