/// What has changed since observers were last notified: the states to inspect, and the fields that
/// were found changed.
///
/// Both are chains through the objects themselves. Unmanaged: the table retains a lineage, and its
/// place retains a field, until it is removed from this list.
struct ChangeList {
  /// The lineages with a copy that may have changed, the last one first.
  private(set) var firstTouched: Unmanaged<ObservedLineage>?
  private var firstField: Unmanaged<ObservedField>?
  private var lastField: Unmanaged<ObservedField>?

  var hasFields: Bool { firstField != nil }

  /// Marks the places that show copies of a state for inspection.
  @inline(__always)
  mutating func touch(_ lineage: ObservedLineage) {
    guard !lineage.isTouched else { return }
    lineage.isTouched = true
    lineage.nextTouched = firstTouched
    firstTouched = .passUnretained(lineage)
  }

  mutating func takeTouched() -> Unmanaged<ObservedLineage>? {
    guard let lineage = firstTouched else { return nil }
    firstTouched = lineage.takeUnretainedValue().nextTouched
    return lineage
  }

  /// Marks the observers of a field for notification, after those of the fields before it.
  mutating func append(_ field: ObservedField) {
    let field = Unmanaged.passUnretained(field)
    if let lastField {
      lastField.takeUnretainedValue().nextChanged = field
    } else {
      firstField = field
    }
    lastField = field
  }

  mutating func takeField() -> Unmanaged<ObservedField>? {
    guard let field = firstField else { return nil }
    firstField = field.takeUnretainedValue().nextChanged
    field.takeUnretainedValue().nextChanged = nil
    if firstField == nil { lastField = nil }
    return field
  }
}
