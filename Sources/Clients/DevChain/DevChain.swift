import Foundation
package import JSONRPC

/// An Ethereum chain in this process, with geth's rules for moving ether and geth's JSON-RPC; the
/// only owner of its state.
package actor DevChain {
  private var rpc: DevChainRPC
  private let nowSeconds: @Sendable () -> UInt64
  private let delayClock: any Clock<Duration>

  /// Creates a chain with its first block.
  ///
  /// - Parameters:
  ///   - configuration: The rules and the first block.
  ///   - delayClock: The clock for deliberate delays (`DevChainFault.Kind.delay`).
  ///   - nowSeconds: The Unix time for blocks; the system's by default.
  package init(
    _ configuration: DevChainConfiguration = DevChainConfiguration(),
    delayClock: any Clock<Duration> = ContinuousClock(),
    nowSeconds: @escaping @Sendable () -> UInt64 = { UInt64(Date().timeIntervalSince1970) }
  ) {
    self.init(
      state: DevChainState(configuration), delayClock: delayClock, nowSeconds: nowSeconds)
  }

  /// Creates a chain from a state, such as a saved one.
  package init(
    state: DevChainState, delayClock: any Clock<Duration> = ContinuousClock(),
    nowSeconds: @escaping @Sendable () -> UInt64 = { UInt64(Date().timeIntervalSince1970) }
  ) {
    rpc = DevChainRPC(state: state)
    self.delayClock = delayClock
    self.nowSeconds = nowSeconds
  }

  /// A copy of the current state.
  package var state: DevChainState { rpc.state }

  /// The chain's sums, which agree to the wei.
  package var books: DevChainBooks { rpc.state.books }

  /// Answers a JSON-RPC body.
  package func answer(_ body: [UInt8]) -> DevChainAnswer {
    rpc.answer(body, nowSeconds: nowSeconds())
  }

  /// Mines one block.
  package func mine() {
    rpc.state.mine(nowSeconds: nowSeconds())
  }

  /// Sets whether every accepted transaction is mined immediately.
  package func setAutomining(_ isAutomining: Bool) {
    rpc.state.isAutomining = isAutomining
  }

  /// Adds a fault for later requests.
  package func inject(_ fault: DevChainFault) {
    rpc.faults.append(fault)
  }

  /// The pending faults.
  package var faults: [DevChainFault] { rpc.faults }

  /// Removes all faults, so that requests succeed from now on.
  package func clearFaults() {
    rpc.faults = []
  }

  /// Removes the newest blocks, and mines one more than that in their place.
  ///
  /// - Parameters:
  ///   - depth: The number of blocks; at most all but the first one.
  ///   - fate: What happens to their transactions.
  package func reorganise(depth: UInt64, transactions fate: DevChainState.Fate = .mine) {
    rpc.state.reorganise(depth: depth, transactions: fate)
  }

  /// Forgets every waiting transaction, as a restarted node does.
  package func forgetPool() {
    rpc.state.forgetPool()
  }

  /// Mines a block at every interval, until the task is cancelled.
  ///
  /// - Throws: `CancellationError`.
  package func mineBlocks(
    every interval: Duration, clock: any Clock<Duration>
  ) async throws {
    while true {
      try await clock.sleep(for: interval)
      mine()
    }
  }

  /// Waits for the deliberate delay of an answer, and returns the answer after it.
  nonisolated func waitOutDelays(_ answer: DevChainAnswer) async throws -> DevChainAnswer {
    var answer = answer
    while case .delayed(let duration, let next) = answer {
      try await delayClock.sleep(for: duration)
      answer = next
    }
    return answer
  }
}

// MARK: - In process

extension DevChain {
  /// A transport for a node client to reach this chain without a socket; faults have the same
  /// effect as over HTTP.
  package nonisolated var transport: RPCTransport {
    RPCTransport(endpoint: "the dev chain in this process") { body in
      switch try await self.waitOutDelays(self.answer(body)) {
      case .body(let body):
        return RPCTransportAnswer(body: body)
      case .httpStatus(let status, let seconds, let body):
        return RPCTransportAnswer(status: status, retryAfter: seconds.map(String.init), body: body)
      case .closed, .truncated:
        throw RPCTransportError.connectionLost(reason: "the server closed it")
      case .delayed:
        preconditionFailure("A delay is left after all delays were waited for.")
      }
    }
  }
}
