import HeadraceFlow
import TestEffort
import Testing

@Suite("Law 8 on random flows", .serialized) struct FlowLawTests {
  /// Seeds whose scripts have failed; they run first.
  private static let seedsThatOnceFailed: [UInt64] = []

  private static let scriptCount = Effort.count(2_000)

  @Test(
    """
    Law 8: after any operations, guards, proposals of hosts, dismissals, links, restorations and \
    restarts, in any nest of coordinators, just the effects of the screens that stay are in flight
    """)
  func effectsEndWithTheirScreensAndOnlyWithThem() {
    let start = UInt64.random(in: .min ... .max)
    var seeds = SeededGenerator(seed: start)
    var total = FlowComparison.Counts()
    let scripts = Self.seedsThatOnceFailed + (0..<Self.scriptCount).map { _ in seeds.next() }
    for seed in scripts {
      var writer = FlowScriptWriter(seed: seed)
      let script = writer.script()
      let (violation, counts) = Self.run(script)
      guard violation != nil else {
        total.add(counts)
        continue
      }
      let shortest = Self.shrunk(script)
      Issue.record(
        """
        Law 8 is broken by the script of seed \(seed). As short as it gets:
        \(shortest.map { "  \($0)" }.joined(separator: "\n"))
        \(Self.run(shortest).violation ?? "")
        """)
      return
    }
    print(
      """
      Law 8 on random flows, from seed \(start): \(scripts.count) scripts, \(total.actions) \
      actions; of \(total.started) effects \(total.ended) ended with their screens, \(total.arrived) \
      answered; \(total.late) answers were late. \(total.links) links, \(total.restorations) \
      restorations that started \(total.resumed) effects again, \(total.restarts) restarts, \
      \(total.tabs) tabs selected or let go of, \
      \(total.questions) answers to guards; \
      \(FlowGates.Event.allCases.map { "\(total.events[$0] ?? 0) of \($0)" }.joined(separator: ", ")).
      """)
    // So few scripts may lack an event.
    guard !Effort.isShort else { return }
    #expect(total.ended > scripts.count && total.arrived > scripts.count)
    #expect(total.late > scripts.count / 2)
    #expect(total.resumed > scripts.count / 10 && total.restarts > scripts.count / 10)
    #expect(total.tabs > scripts.count / 5)
    #expect(total.questions > scripts.count / 10)
    for event in FlowGates.Event.allCases {
      #expect(total.events[event] ?? 0 > scripts.count / 20, "\(event)")
    }
    #expect(total.links > scripts.count && total.restorations > scripts.count / 2)
  }

  private static func run(
    _ script: [FlowStep]
  ) -> (violation: String?, counts: FlowComparison.Counts) {
    var comparison = FlowComparison()
    for (index, step) in script.enumerated() {
      if let violation = comparison.run(step) {
        _ = comparison.finish()
        return ("after step \(index): \(violation)", comparison.counts)
      }
    }
    let violation = comparison.finish()
    return (violation.map { "at the end: \($0)" }, comparison.counts)
  }

  /// Returns a shortest script that still fails.
  private static func shrunk(_ script: [FlowStep]) -> [FlowStep] {
    var script = script
    while let shorter = script.indices.lazy
      .map({ index in
        var shorter = script
        shorter.remove(at: index)
        return shorter
      })
      .first(where: { run($0).violation != nil })
    {
      script = shorter
    }
    return script
  }
}

extension FlowComparison.Counts {
  fileprivate mutating func add(_ other: Self) {
    actions += other.actions
    started += other.started
    ended += other.ended
    arrived += other.arrived
    late += other.late
    links += other.links
    restorations += other.restorations
    resumed += other.resumed
    questions += other.questions
    restarts += other.restarts
    tabs += other.tabs
    events.merge(other.events, uniquingKeysWith: +)
  }
}
