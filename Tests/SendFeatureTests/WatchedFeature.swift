import ActivityClient
import ContactsClient
import Headrace
import HeadraceTesting
import NodeClient
import VaultClient

@testable import SendFeature

/// A feature that pays, with its surroundings as part of the state.
struct WatchedFeature<Base: Reducer>: Reducer where Base.State: Equatable {
  struct State: Equatable {
    var feature: Base.State
    let world: PaymentWorld
    fileprivate var (isPreparing, isReady) = (false, false)

    init(_ feature: Base.State, world: PaymentWorld = PaymentWorld()) {
      self.feature = feature
      self.world = world
    }
  }

  @CasePathable
  enum Action {
    case prepare
    case ready
    case feature(Base.Action)
  }

  let base: Base
  /// Records the earlier payments.
  var preparing: @Sendable (PaymentWorld) async throws -> Void = { _ in }
  /// Notes what an action, and the state after it, allow.
  let watching: @Sendable (Base.State, Base.Action, PaymentWorld) -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let world = state.world
    switch action {
    case .prepare:
      state.isPreparing = true
      return .run { [preparing] send in
        try await preparing(world)
        await send(.ready)
      }
    case .ready:
      state.isReady = true
      return .none
    case .feature(let action):
      defer { watching(state.feature, action, world) }
      return withDependencies {
        $0.node = world.node
        $0.verifier = world.verifier
        $0.vault = world.vault
        $0.activity = world.activity
        $0.contacts.all = { [] }
        $0.date = .constant(world.date)
      } operation: {
        base.reduce(into: &state.feature, action: action)
      }.map { .feature($0) }
    }
  }
}

extension WatchedFeature.State {
  /// Returns the actions of the feature, once the earlier payments are recorded.
  func offering(_ actions: [Base.Action]) -> [WatchedFeature.Action] {
    isReady ? actions.map { .feature($0) } : isPreparing ? [] : [.prepare]
  }
}
