#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Stores an optional property in a `PresentationState`.
  struct PresentsMacro {}

  extension PresentsMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        let property = variable.observable(in: context), property.wrappedType != nil,
        PresentsDiagnosis(variable).isInState(context)
      else { return [] }
      let name = property.name
      let telling = ChangeTelling(property, in: context)
      let storage = PresentsStorage(variable, in: context)
      return [
        """
        @storageRestrictions(initializes: _\(raw: name))
        init(initialValue) {
          _\(raw: name) = \(raw: storage.type)(wrappedValue: initialValue)
        }
        """,
        """
        get {
          \(raw: telling.access)return _\(raw: name).wrappedValue
        }
        """,
        """
        set {
          \(raw: telling.comparison)_\(raw: name).wrappedValue = newValue\(raw: telling.change)
        }
        """,
        """
        _modify {
          \(raw: telling.changeInPlace)yield &_\(raw: name).wrappedValue
        }
        """,
      ]
    }
  }

  /// The storage of a presented property; a state that presents itself is behind a reference.
  private struct PresentsStorage {
    let type: String
    /// The path from the storage to the presentation.
    let path: String

    init(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) {
      let isRecursive = PresentsDiagnosis(variable).isRecursive(context)
      type = isRecursive ? "Headrace.BoxedPresentationState" : "Headrace.PresentationState"
      path = isRecursive ? ".state" : ""
    }
  }

  /// The lines by which a presented property notifies its observers.
  ///
  /// They are empty outside `@ObservableState`.
  private struct ChangeTelling {
    var access = ""
    var comparison = ""
    var change = ""
    var changeInPlace = ""

    init(_ property: ObservedProperty, in context: some MacroExpansionContext) {
      guard property.isInObservableState(context) else { return }
      let registrar = "Headrace.ObservationStateRegistrar"
      let value = "_\(property.name).wrappedValue"
      access = "_$observationRegistrar.access(\(property.fieldNumber))\n"
      comparison = "let change = \(registrar).change(from: \(value), to: newValue)\n"
      change = "\n_$observationRegistrar.didSet(\(property.fieldNumber), change)"
      changeInPlace = """
        let before = \(registrar).identity(of: _\(property.name))
        defer {
          _$observationRegistrar.didModify(
            \(property.fieldNumber), from: before,
            to: \(registrar).identity(of: _\(property.name)))
        }

        """
    }
  }

  extension PresentsMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        !PresentsDiagnosis(variable).diagnose(in: context),
        let property = variable.observable(in: context), let wrapped = property.wrappedType
      else { return [] }
      let telling = ChangeTelling(property, in: context)
      let storage = PresentsStorage(variable, in: context)
      let value = property.initializer ?? "nil"
      return [
        """
        private var _\(raw: property.name): \(raw: storage.type)<\(raw: wrapped)>\
         = \(raw: storage.type)(wrappedValue: \(raw: value))
        """,
        """
        \(raw: variable.memberAccess)var $\(raw: property.name):
          Headrace.PresentationState<\(raw: wrapped)>
        {
          get {
            \(raw: telling.access)return _\(raw: property.name)\(raw: storage.path)
          }
          _modify {
            \(raw: telling.changeInPlace)yield &_\(raw: property.name)\(raw: storage.path)
          }
        }
        """,
      ]
    }
  }
#endif
