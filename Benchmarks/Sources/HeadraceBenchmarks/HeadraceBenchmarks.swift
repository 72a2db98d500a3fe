import BenchmarkSupport

/// Measures the runtime's rows.
@main
enum HeadraceBenchmarks {
  static func main() {
    Bench.run { bench in
      let owner = StoreOwner(bench)
      await owner.floors()
      await owner.sends()
      await owner.lists()
      await owner.effects()
      await owner.cancellations()
      if bench.mode == .time { await MainActorEffects.rows(bench) }
      await owner.presentation()
      await owner.flow()
      await owner.terminal()
      await owner.memory()
      await owner.testStore()
      await owner.exploration()
      await owner.deepTrees()
    }
  }
}
