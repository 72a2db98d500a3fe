/// The link between one observer and one field that it has read.
///
/// It stands in two lists: the observer's, in the order of reading, and the field's, in the order
/// of coming. An observer that reads the same again finds each link in its place, without a
/// search. The observer owns it.
struct Subscription {
  typealias Link = UnsafeMutablePointer<Subscription>

  let observer: Unmanaged<StoreObserver>
  /// The field, which takes itself out when it goes.
  var field: Unmanaged<ObservedField>?
  /// The run of the observer that has read the field last.
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
