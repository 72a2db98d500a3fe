/// Leads from the dependency values of a store's reducers to the store's nodes.
package struct StoreNodes: DependencyKey, @unchecked Sendable {
  // Unchecked: the context is read only while a store's frame is on the thread, so only on the
  // actor that owns both.
  weak var context: _NodeContext?

  package static var liveValue: StoreNodes { StoreNodes() }
  package static var testValue: StoreNodes { StoreNodes() }
}
