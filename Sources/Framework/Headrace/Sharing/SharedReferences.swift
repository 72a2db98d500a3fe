import Synchronization

/// The shared values that have keys: one for the process, and one for each test.
final class SharedReferences: Sendable {
  /// A key, or the file that it names.
  private struct Name: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (first: Self, second: Self) -> Bool {
      AnyHashable(first.value) == AnyHashable(second.value)
    }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  private struct Entry {
    weak let reference: (any WholeSharedValue)?
    /// The reference, retained, if the value is saved nowhere else.
    let kept: (any WholeSharedValue)?
    let type: Any.Type
    /// Where the author shares it.
    let site: CallSite
  }

  private struct Entries {
    var byName: [Name: Entry] = [:]
    /// At this count, entries without a reference are removed.
    var pruningCount = 16
  }

  private let entries = Mutex(Entries())

  /// The value under a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The initial value, if there is none.
  ///   - site: Where the author shares it.
  func reference<Value>(
    to key: any SharedKey<Value>, orElse value: () -> Value, at site: CallSite
  ) -> SharedReference<Value> {
    if let key = key as? any KeyAroundKey<Value> {
      return reference(to: key.inner, orElse: value, at: site)
    }
    let name = Name(value: key)
    if let known = entry(name)?.reference as? SharedReference<Value> { return known }
    guard let file = (key as? any FileKey<Value>)?.file else {
      let isStored = !(key is InMemoryKey<Value>)
      let made = isStored ? load(key, orElse: value, at: site) : unstored(key, value())
      return insert(made, as: name, keeps: !isStored, at: site) ?? made
    }
    // A file has one value, whatever the type of its key.
    let fileName = Name(value: file)
    if let first = entry(fileName), let known = first.reference {
      if let known = known as? SharedReference<Value> { return known }
      reportSecondType(Value.self, of: file, first, at: site)
      // It must not replace the file.
      let made = unstored(key, value())
      return insert(made, as: name, keeps: false, at: site) ?? made
    }
    let made = load(key, orElse: value, at: site)
    if let known = insert(made, as: fileName, keeps: false, at: site) { return known }
    // Another thread was first; perhaps it shares the file as another type.
    return reference(to: key, orElse: value, at: site)
  }

  private func unstored<Value>(
    _ key: any SharedKey<Value>, _ value: Value
  ) -> SharedReference<Value> {
    SharedReference(value, named: "\(key)")
  }

  /// Reads a stored value. It is not called inside the lock: reading a file takes time, and a
  /// default may share another value.
  private func load<Value>(
    _ key: any SharedKey<Value>, orElse value: () -> Value, at site: CallSite
  ) -> SharedReference<Value> {
    var (loaded, loadError): (Value?, (any Error)?)
    do {
      loaded = try key.load()
    } catch {
      loadError = error
      reportMisuse(
        """
        A shared value could not be read: \(error)

        It has its default value now. The next change replaces what is stored. To show the failure \
        in the feature, read '$value.loadError'.
        """, at: site)
    }
    return SharedReference(
      loaded ?? value(), named: "\(key)", storedBy: key, loadError: loadError)
  }

  private func reportSecondType(
    _ type: Any.Type, of file: KnownFile, _ first: Entry, at site: CallSite
  ) {
    reportMisuse(
      """
      The file \(file.path) is shared as '\(type)', but as '\(first.type)' at \
      \(first.site.fileID):\(first.site.line).

      A file has one value of one type. This one has its default value and is not stored, because \
      the two would overwrite each other. Use the same type at both places, or another file.
      """, at: site)
  }

  private func entry(_ name: Name) -> Entry? { entries.withLock { $0.byName[name] } }

  /// Stores a reference, unless another thread was first.
  ///
  /// - Returns: The reference under the name; `nil` if it is of another type.
  private func insert<Value>(
    _ made: SharedReference<Value>, as name: Name, keeps: Bool, at site: CallSite
  ) -> SharedReference<Value>? {
    let found = entries.withLock { entries -> any WholeSharedValue in
      if let reference = entries.byName[name]?.reference { return reference }
      if entries.byName.count >= entries.pruningCount {
        entries.byName = entries.byName.filter { $0.value.reference != nil }
        entries.pruningCount = max(16, entries.byName.count * 2)
      }
      entries.byName[name] = Entry(
        reference: made, kept: keeps ? made : nil, type: Value.self, site: site)
      return made
    }
    return found as? SharedReference<Value>
  }
}

/// A key that identifies the same value as the key inside it.
protocol KeyAroundKey<Value>: SharedKey {
  var inner: any SharedKey<Value> { get }
}

extension SharedKeyWithDefault: KeyAroundKey {
  var inner: any SharedKey<Base.Value> { base }
}

extension DependencyValues {
  /// The shared values that have keys.
  var sharedReferences: SharedReferences {
    get { self[SharedReferencesKey.self] }
    set { self[SharedReferencesKey.self] = newValue }
  }

  /// Lets a test store share its values with the test around it.
  @usableFromInline
  package mutating func shareValuesWithTest() {
    let test = DependencyValues()
    sharedReferences = test.sharedReferences
    let fileStorage = known(\.defaultFileStorage, orElse: test.defaultFileStorage)
    defaultFileStorage = fileStorage
  }
}

private enum SharedReferencesKey: DependencyKey {
  static var liveValue: SharedReferences { SharedReferences() }
  static var testValue: SharedReferences { SharedReferences() }
}
