// The public types of these modules are part of this library's interface; what else they hold is `package`.
@_exported public import ContactSheetLayout
@_exported public import ImageCodecs
@_exported public import PixelGeometry
@_exported public import Raster
