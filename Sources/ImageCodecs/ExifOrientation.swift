import CLibEXIF
package import Raster

extension Orientation {
  /// The orientation that an EXIF block states; upright where it states none, or none that exists.
  ///
  /// Only the tag of the main picture counts (IFD 0); a value stored as BYTE or LONG instead of SHORT is
  /// taken too, as tolerant readers do.
  ///
  /// - Parameter exif: a TIFF structure in either byte order, without "Exif\0\0" before it.
  package init(exif: [UInt8]) {
    self = .topLeft
    guard exif.count >= 8, exif.count <= Int(UInt32.max), let data = unsafe exif_data_new() else {
      return
    }
    defer { unsafe exif_data_unref(data) }
    // Repairing the block to the letter of the specification would drop the values worth tolerating.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    unsafe exif_data_set_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    unsafe exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE)
    // libexif wants the segment's signature.
    let segment = Array("Exif\0\0".utf8) + exif
    unsafe exif_data_load_data(data, segment, UInt32(segment.count))
    let order = unsafe exif_data_get_byte_order(data)
    guard let main = unsafe data.pointee.ifd.0,
      let entry = unsafe exif_content_get_entry(main, EXIF_TAG_ORIENTATION),
      let value = unsafe Orientation.value(of: entry, order),
      let known = Orientation(rawValue: value)
    else { return }
    self = known
  }

  private static func value(of entry: UnsafeMutablePointer<ExifEntry>, _ order: ExifByteOrder)
    -> Int?
  {
    guard unsafe entry.pointee.components >= 1, let bytes = unsafe entry.pointee.data else {
      return nil
    }
    let size = unsafe Int(entry.pointee.size)
    switch unsafe entry.pointee.format {
    case EXIF_FORMAT_SHORT where size >= 2: return unsafe Int(exif_get_short(bytes, order))
    case EXIF_FORMAT_LONG where size >= 4: return unsafe Int(exif_get_long(bytes, order))
    case EXIF_FORMAT_BYTE where size >= 1: return unsafe Int(bytes[0])
    default: return nil
    }
  }
}
