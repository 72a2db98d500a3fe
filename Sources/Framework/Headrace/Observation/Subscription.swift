/// The link between one observer and one field that it has read.
///
/// It is in two lists: the observer's, in the order of reading, and the field's, in the order of
/// subscription. An observer that reads the same fields again finds each link in its place, without
/// a search. The pointers are safe. The observer owns the link: it allocates the memory, and frees
/// it when it has taken the link out of both lists. The field takes itself out of the link before
/// it goes away, so no pointer here is followed to an object that is gone.
struct Subscription {
  typealias Link = UnsafeMutablePointer<Subscription>

  let observer: Unmanaged<StoreObserver>
  /// The field, which removes itself from here when it goes away.
  var field: Unmanaged<ObservedField>?
  /// The observer's run that last read the field.
  var run: UInt64

  var nextOfObserver: Link?
  var previousOfObserver: Link?
  var nextOfField: Link?
  var previousOfField: Link?

  static func make(
    of observer: Unmanaged<StoreObserver>, to field: Unmanaged<ObservedField>, run: UInt64
  ) -> Link {
    let link = Link.allocate(capacity: 1)
    link.initialize(to: Subscription(observer: observer, field: field, run: run))
    return link
  }
}
