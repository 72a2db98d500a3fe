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
/// Every element has an id while it is on the stack. Assigning an element in place of another keeps
/// the id but starts a new child: the previous element's effects end. Changing an element in place
/// keeps them, and so does assigning a changed copy of it: a state with the same id of its own or,
/// if states have no id, a copy of the same observable state. Comparison includes ids and elements.
public struct StackState<Element> {
  @usableFromInline
  struct Entry {
    @usableFromInline let id: StackElementID
    @usableFromInline var identity: UInt64
    /// `nil` only while the element is moved out to be changed in place.
    @usableFromInline var element: Element?

    @inlinable
    init(_ element: Element, id: StackElementID) {
      self.id = id
      self.identity = StateStamp.next()
      self.element = element
    }
  }

  /// The elements, bottom first. No index by id is needed, because ids grow from the bottom to the
  /// top.
  @usableFromInline var entries: [Entry]

  /// Whether ids do grow from the bottom to the top. They don't if an element was inserted below
  /// others, or has an id that was made elsewhere.
  @usableFromInline var isInOrder: Bool

  /// A number that changes whenever an element is added, removed or replaced.
  ///
  /// Changing an element in place doesn't change it. Comparison, hashing and coding ignore it.
  @usableFromInline
  package internal(set) var structureVersion: UInt64

  /// What has changed since effects of lost elements were looked for.
  @usableFromInline package internal(set) var changes = ElementChanges<StackElementKey>()

  /// The stamp of the last change of an element in place.
  @usableFromInline var contentStamp: UInt64 = 0

  /// Creates an empty stack.
  @inlinable
  public init() {
    entries = []
    isInOrder = true
    structureVersion = StateStamp.next()
  }

  /// Must be called by every mutation that adds an element, after it, and by every one that removes
  /// an element, before it.
  @inlinable
  mutating func noteStructure(at position: Int) {
    structureVersion = StateStamp.next()
    noteElement(at: position)
  }

  /// Must be called by every mutation that changes an element.
  @inlinable
  mutating func noteElement(at position: Int) {
    let key = key(at: position)
    changes.note(key)
  }

  /// What distinguishes the element at a position, even from one that takes its place.
  @inlinable
  func key(at position: Int) -> StackElementKey {
    StackElementKey(id: entries[position].id, identity: entries[position].identity)
  }

  /// The ids, bottom first.
  ///
  /// - Complexity: O(*n*)
  public var ids: OrderedSet<StackElementID> {
    OrderedSet(uncheckedUniqueElements: entries.map(\.id))
  }
}

extension StackState: Sendable where Element: Sendable {}
extension StackState.Entry: Sendable where Element: Sendable {}

// MARK: - Finding and Changing by ID

extension StackState {
  /// The element with an id.
  ///
  /// Setting `nil` removes this element from the stack, and no other. Setting an element whose id
  /// is not present pushes it on top. The element is changed in place, as in `path[id: id]?.count
  /// += 1`.
  ///
  /// - Complexity: O(1) for the top, O(log *n*) for others; removing these is O(*n*). Finding one
  ///   is O(*n*) if elements were inserted below others.
  @inlinable
  public subscript(id id: StackElementID) -> Element? {
    get { index(id: id).flatMap { entries[$0].element } }
    set {
      guard let index = index(id: id) else {
        if let newValue { put(newValue, at: id) }
        return
      }
      if let newValue { self[index] = newValue } else { takeOff(at: index) }
    }
    _modify {
      guard let index = index(id: id) else {
        var element: Element?
        defer { if let element { put(element, at: id) } }
        yield &element
        return
      }
      let before = willChangeInPlace(at: index)
      defer { didChangeInPlace(at: index, from: before) }
      yield &entries[index].element
    }
  }

  /// The payload of an element, if there is an element with the id and it is of the case.
  ///
  /// Setting `nil` removes the element from the stack. The payload is changed in place.
  ///
  /// - Precondition: An element to change must be present and of the case; otherwise the change is
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
    get { self[id: id].flatMap { AnyCasePath(path).extract($0) } }
    set {
      let path = AnyCasePath(path)
      guard self[id: id].flatMap(path.extract) != nil else {
        return reportUnrelatedCase(
          of: Payload.self, id: id,
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
      self[id: id] = newValue.map(path.embed)
    }
    _modify {
      let path = AnyCasePath(path)
      let index = index(id: id)
      var payload = index.flatMap { entries[$0].element }.flatMap(path.extract)
      guard let index, payload != nil else {
        // As in 'path[id: id, case: \.text]?.append("x")', which finds no text.
        yield &payload
        return reportUnrelatedCase(
          of: Payload.self, id: id,
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
      let before = willChangeInPlace(at: index)
      // The stack releases the element, so that the change finds its payload uniquely referenced.
      entries[index].element = nil
      defer {
        entries[index].element = payload.map(path.embed)
        didChangeInPlace(at: index, from: before)
      }
      yield &payload
    }
  }

  private func reportUnrelatedCase<Payload>(
    of payload: Payload.Type, id: StackElementID, at site: CallSite
  ) {
    let found = self[id: id].map { "is '\(actionName($0))'" } ?? "is not on the stack"
    reportMisuse(
      """
      Tried to change the payload of a stack's element, but the element \(id) \(found).

      'path[id:case:]' was given a path to '\(Payload.self)', so it changed nothing. To replace \
      the element by another feature, or to remove it whatever it is, set 'path[id: \
      \(id.number)]'. Otherwise check its case first.
      """, at: site)
  }

  /// Puts an element in place of another: a new child, or the same one after a change.
  @usableFromInline
  mutating func replaceElement(at position: Int, by element: Element) {
    let mayDiffer = entries[position].element.map {
      ObservedElement.noteReplacement(of: $0, by: element)
    }
    let identity = childIdentity(at: position)
    entries[position].element = element
    guard identity != nil, identity == childIdentity(at: position) else {
      return beginChild(at: position)
    }
    noteElement(at: position)
    if mayDiffer != false { contentStamp = ObservedElement.renewStamp(after: contentStamp) }
  }

  /// What tells the element from another child; `nil` if it has nothing of the kind.
  @usableFromInline
  mutating func childIdentity(at position: Int) -> AnyHashable? {
    ChildIdentity.of(assigned: &entries[position].element)
  }

  /// Must be called by every change of an element in place, before it.
  ///
  /// - Returns: What tells the element from another, for its observers and as a child.
  @inlinable
  mutating func willChangeInPlace(
    at position: Int
  ) -> (observed: ObservableStateID?, child: AnyHashable?) {
    noteElement(at: position)
    return (
      ObservedElement.identity(of: entries[position].element), childIdentity(at: position)
    )
  }

  /// Notes that a change in place has removed an element, or has put another child in its place.
  @inlinable
  mutating func didChangeInPlace(
    at position: Int, from before: (observed: ObservableStateID?, child: AnyHashable?)
  ) {
    if ObservedElement.noteChange(from: before.observed, to: entries[position].element) {
      contentStamp = ObservedElement.renewStamp(after: contentStamp)
    }
    if entries[position].element == nil { return takeOff(at: position) }
    if childIdentity(at: position) != before.child { beginChild(at: position) }
  }

  /// Makes the element at a position a new child.
  @usableFromInline
  mutating func beginChild(at position: Int) {
    noteStructure(at: position)
    entries[position].identity = StateStamp.next()
    noteStructure(at: position)
  }

  /// Pushes an element that has an id on top.
  @inlinable
  mutating func put(_ element: Element, at id: StackElementID) {
    insert(element, id: id, at: entries.count)
  }

  /// Changes an element in place, if it is present.
  @inlinable
  package mutating func modifyElement<Result>(
    id: StackElementID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let index = index(id: id) else { return nil }
    noteElement(at: index)
    contentStamp = StateStamp.next()
    return entries[index].element.modifyWrapped(body)
  }

  /// Lets the runtime look at an element in place. Nothing is noted: the runtime does not change
  /// the element.
  @inlinable
  mutating func look(at id: StackElementID, _ body: (inout Element) -> Void) {
    guard let index = index(id: id) else { return }
    entries[index].element.modifyWrapped(body)
  }

  /// The identity of an element, which differs even from one that takes its place.
  @inlinable
  package func key(of id: StackElementID) -> StackElementKey? {
    index(id: id).map { key(at: $0) }
  }

  /// Whether an element is still there, and was not replaced.
  @inlinable
  package func holds(_ key: StackElementKey) -> Bool {
    index(id: key.id).map { entries[$0].identity == key.identity } ?? false
  }
}
