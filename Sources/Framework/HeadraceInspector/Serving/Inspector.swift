#if Inspector
  import Foundation
  public import Headrace
  package import HeadraceJournal
  import LocalServing
  import Synchronization

  /// Shows stores in a browser on this machine: their actions, states and effects over time.
  ///
  /// A developer can go back in time, dispatch actions and continue from an earlier state.
  ///
  /// ```swift
  /// #if DEBUG
  ///   try await Inspector.serve(store)
  /// #endif
  /// ```
  ///
  /// It prints an address with a secret token: `http://127.0.0.1:49152/#4f1c…`. Only a page that
  /// was opened with this address gets answers. The inspector can do everything that the program
  /// can, so link this product only to programs for developers.
  public final class Inspector: Sendable {
    /// The address to open in a browser; anyone who has it controls the stores.
    public let address: String

    let hub: InspectorHub
    private let server: LocalServer

    private init(address: String, hub: InspectorHub, server: LocalServer) {
      (self.address, self.hub, self.server) = (address, hub, server)
    }

    /// Serves a store on 127.0.0.1, until ``stop()`` or the end of the program.
    ///
    /// - Parameters:
    ///   - store: The store that `Store(initialState:)` created. Its last 100,000 actions are
    ///     recorded from now on. The inspector retains the store's actor, but not the store.
    ///   - name: The store's name on the page; by default, the name of its feature.
    ///   - port: The port; 0 selects a free one.
    ///   - announce: Called with a line that contains the address; by default, the line is written
    ///     to standard error.
    ///   - isolation: The store's actor.
    /// - Throws: ``InspectorFailure`` if the port is in use, or the store is a child store.
    @discardableResult
    public static func serve<State, Action>(
      _ store: Store<State, Action>, name: String? = nil, port: UInt16 = 0,
      announce: @Sendable (_ line: String) -> Void = writeToStandardError,
      isolation: isolated any Actor = #isolation
    ) async throws -> Inspector {
      let hub = InspectorHub()
      try hub.add(store, name: name, isolation: isolation)
      return try await serve(hub, port: port, announce: announce)
    }

    /// Serves the store of a `StoreActor`.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name on the page; by default, the name of its feature.
    ///   - port: The port; 0 selects a free one.
    /// - Throws: ``InspectorFailure`` if the port is in use.
    @discardableResult
    public static func serve<State: Sendable, Action: Sendable>(
      _ store: StoreActor<State, Action>, name: String? = nil, port: UInt16 = 0
    ) async throws -> Inspector {
      let hub = InspectorHub()
      try await store.withStore { owner, store in
        try hub.add(store, name: name, isolation: owner)
      }
      return try await serve(hub, port: port, announce: writeToStandardError)
    }

    /// Shows another store beside the existing ones.
    ///
    /// - Parameters:
    ///   - store: The store that `Store(initialState:)` created.
    ///   - name: The store's name on the page; by default, the name of its feature.
    ///   - isolation: The store's actor.
    /// - Throws: ``InspectorFailure`` if it is a child store.
    public func add<State, Action>(
      _ store: Store<State, Action>, name: String? = nil,
      isolation: isolated any Actor = #isolation
    ) throws {
      try hub.add(store, name: name, isolation: isolation)
    }

    /// Shows journals from files, without the code of their features.
    ///
    /// - Parameters:
    ///   - journals: The journals and their names on the page.
    ///   - port: The port; 0 selects a free one.
    ///   - announce: Called with a line that contains the address.
    /// - Throws: ``InspectorFailure`` if the port is in use.
    package static func serve(
      _ journals: [(name: String, journal: JournalFile)], port: UInt16 = 0,
      announce: @Sendable (_ line: String) -> Void = writeToStandardError
    ) async throws -> Inspector {
      let hub = InspectorHub()
      for (name, journal) in journals { await JournalActor().add(journal, name: name, to: hub) }
      return try await serve(hub, port: port, announce: announce)
    }

    /// Closes all connections and detaches from the stores; paused stores continue.
    public func stop() async {
      await hub.end()
      await server.stop()
    }

    /// Writes a line to standard error.
    @Sendable public static func writeToStandardError(_ line: String) {
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    private static func serve(
      _ hub: InspectorHub, port: UInt16, announce: @Sendable (String) -> Void
    ) async throws -> Inspector {
      let token = InspectorPage.makeToken()
      let server = LocalServer(
        port: port, limits: ServingLimits(bodyBytesMax: 0),
        socket: InspectorPage.socket(of: hub, token: token)
      ) { request in InspectorPage.answer(request) }
      let (ports, continuation) = AsyncThrowingStream.makeStream(of: UInt16.self)
      Task {
        do {
          try await server.run { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      var reason = "The inspector's server could not start."
      do {
        for try await port in ports {
          let address = "http://127.0.0.1:\(port)/#\(token)"
          announce("Inspector: \(address)")
          return Inspector(address: address, hub: hub, server: server)
        }
      } catch LocalServer.StartFailure.portNotAvailable(let port) {
        reason = "Port \(port) is taken: choose another one, or 0 for any."
      } catch {
        reason += " \(error)"
      }
      // It could not start, or the caller was cancelled.
      await hub.end()
      await server.stop()
      throw InspectorFailure(reason)
    }
  }

  /// An actor for a journal that is only viewed.
  private actor JournalActor {
    func add(_ journal: JournalFile, name: String, to hub: InspectorHub) {
      _ = hub.add(isolation: self) { FileHost(FileStore(journal, name: name, id: $0)) }
    }
  }
#else
  #error(
    "HeadraceInspector needs the package trait 'Inspector': traits: [\"Macros\", \"Inspector\"]")
#endif
