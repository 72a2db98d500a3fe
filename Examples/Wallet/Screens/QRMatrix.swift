import CQRencode
import HeadraceTerminal

/// Texts as codes for cameras.
enum QRMatrix {
  /// The code of a text; nil where it is too long for one.
  ///
  /// - SeeAlso: ISO/IEC 18004; error correction of level M.
  static func code(_ text: String) -> QRCode? {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    let modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    return QRCode(modules: modules, side: side)
  }
}
