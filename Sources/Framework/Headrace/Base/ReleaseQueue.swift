/// Releases long chains of objects without using the stack for each link.
///
/// When an object is freed, it frees the objects that only it holds, by a nested call. A chain of a
/// hundred thousand objects would need as many nested calls, more than a stack holds. So an object
/// in a chain gives its link to this queue. The outermost call on the thread frees all links that
/// the queue has been given, one after the other, the last one first.
enum ReleaseQueue {
  /// Releases an object that may hold many others, before the outermost such call returns.
  ///
  /// - Parameter place: What holds it; `nil` afterwards, so that no variable of the caller can free
  ///   it after this call.
  static func release<Value>(_ place: inout Value?) {
    guard place != nil else { return }
    let slot = ThreadLocalPointer.releases.slot
    if let waiting = slot.pointee {
      waiting.assumingMemoryBound(to: [Any].self).pointee.append(place.take() as Any)
      return
    }
    var waiting = [place.take() as Any]
    withUnsafeMutablePointer(to: &waiting) { waiting in
      // Safe: it is valid as long as it is in the slot, and this call removes it before it returns.
      slot.pointee = UnsafeMutableRawPointer(waiting)
      while !waiting.pointee.isEmpty { free(waiting.pointee.removeLast()) }
      slot.pointee = nil
    }
  }

  /// Frees the value, because it consumes it. Empty on purpose.
  ///
  /// The value's `deinit` may add to the queue; no access to the queue is open here.
  @inline(never)
  private static func free(_ value: consuming Any) {}
}
