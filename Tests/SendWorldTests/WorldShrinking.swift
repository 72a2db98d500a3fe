import EthereumPrimitives

/// Makes a failing world smaller as long as it fails in the same way.
enum WorldShrinking {
  /// Returns the smallest world that was found, and its violation.
  static func shrink(
    _ plan: WorldPlan, _ violation: WorldViolation, defect: WalletDefect = .none
  ) -> (plan: WorldPlan, violation: WorldViolation) {
    var smallest = (plan: plan, violation: violation)
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in smallest.plan.smaller {
        guard let found = WorldRun(candidate, defect: defect).world.violation,
          found.invariant == violation.invariant
        else { continue }
        smallest = (candidate, found)
        isSmaller = true
        break
      }
    }
    return smallest
  }
}

extension WorldPlan {
  /// The number of events: payments, faults, crashes, and what they meet.
  var partCount: Int {
    let chances = [chain.slowPercent > 0, chain.hasVerifier, chain.contract != nil, hasScreen]
    return intents.count + faults.count + crashes.count + chain.nodeCount
      + chances.count { $0 }
  }

  /// Worlds with one event less.
  var smaller: [WorldPlan] {
    var plans: [WorldPlan] = []
    func add(_ change: (inout WorldPlan) -> Void) {
      var plan = self
      change(&plan)
      if plan != self { plans.append(plan) }
    }
    if intents.count > 1 {
      for index in intents.indices { add { $0.intents.remove(at: index) } }
    }
    for index in crashes.indices { add { $0.crashes.remove(at: index) } }
    for index in faults.indices { add { $0.faults.remove(at: index) } }
    add { $0.chain.slowPercent = 0 }
    add { $0.chain.hasVerifier = false }
    add { $0.chain.contract = nil }
    add { $0.chain.nodeCount = 1 }
    for index in faults.indices {
      add { $0.faults[index].percent = 100 }
      add { $0.faults[index].node = nil }
    }
    add { $0.hasScreen = false }
    for index in intents.indices {
      add { $0.intents[index].change = nil }
      add { $0.intents[index].isEverything = false }
      add { $0.intents[index].pauseSeconds = 0 }
      add { $0.intents[index].isNoWait = false }
      add { $0.intents[index].patienceSeconds = 600 }
    }
    return plans
  }

  /// The world as a readable script.
  var script: String {
    var lines = [
      "seed \(seed): chain \(chain.chainID.rawValue), a block every \(chain.blockSeconds) s,"
        + " \(chain.nodeCount) node(s)\(chain.hasVerifier ? " and a second opinion" : ""),"
        + (chain.contract.map { " recipient \($0) is a contract," } ?? "")
        + " finality after \(chain.finalityLag) blocks, \(chain.slowPercent) % slow calls"
    ]
    for (index, intent) in intents.enumerated() {
      lines.append(
        "  payment \(index): \(intent.amountText) ETH to recipient \(intent.recipient),"
          + " \(intent.hasKey ? "with --id" : "without --id"), waits \(intent.patienceSeconds) s"
          + (intent.isNoWait ? ", --no-wait" : "")
          + (intent.change.map { ", then \($0)" } ?? "")
          + (intent.pauseSeconds > 0 ? ", \(intent.pauseSeconds) s of pause before" : ""))
    }
    for fault in faults {
      lines.append(
        "  from \(fault.startSeconds) s for \(fault.seconds) s,"
          + " \(fault.node.map { "node \($0)" } ?? "all nodes"), \(fault.percent) %: \(fault.kind)")
    }
    if hasScreen { lines.append("  another process has the wallet open") }
    for crash in crashes {
      lines.append(
        "  command \(crash.command) is \(crash.isStop ? "told to stop" : "killed") at its gate"
          + " \(crash.gate)")
    }
    return lines.joined(separator: "\n")
  }
}
