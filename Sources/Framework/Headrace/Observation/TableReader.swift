extension ObservationTable {
  /// What reading and changing a field means at the moment.
  @usableFromInline
  enum Mode {
    /// An observer reads: it is notified of the next change.
    case reading
    /// An observer asks which children there are, not what is in them.
    case readingChildren
    /// A reducer runs: what it reads does not count, what it changes does.
    case reducing
    /// A child store looks for the fields through which it is reached.
    case following
    /// The runtime looks at states: nothing counts.
    case inspecting
  }
}

/// What reads a table: in which mode, and what it has read in this mode.
///
/// Modes are nested like brackets: the code that begins one ends it, on the same thread, before the
/// outer mode goes on. The assertions below check that in debug builds.
@usableFromInline
struct TableReader {
  private(set) var mode = ObservationTable.Mode.inspecting
  /// What is read at the moment; nothing before the first reading.
  private(set) var reading = ObservedReading()
  /// Whether a field of a state further inside was read.
  @usableFromInline private(set) var hasReadInside = false
  /// Whether the system's tracking is reading.
  private(set) var isSystemAsking = false
  /// The fields that were read while a child store looked for its way.
  private(set) var followedFields: [(state: UInt64, field: UInt64)] = []

  /// Whether an observer reads.
  var isReading: Bool { mode == .reading || mode == .readingChildren }
}

// MARK: - Modes

extension TableReader {
  /// Begins a mode.
  ///
  /// - Returns: The outer mode, for ``leave(_:to:)``.
  mutating func enter(_ mode: ObservationTable.Mode) -> ObservationTable.Mode {
    defer { self.mode = mode }
    return self.mode
  }

  /// Ends a mode, and goes on in the outer one.
  mutating func leave(_ mode: ObservationTable.Mode, to outer: ObservationTable.Mode) {
    assert(self.mode == mode, "A mode is ended by what began it: \(mode), not \(self.mode).")
    self.mode = outer
  }

  /// Notes whether the system's tracking is reading.
  mutating func note(isSystemAsking: Bool) {
    self.isSystemAsking = isSystemAsking
  }
}

// MARK: - Reading

extension TableReader {
  /// Begins to read the state that a place shows.
  ///
  /// - Returns: The outer reading, for ``endReading(to:)``.
  mutating func beginReading(
    _ state: ObservableStateID, at place: ObservedPlace
  ) -> ObservedReading {
    assert(isReading, "A place is read in a mode that subscribes, not in \(mode).")
    defer { reading = ObservedReading(place: place, state: state, isSystemAsking: isSystemAsking) }
    return reading
  }

  /// Ends a reading, and goes on with the outer one.
  ///
  /// - Returns: The place that was read.
  mutating func endReading(to outer: ObservedReading) -> ObservedPlace? {
    assert(reading.place != nil, "A reading is ended once.")
    defer { reading = outer }
    return reading.place
  }

  /// Notes that a field of the state was read.
  @inline(__always)
  mutating func noteField() {
    assert(isReading && reading.place != nil, "A field is read at a place, not in \(mode).")
    reading.hasReadField = true
  }

  /// Begins to look for fields of states further inside.
  @usableFromInline
  mutating func lookForFieldsInside() {
    hasReadInside = false
  }

  /// Notes that a field of a state further inside was read.
  @inline(__always)
  mutating func noteFieldInside() {
    hasReadInside = true
  }
}

// MARK: - Following

extension TableReader {
  /// Begins to list the fields that are read.
  ///
  /// - Returns: The outer list, for ``endFollowing(to:)``.
  mutating func beginFollowing() -> [(state: UInt64, field: UInt64)] {
    assert(mode == .following, "Fields are listed in the mode 'following', not in \(mode).")
    defer { followedFields = [] }
    return followedFields
  }

  /// Lists a field that was read.
  mutating func follow(_ field: UInt64, of state: UInt64) {
    followedFields.append((state, field))
  }

  /// Ends a list, and goes on with the outer one.
  ///
  /// - Returns: The fields, with the states to which they belong.
  mutating func endFollowing(
    to outer: [(state: UInt64, field: UInt64)]
  ) -> [(state: UInt64, field: UInt64)] {
    defer { followedFields = outer }
    return followedFields
  }
}
