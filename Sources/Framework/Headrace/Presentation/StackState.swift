public import OrderedCollections

/// The features of a navigation stack except the root, bottom first.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   var path = StackState<Path.State>()
/// }
/// …
/// state.path.append(.detail(Detail.State()))
/// state.path[id: id, case: \.detail]?.isSaved = true
/// ```
///
/// Every element has an id while it is on the stack. Assigning an element over another keeps the id
/// but starts a new child: the previous element's effects end. Changing an element in place keeps
/// them, and so does assigning a changed copy of it: a state with the same id of its own or,
/// without ids, a copy of the same observable state. Comparison includes ids and elements.
public struct StackState<Element> {
  /// The elements by their ids, bottom first.
  ///
  /// An element that replaces another is a new presentation.
  @usableFromInline var entries: OrderedDictionary<StackElementID, PresentationState<Element>> = [:]

  /// A number that changes whenever an element is added, removed or replaced.
  ///
  /// Changing an element in place doesn't change it. Comparison, hashing and coding ignore it.
  @usableFromInline
  package internal(set) var structureVersion = StateStamp.next()

  /// The stamp of the last in-place change of an element.
  @usableFromInline var contentStamp: UInt64 = 0

  /// Creates an empty stack.
  @inlinable
  public init() {}

  /// The ids, bottom first.
  ///
  /// - Complexity: O(1)
  public var ids: OrderedSet<StackElementID> { entries.keys }
}

extension StackState: Sendable where Element: Sendable {}

// MARK: - Finding and Changing by ID

extension StackState {
  /// The element with an id.
  ///
  /// Setting `nil` removes this element from the stack, and no other. Setting an element whose id
  /// is not present pushes it on top. The element is changed in place, as in `path[id: id]?.count
  /// += 1`.
  ///
  /// - Complexity: O(1) expected; removing an element below others is O(*n*).
  @inlinable
  public subscript(id id: StackElementID) -> Element? {
    get { entries[id]?.value }
    set {
      guard let index = index(id: id) else {
        if let newValue { insert(newValue, id: id) }
        return
      }
      if let newValue { self[index] = newValue } else { takeOff(at: index) }
    }
    _modify {
      guard let index = index(id: id) else {
        var element: Element?
        defer { if let element { insert(element, id: id) } }
        yield &element
        return
      }
      let before = willChangeInPlace(at: index)
      defer { didChangeInPlace(at: index, from: before) }
      yield &entries.values[index].wrappedValue
    }
  }

  /// The payload of an element, if there is an element with the id and it is of the case.
  ///
  /// Setting `nil` removes the element from the stack. The payload is changed in place.
  ///
  /// - Precondition: The element to change is present and of the case; otherwise the change is
  ///   dropped and reported.
  /// - Parameters:
  ///   - id: The id.
  ///   - path: The case.
  ///   - fileID: The caller's module and file, for the report.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public subscript<Payload>(
    id id: StackElementID, case path: CaseKeyPath<Element, Payload>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Payload? where Element: CasePathable {
    get { self[id: id]?[case: path] }
    set {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      guard self[id: id, case: path] != nil else {
        return Self.reportUnrelatedCase(of: Payload.self, id: id, self[id: id], at: site)
      }
      // The element is new: an assignment in place would keep the child.
      self[id: id] = newValue.map(AnyCasePath(path).embed)
    }
    _modify {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &self[id: id][
        payloadOf: path,
        orReport: { Self.reportUnrelatedCase(of: Payload.self, id: id, $0, at: site) }]
    }
  }

  private static func reportUnrelatedCase<Payload>(
    of payload: Payload.Type, id: StackElementID, _ element: Element?, at site: CallSite
  ) {
    let found = element.map { "is '\(actionName($0))'" } ?? "is not on the stack"
    reportMisuse(
      """
      Tried to change the payload of a stack's element, but the element \(id) \(found).

      'path[id:case:]' was given a path to '\(Payload.self)', so it changed nothing. To replace \
      the element by another feature, or to remove it whatever it is, set 'path[id: \
      \(id.number)]'. Otherwise check its case first.
      """, at: site)
  }

  /// Returns the position of the element with an id.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  func index(id: StackElementID) -> Int? { entries.index(forKey: id) }

  /// Inserts an element with an id that no other has; on top if no position is given.
  @inlinable
  mutating func insert(_ element: Element, id: StackElementID, at position: Int? = nil) {
    structureVersion = StateStamp.next()
    entries.updateValue(
      PresentationState(wrappedValue: element), forKey: id,
      insertingAt: position ?? entries.count)
  }

  @inlinable
  mutating func takeOff(at position: Int) {
    structureVersion = StateStamp.next()
    entries.remove(at: position)
  }

  /// Changes an element in place, if it is present.
  @inlinable
  package mutating func modifyElement<Result>(
    id: StackElementID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let index = index(id: id) else { return nil }
    contentStamp = StateStamp.next()
    return entries.values[index].value.modifyWrapped(body)
  }

  /// Lets the runtime inspect an element in place.
  ///
  /// Nothing is noted, because the runtime does not change the element.
  ///
  /// - Parameter isNeeded: Pass `false` to ask only if it is there. Access in place copies a stack
  ///   whose storage is shared.
  /// - Returns: True if the element is still on the stack, and was not replaced.
  @inlinable
  package mutating func look(
    at key: StackElementKey, if isNeeded: Bool, _ body: (inout Element) -> Void
  ) -> Bool {
    guard let index = index(id: key.id), entries.values[index].identity == key.identity else {
      return false
    }
    return !isNeeded || entries.values[index].value.modifyWrapped(body) != nil
  }
}

// MARK: - Distinguishing Children

extension StackState {
  /// Returns the key of an element, which differs even from a replacement's.
  @usableFromInline
  package func key(of id: StackElementID) -> StackElementKey? {
    entries[id].map { StackElementKey(id: id, identity: $0.identity) }
  }

  /// Replaces an element, by a new child or by the same child after a change.
  @usableFromInline
  mutating func replaceElement(at position: Int, by element: Element) {
    let identity = entries.values[position].identity
    let mayDiffer = ObservationTable.noteReplacement(ofElement: self[position], by: element)
    entries.values[position].wrappedValue = element
    if entries.values[position].identity != identity {
      structureVersion = StateStamp.next()
    } else if mayDiffer {
      contentStamp = StateStamp.next()
    }
  }

  /// Prepares a change of an element in place; must be called before every such change.
  ///
  /// - Returns: The element's identities, for its observers and as a child.
  @inlinable
  func willChangeInPlace(
    at position: Int
  ) -> (observed: ObservableStateID?, presentation: UInt64?) {
    let identity = entries.values[position].identity
    return (ObservationTable.identity(ofElement: entries.values[position].value), identity)
  }

  /// Notes that a change in place has removed an element, or replaced it by another child.
  @inlinable
  mutating func didChangeInPlace(
    at position: Int, from before: (observed: ObservableStateID?, presentation: UInt64?)
  ) {
    if ObservationTable.elementMayHaveChanged(
      from: before.observed, to: entries.values[position].value)
    {
      contentStamp = StateStamp.next()
    }
    let identity = entries.values[position].identity
    if identity == nil { return takeOff(at: position) }
    if identity != before.presentation { structureVersion = StateStamp.next() }
  }
}
