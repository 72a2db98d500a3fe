/// What has changed since observers were notified last: the states that are to be looked at, and
/// the fields of which that was found.
///
/// Both are chains through the objects themselves. The links are plain pointers: a lineage stays
/// with its table, and a field with its place, until it is taken out here.
struct ChangeList {
  /// The lineages of which a copy may have changed, the last one first.
  private(set) var firstTouched: Unmanaged<ObservedLineage>?
  private var firstField: Unmanaged<ObservedField>?
  private var lastField: Unmanaged<ObservedField>?

  var hasFields: Bool { firstField != nil }

  /// Lets the places that show copies of a state be looked at.
  @inline(__always)
  mutating func touch(_ lineage: ObservedLineage) {
    guard !lineage.isTouched else { return }
    lineage.isTouched = true
    lineage.nextTouched = firstTouched
    firstTouched = .passUnretained(lineage)
  }

  mutating func takeTouched() -> Unmanaged<ObservedLineage>? {
    guard let lineage = firstTouched else { return nil }
    firstTouched = lineage._withUnsafeGuaranteedRef { $0.nextTouched }
    return lineage
  }

  /// Lets the observers of a field be notified, after those of the fields before it.
  mutating func append(_ field: ObservedField) {
    let field = Unmanaged.passUnretained(field)
    if let lastField {
      lastField._withUnsafeGuaranteedRef { $0.nextChanged = field }
    } else {
      firstField = field
    }
    lastField = field
  }

  mutating func takeField() -> Unmanaged<ObservedField>? {
    guard let field = firstField else { return nil }
    field._withUnsafeGuaranteedRef {
      firstField = $0.nextChanged
      $0.nextChanged = nil
    }
    if firstField == nil { lastField = nil }
    return field
  }
}
