/// A set of effects in flight.
///
/// A single effect, the most common case, takes no dictionary.
struct EffectSet {
  private var first: EffectRecord?
  private var others: [EffectID: EffectRecord] = [:]

  mutating func insert(_ record: EffectRecord) {
    if first == nil, others.isEmpty { first = record } else { others[record.id] = record }
  }

  /// Removes an effect.
  ///
  /// - Returns: True if the set is empty afterwards.
  @discardableResult
  mutating func remove(_ record: EffectRecord) -> Bool {
    if first === record { first = nil } else { others.removeAndShrink(record.id) }
    return first == nil && others.isEmpty
  }

  func forEach(_ body: (EffectRecord) -> Void) {
    if let first { body(first) }
    others.values.forEach(body)
  }
}
