import CLibEXIF

/// An EXIF block as libexif reads it.
@safe struct ExifBlock: ~Copyable {
  /// The directories of tags that are asked for.
  enum Directory {
    /// IFD 0, about the main picture.
    case main
    /// The EXIF IFD, about how it was taken.
    case exif
  }

  private let data: UnsafeMutablePointer<ExifData>

  /// - Parameter exif: a TIFF structure in either byte order, without "Exif\0\0" before it.
  init?(_ exif: [UInt8]) {
    guard exif.count >= 8, exif.count <= Int(UInt32.max) - 6, let data = unsafe exif_data_new()
    else { return nil }
    // Repairing the block to the letter of the specification would drop the values worth tolerating.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    unsafe exif_data_set_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    unsafe exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE)
    // libexif wants the segment's signature.
    let segment = Array("Exif\0\0".utf8) + exif
    unsafe exif_data_load_data(data, segment, UInt32(segment.count))
    unsafe self.data = data
  }

  deinit { unsafe exif_data_unref(data) }

  /// A whole number; one stored as BYTE or LONG instead of SHORT is taken too, as tolerant readers do.
  func number(_ tag: ExifTag, in directory: Directory) -> Int? {
    guard let entry = unsafe entry(tag, directory), unsafe entry.pointee.components >= 1,
      let bytes = unsafe entry.pointee.data
    else { return nil }
    let order = unsafe exif_data_get_byte_order(data)
    let size = unsafe Int(entry.pointee.size)
    switch unsafe entry.pointee.format {
    case EXIF_FORMAT_SHORT where size >= 2: return unsafe Int(exif_get_short(bytes, order))
    case EXIF_FORMAT_LONG where size >= 4: return unsafe Int(exif_get_long(bytes, order))
    case EXIF_FORMAT_BYTE where size >= 1: return unsafe Int(bytes[0])
    default: return nil
    }
  }

  /// A fraction, with or without a sign; nil unless it is above 0.
  func ratio(_ tag: ExifTag, in directory: Directory) -> ExifRatio? {
    guard let entry = unsafe entry(tag, directory), unsafe entry.pointee.components >= 1,
      unsafe entry.pointee.size >= 8, let bytes = unsafe entry.pointee.data
    else { return nil }
    let order = unsafe exif_data_get_byte_order(data)
    switch unsafe entry.pointee.format {
    case EXIF_FORMAT_RATIONAL:
      let value = unsafe exif_get_rational(bytes, order)
      return ExifRatio(Int(value.numerator), Int(value.denominator))
    case EXIF_FORMAT_SRATIONAL:
      let value = unsafe exif_get_srational(bytes, order)
      return ExifRatio(Int(value.numerator), Int(value.denominator))
    default: return nil
    }
  }

  /// The bytes of a text, up to the 0 that ends it.
  func text(_ tag: ExifTag, in directory: Directory) -> [UInt8]? {
    guard let entry = unsafe entry(tag, directory),
      unsafe entry.pointee.format == EXIF_FORMAT_ASCII, let bytes = unsafe entry.pointee.data
    else { return nil }
    let text = unsafe UnsafeBufferPointer(start: bytes, count: Int(entry.pointee.size))
    return unsafe Array(text.prefix { $0 != 0 })
  }

  private func entry(_ tag: ExifTag, _ directory: Directory) -> UnsafeMutablePointer<ExifEntry>? {
    let content =
      switch directory {
      case .main: unsafe data.pointee.ifd.0
      case .exif: unsafe data.pointee.ifd.2
      }
    guard let content = unsafe content else { return nil }
    return unsafe exif_content_get_entry(content, tag)
  }
}
