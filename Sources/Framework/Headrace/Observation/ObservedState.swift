/// The observed fields of one state.
///
/// They are a chain of references that nobody counts: they are looked through for every change, and
/// counting would cost more than all the rest.
final class ObservedState {
  /// Those who look at all of a field have another entry than those who ask which child is in it.
  @exclusivity(unchecked) private var firstField: Unmanaged<ObservedField>?
  private var links: [(number: UInt64, link: WeakLink)] = []
  private var linksCountMax = 8
  @exclusivity(unchecked) private var hasLinks = false

  deinit {
    var next = firstField
    while let field = next {
      next = field._withUnsafeGuaranteedRef { $0.next }
      field.release()
    }
  }

  /// Whether nobody waits to be told of it.
  var isIdle: Bool {
    var isIdle = !links.contains { $0.link.link != nil }
    forEachField { if !$0.isIdle { isIdle = false } }
    return isIdle
  }

  /// The entry of a field, which lives as long as this.
  func field(_ number: UInt64, andInside: Bool) -> Unmanaged<ObservedField> {
    var next = firstField
    while let field = next {
      if field._withUnsafeGuaranteedRef({ $0.number == number && $0.seesInside == andInside }) {
        return field
      }
      next = field._withUnsafeGuaranteedRef { $0.next }
    }
    let field = Unmanaged.passRetained(
      ObservedField(number, seesInside: andInside, next: firstField))
    firstField = field
    return field
  }

  @inline(__always)
  private func forEachField(_ body: (ObservedField) -> Void) {
    var next = firstField
    while let field = next {
      next = field._withUnsafeGuaranteedRef {
        body($0)
        return $0.next
      }
    }
  }

  func addLink(_ link: ChildStateLink, at number: UInt64) {
    if links.count >= linksCountMax {
      links.removeAll { $0.link.link == nil }
      linksCountMax = max(8, 2 * links.count)
    }
    links.append((number, WeakLink(link)))
    hasLinks = true
  }

  func fieldDidChange(_ number: UInt64, in table: ObservationTable) {
    forEachField { if $0.number == number { $0.didChange(in: table) } }
    guard hasLinks else { return }
    for (linked, link) in links where linked == number { link.link?.didChange(in: table) }
  }

  /// Something in the field has changed, not which child is there.
  func insideDidChange(_ number: UInt64, in table: ObservationTable) {
    forEachField { if $0.number == number && $0.seesInside { $0.didChange(in: table) } }
  }

  func allDidChange(in table: ObservationTable) {
    forEachField { $0.didChange(in: table) }
    for (_, link) in links { link.link?.didChange(in: table) }
  }
}
