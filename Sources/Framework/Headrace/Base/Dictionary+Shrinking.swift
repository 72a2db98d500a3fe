extension Dictionary {
  /// Removes a value, and gives back memory once few of many are left.
  ///
  /// A dictionary keeps its capacity otherwise, and walking through it costs what it cost when it
  /// was full.
  ///
  /// - Parameter key: The key of the value, if there is one.
  /// - Complexity: O(1), amortized over the values that were added.
  mutating func removeAndShrink(_ key: Key) {
    removeValue(forKey: key)
    guard capacity > 64, count < capacity / 8 else { return }
    var smaller = Self(minimumCapacity: count)
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}
