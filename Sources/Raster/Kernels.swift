import CKernels

/// What the loops over samples are made of: each gives the same, bit for bit.
package enum Kernels: CaseIterable, Sendable {
  /// The judge of the others, for any processor.
  case swift
  /// In C, for any processor of this kind.
  case sse2
  /// In C, for most of them.
  case avx2

  /// Those that this processor has.
  package static let available: [Kernels] = {
    let best = ck_best_level().rawValue
    return allCases.filter { $0.level.rawValue <= best }
  }()

  /// The fastest of them, unless it was turned off.
  package static let best: Kernels = FastPath.kernels.isEnabled ? available.last! : .swift

  var level: ck_level {
    switch self {
    case .swift: CK_NONE
    case .sse2: CK_SSE2
    case .avx2: CK_AVX2
    }
  }
}
