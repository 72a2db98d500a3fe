/// What a store launches, continues or finishes when it settles, oldest first, linked through
/// itself.
///
/// Unmanaged: the queue retains each of them from `append(_:)` to `popFirst()`.
@usableFromInline
struct LaunchQueue {
  @usableFromInline var first: Unmanaged<EffectRecord>?
  @usableFromInline var last: Unmanaged<EffectRecord>?

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { first == nil }

  mutating func append(_ record: EffectRecord) {
    let link = Unmanaged.passRetained(record)
    if let last { last.takeUnretainedValue().nextToLaunch = link } else { first = link }
    last = link
  }

  mutating func popFirst() -> EffectRecord? {
    guard let record = first?.takeRetainedValue() else { return nil }
    first = record.nextToLaunch
    if first == nil { last = nil }
    record.nextToLaunch = nil
    return record
  }
}
