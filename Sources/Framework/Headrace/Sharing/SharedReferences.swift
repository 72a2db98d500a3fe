import Synchronization

/// The shared values with keys: one set for the process, and one for each test.
final class SharedReferences: Sendable {
  /// A key of a value of a given type, or a file, which has one value of any type.
  private struct Name: Hashable, Sendable {
    let key: any Hashable & Sendable
    let type: ObjectIdentifier?

    static func == (first: Self, second: Self) -> Bool {
      first.type == second.type && AnyHashable(first.key) == AnyHashable(second.key)
    }

    func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
  }

  private struct Entry {
    weak let reference: (any WholeSharedValue)?
    /// The reference, retained if the value is saved nowhere else.
    let kept: (any WholeSharedValue)?
    let type: Any.Type
    /// The author's line that shares the value.
    let site: CallSite
    /// True while the value is read for the first time, and the name is only claimed.
    var isLoading = false
  }

  private struct Entries {
    var byName: [Name: Entry] = [:]
    /// The count at which entries without a reference are removed.
    var pruningCount = 16
  }

  private let entries = Mutex(Entries())

  /// Returns the value under a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The initial value, used if there is none.
  ///   - site: The author's line that shares the value.
  func reference<Value>(
    to key: any SharedKey<Value>, orElse value: () -> Value, at site: CallSite
  ) -> SharedReference<Value> {
    if let key = key as? any KeyAroundKey<Value> {
      return reference(to: key.inner, orElse: value, at: site)
    }
    let name = Name(key: key, type: ObjectIdentifier(Value.self))
    if let known = entry(name)?.reference as? SharedReference<Value> { return known }
    let file = (key as? any FileKey<Value>)?.file
    let fileName = file.map { Name(key: $0, type: nil) }
    let first = fileName.flatMap { claim($0, for: Value.self, at: site) }
    let firstReference = first?.reference
    if let known = firstReference as? SharedReference<Value> { return known }
    let isSecondType =
      firstReference != nil || first.map { $0.isLoading && $0.type != Value.self } ?? false
    if let file, let first, isSecondType {
      reportMisuse(
        """
        The file \(file.path) is shared as '\(Value.self)', but as '\(first.type)' at \
        \(first.site.fileID):\(first.site.line).

        A file has one value of one type. This one has its default value and is not stored, \
        because the two would overwrite each other. Use the same type at both places, or another \
        file.
        """, at: site)
    }
    let isKept = key is InMemoryKey<Value>
    // A value of a second type is not stored, because it must not replace the file.
    let made =
      isKept || isSecondType
      ? SharedReference(value(), named: "\(key)") : load(key, orElse: value, at: site)
    let known = insert(made, as: isSecondType ? name : fileName ?? name, keeps: isKept, at: site)
    // Another thread may have been first, and may share the file as another type.
    return known ?? reference(to: key, orElse: value, at: site)
  }

  /// Reads a stored value.
  ///
  /// It is called outside of the lock: reading a file takes time, and a default may share another
  /// value.
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

  private func entry(_ name: Name) -> Entry? { entries.withLock { $0.byName[name] } }

  /// Claims a file before it is read: a second type could not read it, and would set it aside.
  ///
  /// - Returns: The previous entry.
  private func claim(_ file: Name, for type: Any.Type, at site: CallSite) -> Entry? {
    entries.withLock { entries in
      let known = entries.byName[file]
      if known?.reference == nil, known?.isLoading != true {
        entries.byName[file] = Entry(
          reference: nil, kept: nil, type: type, site: site, isLoading: true)
      }
      return known
    }
  }

  /// Stores a reference, unless another thread was first.
  ///
  /// - Returns: The reference under the name; `nil` if it has another type.
  private func insert<Value>(
    _ made: SharedReference<Value>, as name: Name, keeps: Bool, at site: CallSite
  ) -> SharedReference<Value>? {
    let found = entries.withLock { entries -> any WholeSharedValue in
      if let reference = entries.byName[name]?.reference { return reference }
      if entries.byName.count >= entries.pruningCount {
        entries.byName = entries.byName.filter {
          $0.value.reference != nil || $0.value.isLoading
        }
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
  /// The shared values with keys.
  var sharedReferences: SharedReferences {
    get { self[SharedReferencesKey.self] }
    set { self[SharedReferencesKey.self] = newValue }
  }

  /// Makes a test store share its values with the test around it.
  @usableFromInline
  package mutating func shareValuesWithTest() {
    let test = DependencyValues()
    sharedReferences = test.sharedReferences
    defaultFileStorage = known(FileStorageDependency.self) ?? test.defaultFileStorage
  }
}

private enum SharedReferencesKey: DependencyKey {
  static var liveValue: SharedReferences { SharedReferences() }
  static var testValue: SharedReferences { SharedReferences() }
}
