#if Metrics
  import Metrics
#endif

/// The metrics of a runtime, for swift-metrics; without the trait `Metrics`, it does nothing.
struct DurableMetrics: Sendable {
  /// The events that are counted for each feature.
  enum Event: String, CaseIterable {
    case actions
    case effectsStarted = "effects_started"
    case effectsEnded = "effects_ended"
    case refused
    case setAside = "set_aside"
  }

  #if Metrics
    private let counters: [String: [Event: Counter]]
    private let leaseLosses = Counter(label: label("lease_losses"))
    private let transactions = Timer(label: label("transactions"))
    private let entities = Meter(label: label("entities"))
    private let waitingActions = Meter(label: label("waiting_actions"))

    private static func label(_ name: String) -> String { "headrace_durable_\(name)" }
  #endif

  /// - Parameter features: The names of the features.
  init(features: [String]) {
    #if Metrics
      let events = Event.allCases
      counters = Dictionary(
        uniqueKeysWithValues: features.map { feature in
          let counters = events.map { event in
            let dimensions = [("feature", feature)]
            return (event, Counter(label: Self.label(event.rawValue), dimensions: dimensions))
          }
          return (feature, Dictionary(uniqueKeysWithValues: counters))
        })
    #endif
  }

  func count(_ event: Event, of feature: String, by count: Int = 1) {
    #if Metrics
      counters[feature]?[event]?.increment(by: count)
    #endif
  }

  func leaseWasLost() {
    #if Metrics
      leaseLosses.increment()
    #endif
  }

  func transactionEnded(since start: ContinuousClock.Instant) {
    #if Metrics
      transactions.record(duration: start.duration(to: .now))
    #endif
  }

  /// - Parameters:
  ///   - entities: The number of entities in memory.
  ///   - actions: The number of actions that wait for their commit.
  func measure(entities: Int, actions: Int) {
    #if Metrics
      self.entities.set(entities)
      waitingActions.set(actions)
    #endif
  }
}
