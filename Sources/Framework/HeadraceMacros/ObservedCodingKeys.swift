#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The coding keys of a state that is `Codable`.
  ///
  /// Without them, an archive would contain the names of the stored properties that macros
  /// generate.
  struct ObservedCodingKeys {
    private let declaration: StructDeclSyntax

    init(_ declaration: StructDeclSyntax) {
      self.declaration = declaration
    }

    /// The keys; `nil` if the author has written them or the declaration does not name `Codable`.
    var expansion: DeclSyntax? {
      guard isCodable, !hasKeys else { return nil }
      let keys = declaration.conditionalMembers { member in
        member.as(VariableDeclSyntax.self).map(Self.keys) ?? []
      }
      guard !keys.all.isEmpty else { return nil }
      let cases = keys.compactMap { "  \($0)" }
      return """
        private enum CodingKeys: Swift.String, Swift.CodingKey {
        \(raw: cases.lines.joined(separator: "\n"))
        }
        """
    }

    private var isCodable: Bool {
      let names = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription)
      return ["Codable", "Decodable", "Encodable"].contains { name in
        names?.contains { $0 == name || $0 == "Swift.\(name)" } == true
      }
    }

    private var hasKeys: Bool {
      let names = declaration.conditionalMembers { member in
        [
          member.as(EnumDeclSyntax.self)?.name.text,
          member.as(TypeAliasDeclSyntax.self)?.name.text,
        ].compactMap(\.self)
      }
      return names.all.contains("CodingKeys")
    }

    /// Returns the cases for the stored properties of a declaration.
    private static func keys(of variable: VariableDeclSyntax) -> [String] {
      let isStored =
        !variable.isComputed
        && !variable.modifiers.contains {
          [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind)
        }
      // Shared values don't belong in an archive of this state.
      guard isStored, !variable.hasAttribute("Shared"), !variable.hasAttribute("SharedReader")
      else { return [] }
      let isStoredBeside =
        variable.isTracked || variable.hasAttribute("Presents")
        || variable.hasAttribute("ObservationStateTracked")
      return variable.bindings.compactMap { binding in
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed.text
        else { return nil }
        let key = name.replacing("`", with: "")
        return isStoredBeside ? "case _\(key) = \"\(key)\"" : "case \(name)"
      }
    }
  }
#endif
