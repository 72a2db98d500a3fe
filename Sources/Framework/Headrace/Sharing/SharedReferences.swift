import Synchronization

/// The shared values that have keys: one for the process, and one for each test.
final class SharedReferences: Sendable {
  /// Keys of different types never identify the same value.
  private struct Name: Hashable, Sendable {
    let type: ObjectIdentifier
    let key: any Hashable & Sendable

    static func == (first: Self, second: Self) -> Bool {
      first.type == second.type && AnyHashable(first.key) == AnyHashable(second.key)
    }

    func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
  }

  private struct Entry {
    weak let reference: (any AnyObject & Sendable)?
    /// The reference, retained, if the value is saved nowhere else.
    let kept: (any AnyObject & Sendable)?
  }

  /// The key that a file belongs to.
  private struct Claim {
    let name: Name
    let type: Any.Type
    let site: CallSite
    weak var reference: (any AnyObject & Sendable)?
    /// Whether the reference is still being made.
    var isNew = true

    var isCurrent: Bool { isNew || reference != nil }
  }

  private struct Entries {
    var byName: [Name: Entry] = [:]
    var byFile: [FilePlace: Claim] = [:]
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
  func reference<Key: SharedKey>(
    to key: Key, orElse value: () -> Key.Value, at site: CallSite
  ) -> SharedReference<Key.Value> {
    if let key = key as? any KeyAroundKey<Key.Value> {
      return key.reference(in: self, orElse: value, at: site)
    }
    let name = Name(type: ObjectIdentifier(Key.self), key: key)
    if let reference = find(name, Key.Value.self) { return reference }
    if let file = key as? any KeyOfFile, let first = claim(file, Key.Value.self, as: name, at: site)
    {
      reportSecondType(of: file, Key.Value.self, first, at: site)
      // Without a storage: it must not replace the file.
      return insert(
        SharedReference(value(), savedBy: nil, named: "\(key)"), as: name, keeps: false, file: nil)
    }
    // Made outside the lock: reading a file takes time, and a default may share another value.
    let storage = SharedStorage<Key.Value>(key)
    let loaded = load(from: storage, at: site)
    let made = SharedReference(loaded ?? value(), savedBy: storage, named: "\(key)")
    return insert(made, as: name, keeps: key.keepsValue, file: (key as? any KeyOfFile)?.place)
  }

  private func load<Value>(from storage: SharedStorage<Value>, at site: CallSite) -> Value? {
    do {
      return try storage.load()
    } catch {
      reportMisuse(
        """
        A shared value could not be read: \(error)

        It has its default value now. The next change replaces what is stored. To show the failure \
        in the feature, read '$value.loadError'.
        """, at: site)
      return nil
    }
  }

  /// Claims a file for a type of value.
  ///
  /// - Returns: The earlier claim, if the file belongs to another type.
  private func claim(
    _ file: any KeyOfFile, _ type: Any.Type, as name: Name, at site: CallSite
  ) -> Claim? {
    entries.withLock { entries in
      if let first = entries.byFile[file.place], first.isCurrent {
        return first.name == name ? nil : first
      }
      entries.byFile[file.place] = Claim(name: name, type: type, site: site)
      return nil
    }
  }

  private func reportSecondType(
    of file: any KeyOfFile, _ type: Any.Type, _ first: Claim, at site: CallSite
  ) {
    reportMisuse(
      """
      The file \(file.path) is shared as '\(type)', but as '\(first.type)' at \
      \(first.site.fileID):\(first.site.line).

      A file has one value of one type. This one has its default value and is not stored, because \
      the two would overwrite each other. Use the same type at both places, or another file.
      """, at: site)
  }

  private func find<Value>(
    _ name: Name, _ type: Value.Type
  ) -> SharedReference<Value>? {
    entries.withLock { $0.byName[name]?.reference } as? SharedReference<Value>
  }

  /// Stores a reference, unless another thread was first.
  private func insert<Value>(
    _ made: SharedReference<Value>, as name: Name, keeps: Bool, file: FilePlace?
  ) -> SharedReference<Value> {
    let found = entries.withLock { entries -> (any AnyObject & Sendable)? in
      if let reference = entries.byName[name]?.reference { return reference }
      if entries.byName.count >= entries.pruningCount {
        entries.byName = entries.byName.filter { $0.value.reference != nil }
        entries.byFile = entries.byFile.filter { $0.value.isCurrent }
        entries.pruningCount = max(16, entries.byName.count * 2)
      }
      entries.byName[name] = Entry(reference: made, kept: keeps ? made : nil)
      if let file {
        entries.byFile[file]?.reference = made
        entries.byFile[file]?.isNew = false
      }
      return nil
    }
    return found as? SharedReference<Value> ?? made
  }
}

/// A key that identifies the same value as the key inside it.
private protocol KeyAroundKey<Value>: SharedKey {
  func reference(
    in references: SharedReferences, orElse value: () -> Value, at site: CallSite
  ) -> SharedReference<Value>
}

extension SharedKeyWithDefault: KeyAroundKey {
  fileprivate func reference(
    in references: SharedReferences, orElse value: () -> Base.Value, at site: CallSite
  ) -> SharedReference<Base.Value> {
    references.reference(to: base, orElse: value, at: site)
  }
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
