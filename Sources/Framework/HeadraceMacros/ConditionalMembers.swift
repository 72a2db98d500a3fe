#if Macros
  import SwiftSyntax

  /// Members of a type, with the `#if` that the author wrote around them.
  ///
  /// A macro sees both branches and does not know which of them is compiled. So the code that it
  /// writes for a member has the same condition.
  struct ConditionalMembers<Element> {
    fileprivate indirect enum Part {
      case element(Element)
      case condition([(opening: String, parts: [Part])])
    }

    fileprivate let parts: [Part]

    /// All members, including those of every branch.
    var all: [Element] { Self.elements(of: parts) }

    /// True if one of them is inside an `#if`.
    var hasConditions: Bool {
      parts.contains { if case .condition = $0 { true } else { false } }
    }

    /// The condition that makes the `default` of a `switch` over these cases reachable.
    ///
    /// If a branch is not compiled, the patterns may match every value, and the compiler would
    /// warn.
    var conditionOfReachableDefault: String { hasConditions ? " where true" : "" }

    /// Transforms the members; those for which the closure returns `nil` are omitted.
    func compactMap<Other>(_ transform: (Element) -> Other?) -> ConditionalMembers<Other> {
      ConditionalMembers<Other>(parts: Self.map(parts, transform))
    }

    private static func map<Other>(
      _ parts: [Part], _ transform: (Element) -> Other?
    ) -> [ConditionalMembers<Other>.Part] {
      parts.compactMap { part in
        switch part {
        case .element(let element): transform(element).map { .element($0) }
        case .condition(let branches): .condition(branches.map { ($0, map($1, transform)) })
        }
      }
    }

    private static func elements(of parts: [Part]) -> [Element] {
      parts.flatMap { part in
        switch part {
        case .element(let element): [element]
        case .condition(let branches): branches.flatMap { elements(of: $0.parts) }
        }
      }
    }
  }

  extension ConditionalMembers<String> {
    /// The texts in order, with the lines of their conditions.
    ///
    /// A condition without texts is omitted.
    var lines: [String] { Self.lines(of: parts) }

    private static func lines(of parts: [Part]) -> [String] {
      parts.flatMap { part -> [String] in
        switch part {
        case .element(let line): return [line]
        case .condition(let branches):
          let inner = branches.map { (opening: $0.opening, lines: lines(of: $0.parts)) }
          guard inner.contains(where: { !$0.lines.isEmpty }) else { return [] }
          return inner.flatMap { [$0.opening] + $0.lines } + ["#endif"]
        }
      }
    }
  }

  extension DeclGroupSyntax {
    /// Returns the elements that a closure finds in each member, including those of every `#if`.
    func conditionalMembers<Element>(
      _ find: (DeclSyntax) -> [Element]
    ) -> ConditionalMembers<Element> {
      ConditionalMembers(parts: parts(of: memberBlock.members, find))
    }

    private func parts<Element>(
      of members: MemberBlockItemListSyntax, _ find: (DeclSyntax) -> [Element]
    ) -> [ConditionalMembers<Element>.Part] {
      members.flatMap { member -> [ConditionalMembers<Element>.Part] in
        guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
          return find(member.decl).map { .element($0) }
        }
        return [
          .condition(
            condition.clauses.map { clause in
              let test = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
              let opening = clause.poundKeyword.trimmedDescription + test
              guard case .decls(let members) = clause.elements else { return (opening, []) }
              return (opening, parts(of: members, find))
            })
        ]
      }
    }
  }

  extension EnumDeclSyntax {
    /// The elements of all cases, including those of every `#if`.
    var conditionalCases: ConditionalMembers<EnumCaseElementSyntax> {
      conditionalMembers { member in
        member.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? []
      }
    }
  }
#endif
