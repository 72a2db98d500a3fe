import Benchmark
import BenchmarkSupport

let benchmarks: @Sendable () -> Void = {
  let owner = StoreOwner()

  Benchmark.compare("Store.send", to: "F1") { await owner.send() }
  Benchmark.compare("Store.send(depth 5)", to: "F1") { await owner.sendThroughFiveLevels() }
  Benchmark.compare("ForEach.send(10 rows)", to: "F1") { await owner.send(toOneRowOf: 10) }
  Benchmark.compare("ForEach.send(10,000 rows)", to: "F1") {
    await owner.send(toOneRowOf: 10_000)
  }
  Benchmark.compare("Effect.run", to: "F2a") { await owner.runEffect() }
  Benchmark.compare("Effect.run(main actor)", to: "F2m") {
    await MainActorStoreOwner.runEffect()
  }
  Benchmark.compare("Effect.cancelInFlight", to: "F2a") { await owner.restartEffect() }
}
