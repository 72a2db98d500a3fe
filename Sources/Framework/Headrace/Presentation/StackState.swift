public import OrderedCollections

/// The features of a navigation stack, the root's excepted, bottom first.
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
/// Every element has an id while it is on the stack. Assigning an element in the place of another
/// keeps the id and begins anew: the effects of the one before end. Changing it in place keeps
/// them. Comparison looks at ids and elements.
public struct StackState<Element> {
  @usableFromInline
  struct Entry {
    /// `nil` only while the element is out to be changed in place.
    @usableFromInline var element: Element?
    @usableFromInline var identity: UInt64

    @usableFromInline
    init(_ element: Element) {
      self.element = element
      self.identity = PresentationIdentity.next()
    }
  }

  @usableFromInline var entries: OrderedDictionary<StackElementID, Entry>

  /// A number that changes whenever an element comes, goes or is replaced.
  ///
  /// Changing one in place leaves it as it is. Comparison, hashing and coding ignore it.
  @usableFromInline
  package private(set) var structureVersion: UInt64

  /// Creates an empty stack.
  public init() {
    entries = [:]
    structureVersion = StructureVersion.next()
  }

  /// To be called by every mutation by which an element comes, goes or is replaced.
  @usableFromInline
  mutating func structureDidChange() {
    structureVersion = StructureVersion.next()
  }

  /// The ids, bottom first.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var ids: OrderedSet<StackElementID> { entries.keys }
}

extension StackState: Sendable where Element: Sendable {}
extension StackState.Entry: Sendable where Element: Sendable {}

// MARK: - Finding and Changing by ID

extension StackState {
  /// The element with an id.
  ///
  /// Setting `nil` takes the element off the stack, and no other. Setting an element where there is
  /// none puts it on top. Changing it, as in `path[id: id]?.count += 1`, is done in place.
  ///
  /// - Complexity: O(1) expected; taking off is O(*n*).
  public subscript(id id: StackElementID) -> Element? {
    get { entries[id]?.element }
    set {
      structureDidChange()
      entries[id] = newValue.map(Entry.init)
    }
    _modify {
      guard let index = entries.index(forKey: id) else {
        var element: Element?
        defer { if let element { put(element, at: id) } }
        yield &element
        return
      }
      defer {
        if entries.values[index].element == nil {
          entries.remove(at: index)
          structureDidChange()
        }
      }
      yield &entries.values[index].element
    }
  }

  /// The payload of an element, if there is one with the id and it is of the case.
  ///
  /// Setting `nil` takes the element off the stack. Changing the payload is done in place.
  ///
  /// - Precondition: To be changed, an element with the id must be there and of the case; a change
  ///   is dropped and reported otherwise.
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
        guard newValue != nil else { return }
        return reportUnrelatedCase(
          of: Payload.self, id: id,
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
      self[id: id] = newValue.map(path.embed)
    }
    _modify {
      let path = AnyCasePath(path)
      let index = entries.index(forKey: id)
      var payload = index.flatMap { entries.values[$0].element }.flatMap(path.extract)
      guard let index, payload != nil else {
        yield &payload
        if payload != nil {
          reportUnrelatedCase(
            of: Payload.self, id: id,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        }
        return
      }
      // The stack lets go of the element, so that the change finds its payload uniquely referenced.
      entries.values[index].element = nil
      defer {
        if let payload {
          entries.values[index].element = path.embed(payload)
        } else {
          entries.remove(at: index)
          structureDidChange()
        }
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
      The payload of an element of a stack was to be changed, but the element \(id) \(found).

      'path[id:case:]' was set to a '\(Payload.self)', which would have made the element another \
      feature unseen, so nothing was changed. Set 'path[id: \(id.number)]' to put another feature \
      in its place, or ask for the case first.
      """, at: site)
  }

  /// Puts an element with an id of its own on top.
  mutating func put(_ element: Element, at id: StackElementID) {
    entries[id] = Entry(element)
    structureDidChange()
  }

  /// Changes an element in place, if it is there.
  ///
  /// - Returns: What the closure returned, and what tells the element from others.
  @inlinable
  package mutating func modifyElement<Result>(
    id: StackElementID, _ body: (inout Element) -> Result
  ) -> (result: Result, key: StackElementKey)? {
    guard let index = entries.index(forKey: id) else { return nil }
    let key = StackElementKey(id: id, identity: entries.values[index].identity)
    return entries.values[index].element.modifyWrapped(body).map { ($0, key) }
  }

  /// What tells an element from others, also from one that takes its place.
  package func key(of id: StackElementID) -> StackElementKey? {
    entries[id].map { StackElementKey(id: id, identity: $0.identity) }
  }

  /// Whether an element is still there, and was not replaced.
  @usableFromInline
  package func holds(_ key: StackElementKey) -> Bool {
    entries[key.id]?.identity == key.identity
  }
}

// MARK: - Going Back

extension StackState {
  /// Takes an element and all above it off the stack.
  ///
  /// - Parameter id: The element to leave.
  /// - Returns: Whether it was on the stack.
  /// - Complexity: O(*n*)
  @discardableResult
  public mutating func pop(from id: StackElementID) -> Bool {
    guard let index = entries.index(forKey: id) else { return false }
    removeSubrange(index...)
    return true
  }

  /// Takes all above an element off the stack.
  ///
  /// - Parameter id: The element to go back to.
  /// - Returns: Whether it is on the stack.
  /// - Complexity: O(*n*)
  @discardableResult
  public mutating func pop(to id: StackElementID) -> Bool {
    guard let index = entries.index(forKey: id) else { return false }
    removeSubrange((index + 1)...)
    return true
  }
}
