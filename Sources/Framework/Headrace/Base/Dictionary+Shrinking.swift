extension Dictionary {
  /// Removes a value, and releases memory once few of many values are left.
  ///
  /// Otherwise a dictionary keeps its capacity, and iterating over it costs as much as when it was
  /// full.
  ///
  /// - Parameter key: The key of the value, if it is present.
  /// - Complexity: O(1), amortized over the values that were added.
  mutating func removeAndShrink(_ key: Key) {
    removeValue(forKey: key)
    guard capacity > 64, count < capacity / 8 else { return }
    var smaller = Self(minimumCapacity: count)
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}
