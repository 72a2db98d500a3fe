public import Headrace

prefix operator /

// The spelling of case paths before key paths to cases existed. It finds the case by reflection, at
// each use; prefer a key path, which the compiler checks: `\.child` instead of `/Action.child`.

/// Creates the path to a case with a payload: `/Action.child`.
///
/// Prefer the key path `\.child`.
///
/// - Parameter embed: The case, used as a function of its payload.
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> CaseKeyPath<Root, Value> {
  SlashCase(embed: embed, extract: { CaseReflection.payload(of: $0, embed) }).keyPath
}

/// Creates the path to a case without a payload: `/Action.tapped`.
///
/// Prefer the key path `\.tapped`.
///
/// - Parameter root: The case.
@_disfavoredOverload
public prefix func / <Root>(root: Root) -> CaseKeyPath<Root, Void> {
  SlashCase(embed: { root }, extract: { CaseReflection.isSameCase($0, root) ? () : nil }).keyPath
}

/// Creates the path to a case with a payload, in its concrete form.
///
/// Prefer a key path.
///
/// - Parameter embed: The case, used as a function of its payload.
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(embed: embed, extract: { CaseReflection.payload(of: $0, embed) })
}

/// Creates the path to a case without a payload, in its concrete form.
///
/// Prefer a key path.
///
/// - Parameter root: The case.
@_disfavoredOverload
public prefix func / <Root>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(embed: { root }, extract: { CaseReflection.isSameCase($0, root) ? () : nil })
}

/// A case written with a slash, as a step of a key path.
///
/// Two of them are never equal, because functions can't be compared.
private final class SlashCase<Root, Value>: Hashable {
  let path: AnyCasePath<Root, Value>

  init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    path = AnyCasePath(embed: embed, extract: extract)
  }

  var keyPath: CaseKeyPath<Root, Value> { \Case<Root>.[slash: self] }

  static func == (first: SlashCase, second: SlashCase) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension AnyCasePath {
  /// Extracts the payload if the value is of the case; an older spelling of ``extract``.
  ///
  /// - Parameter root: The value.
  @_disfavoredOverload
  @inlinable
  public func extract(from root: Root) -> Value? { extract(root) }
}

extension Case {
  fileprivate subscript<Part>(slash slash: SlashCase<Value, Part>) -> Case<Part> {
    appending(slash.path)
  }
}

/// Reflection that determines which case a value is of.
private enum CaseReflection {
  /// Returns the payload of a value, if it is of the case that a function embeds payloads in.
  static func payload<Root, Value>(of root: Root, _ embed: (Value) -> Root) -> Value? {
    let type = "\(Value.self)"
    precondition(
      !(type.hasPrefix("(") && type.contains("->")),
      "'/' can't find the payload '\(type)' by reflection. Use a key path to the case.")
    guard let child = Mirror(reflecting: root).children.first else { return nil }
    // A payload with a label is reflected as a tuple with one element.
    let inner = Mirror(reflecting: child.value)
    let sole =
      inner.displayStyle == .tuple && inner.children.count == 1
      ? inner.children.first?.value : nil
    for candidate in [child.value, sole].compactMap(\.self) {
      guard let payload = candidate as? Value, isSameCase(embed(payload), root) else { continue }
      return payload
    }
    return nil
  }

  /// Returns true if two values are of the same case, compared by its name and, because two cases
  /// may share a name, by the type of its payload.
  static func isSameCase<Root>(_ first: Root, _ second: Root) -> Bool {
    let payloads = (
      Mirror(reflecting: first).children.first, Mirror(reflecting: second).children.first
    )
    switch payloads {
    case (let first?, let second?):
      return first.label == second.label && type(of: first.value) == type(of: second.value)
    case (nil, nil):
      return hasSameName(first, second)
    case (nil, _?), (_?, nil):
      return false
    }
  }

  /// Returns true if two values without payloads are of the same case.
  private static func hasSameName<Root>(_ first: Root, _ second: Root) -> Bool {
    guard first is any CustomStringConvertible else { return "\(first)" == "\(second)" }
    // A custom description could say anything, but a case without a payload is determined by its
    // bytes. Safe: both values have the same type, and their bytes are only read, within the
    // closures.
    return withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { second in first.elementsEqual(second) }
    }
  }
}
