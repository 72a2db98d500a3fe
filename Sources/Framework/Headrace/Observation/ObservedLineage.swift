/// The places that show copies of one state, and how the copies changed in the current queue of
/// actions.
///
/// Unmanaged references are retained elsewhere. A place is retained by its child's entry or by the
/// table, and leaves this list before either releases it: see `ObservedPlace.dispose()`. While
/// places are inspected, none is disposed of. The table retains a lineage that is touched or has
/// places.
final class ObservedLineage {
  /// How many unconnected changes are recorded separately; with more, it is unknown which fields
  /// differ.
  private static let earlierSegmentCountMax = 16

  let state: UInt64
  private(set) var places = LinkedList<PlacesInLineage>()

  /// Whether one of the copies may have changed since the last flush.
  var isTouched = false
  private var lastSegment: Segment?
  private var earlierSegments: [Segment] = []

  /// Changes of one copy that followed each other, or the exchange of one copy for another.
  private struct Segment {
    let from: UInt64
    private(set) var to: UInt64
    /// Whether later changes start a new segment, because another copy may also have the stamp
    /// `to`.
    var isClosed: Bool
    private(set) var first: StateDifferences.Field?
    private var others: [StateDifferences.Field] = []

    init(from: UInt64, to: UInt64, isClosed: Bool = false) {
      self.from = from
      self.to = to
      self.isClosed = isClosed
    }

    /// Whether a change from a stamp continues this segment.
    func isFollowed(from stamp: UInt64) -> Bool { to == stamp && !isClosed }

    mutating func extend(to stamp: UInt64, _ add: (inout Self) -> Void) {
      to = stamp
      add(&self)
    }

    mutating func add(_ field: StateDifferences.Field) {
      guard let first else { return self.first = field }
      if first.number == field.number {
        self.first = first.merged(with: field)
      } else if let index = others.firstIndex(where: { $0.number == field.number }) {
        others[index] = others[index].merged(with: field)
      } else {
        others.append(field)
      }
    }

    var hasOthers: Bool { !others.isEmpty }

    func forEach(_ body: (StateDifferences.Field) -> Void) {
      if let first { body(first) }
      forEachOther(body)
    }

    func forEachOther(_ body: (StateDifferences.Field) -> Void) {
      for field in others { body(field) }
    }
  }

  /// A stamp from which changes lead to the wanted stamp.
  private struct Step {
    let stamp: UInt64
    /// The segment that leads from here to the next step; nil at the end.
    let segment: Int?
    let next: Int?
  }

  init(of state: UInt64) {
    self.state = state
  }
}

// MARK: - Recording Changes

extension ObservedLineage {
  /// Notes that a field of one copy has changed.
  @inline(__always)
  func record(_ field: StateDifferences.Field, from: UInt64, to: UInt64) {
    extend(from: from, to: to) { $0.add(field) }
  }

  /// Notes that one copy was exchanged for another.
  func record(_ differences: StateDifferences, from: UInt64, to: UInt64) {
    guard !differences.isEverything else { return }
    // The new copy may also be shown elsewhere, and change from there.
    if lastSegment?.to == to { lastSegment?.isClosed = true }
    for index in earlierSegments.indices where earlierSegments[index].to == to {
      earlierSegments[index].isClosed = true
    }
    var segment = Segment(from: from, to: to, isClosed: true)
    for field in differences.fields { segment.add(field) }
    if lastSegment == nil { lastSegment = segment } else { addEarlier(segment) }
  }

  private func extend(from: UInt64, to: UInt64, _ add: (inout Segment) -> Void) {
    if lastSegment == nil { lastSegment = Segment(from: from, to: from) }
    guard lastSegment?.isFollowed(from: from) == true else {
      return extendEarlier(from: from, to: to, add)
    }
    lastSegment?.extend(to: to, add)
  }

  private func extendEarlier(from: UInt64, to: UInt64, _ add: (inout Segment) -> Void) {
    if let index = earlierSegments.firstIndex(where: { $0.isFollowed(from: from) }) {
      return earlierSegments[index].extend(to: to, add)
    }
    var segment = Segment(from: from, to: from)
    segment.extend(to: to, add)
    addEarlier(segment)
  }

  private func addEarlier(_ segment: Segment) {
    guard earlierSegments.count < Self.earlierSegmentCountMax else { return }
    earlierSegments.append(segment)
  }

  /// Finds the fields whose changes took a copy from one stamp to another.
  ///
  /// Each segment leads from one stamp to a later one. The search goes backwards from `end`, from
  /// segment to segment, until it meets `start`. Then it names the fields of all segments on the
  /// way.
  ///
  /// - Returns: Whether segments lead from the start to the end. If none do, any field may differ.
  func changes(
    from start: UInt64, to end: UInt64, _ body: (StateDifferences.Field) -> Void
  ) -> Bool {
    if earlierSegments.isEmpty {
      guard lastSegment?.from == start, lastSegment?.to == end else { return false }
      // Field by field: a copy of the segment would count the references to its array.
      if let first = lastSegment?.first { body(first) }
      if lastSegment?.hasOthers == true { lastSegment?.forEachOther(body) }
      return true
    }
    var segments = Array(earlierSegments.reversed())
    if let lastSegment { segments.insert(lastSegment, at: 0) }
    // Backwards, breadth first: exchanges may lead to one stamp by several paths, and each path
    // names all that differs.
    var steps = [Step(stamp: end, segment: nil, next: nil)]
    var index = 0
    while index < steps.count, steps[index].stamp != start {
      for (number, segment) in segments.enumerated() where segment.to == steps[index].stamp {
        guard !steps.contains(where: { $0.stamp == segment.from }) else { continue }
        steps.append(Step(stamp: segment.from, segment: number, next: index))
      }
      index += 1
    }
    guard index < steps.count else { return false }
    var step: Step? = steps[index]
    while let current = step {
      if let number = current.segment { segments[number].forEach(body) }
      step = current.next.map { steps[$0] }
    }
    return true
  }

  /// Forgets the changes: all places have seen them.
  func forgetChanges() {
    isTouched = false
    lastSegment = nil
    if !earlierSegments.isEmpty { earlierSegments = [] }
  }
}

// MARK: - Places

// Unmanaged: a place removes itself from the list before it is released, unless the table ends with
// it. No place is released while the table inspects places: see 'postponesDisposal(of:)'.
extension ObservedLineage {
  func add(_ place: ObservedPlace) {
    places.add(place)
  }

  func remove(_ place: ObservedPlace) {
    places.remove(place)
  }

  /// Calls a closure for each place. It iterates over a copy, because inspecting one may move
  /// another.
  func forEachPlace(_ body: (ObservedPlace) -> Void) {
    var all: [ObservedPlace] = []
    places.forEach { all.append($0) }
    all.forEach(body)
  }
}
