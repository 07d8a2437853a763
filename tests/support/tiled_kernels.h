#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/instruction/kernel.h"

namespace nscope::sim {

/// [rows, inner] x [inner, columns] on one core.
struct TiledMatmul {
  double rows = 0;                        ///< M: tokens
  double inner = 0;                       ///< K
  double columns = 0;                     ///< N: weights are [K, N]
  ElementType type = ElementType::kBf16;  ///< of both operands and the result
  bool tokens_in_sbuf = false;            ///< else they are loaded first
  bool store = true;                      ///< the result goes to HBM
};

/// The kernel as the operator level counts it (gemm()): tiles of 128 x 128 x 512, the
/// operand stationary that gives fewer cycles, weights streamed once through buffers
/// that are loaded while others are used, tokens held in SBUF, sums in PSUM emptied by VectorE
/// while TensorE fills the other banks. Tensors lie in HBM with K outermost. Errors:
/// kInvalidArgument for sizes that are not positive or make more than 10 million instructions;
/// kInfeasible where tokens and two sets of weights do not fit SBUF.
Result<Kernel> tiled_matmul(const TiledMatmul& shape, const CoreRates& rates);

/// `passes` over [tokens, width] held in SBUF, one instruction `op` of VectorE for each
/// 128 rows: tensor_copy, tensor_scalar, tensor_tensor. Errors: kInvalidArgument as
/// above.
Result<Kernel> tiled_elementwise(double tokens, double width, double passes, std::string_view op,
                                 ElementType type);

}  // namespace nscope::sim
