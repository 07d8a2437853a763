#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/columns/kinds.h"

#include <optional>
#include <string_view>

namespace nscope::sim {

/// Issue intervals of NeuronCore instructions in cycles of their engine. The formulas are those of
/// AWS's instruction reference and architecture guides; their coefficients, and the formula of each
/// operation, are data (core_timing.h). They are lower bounds without semaphores, bank conflicts
/// and warm-up.

struct CoreTiming;

enum class CoreGeneration { kV1, kV2, kV3, kV4 };

/// The generation for "v1" to "v4"; nullopt for other text.
std::optional<CoreGeneration> parse_generation(std::string_view text);

enum class ElementType { kBf16, kFp16, kTf32, kFp8, kFp32 };
enum class OnChip { kSbuf, kPsum };

/// One instruction. Counts are per partition unless stated otherwise; members that do not apply to
/// an operation are 0.
struct Instruction {
  std::string_view op;  ///< NKI name: "nc_matmul", "tensor_tensor", ...
  Engine engine = Engine::kVector;
  double elements = 0;                    ///< N: free size
  double partitions = 0;                  ///< P
  double stationary = 0;                  ///< columns of the stationary matrix
  double moving = 0;                      ///< columns of the moving matrix
  ElementType type = ElementType::kFp32;  ///< of all operands
  OnChip input = OnChip::kSbuf;
  OnChip second_input = OnChip::kSbuf;  ///< tensor_tensor; predicate of tensor_copy_predicated
  OnChip output = OnChip::kSbuf;
  bool contiguous = true;
  std::string_view alu{};         ///< "add", "multiply", "subtract", "max", ...
  std::string_view second_alu{};  ///< of scalar_tensor_tensor
  bool zero = false;              ///< memset to zero
  double indices = 0;             ///< local_gather: valid indices
  double per_index = 1;           ///< local_gather: elements per index
  double k = 0;                   ///< topk
};

/// Whether a cost rule applies to an instruction.
using CostCondition = bool (*)(const Instruction&);
/// The condition with the name in data files; "" is always true. nullptr for an unknown name.
CostCondition cost_condition(std::string_view name);

/// Cycles of `instruction` on `generation`. Errors: kNotFound if no cost is published for the
/// operation on that engine and generation, as for all operations of v1.
Result<double> instruction_cycles(const CoreTiming& timing, CoreGeneration generation,
                                  const Instruction& instruction);

/// nc_matmul: max(min(minimum, stationary), moving), multiplied by the number of passes for fp32.
double matmul_cycles(const CoreTiming& timing, double stationary, double moving, bool fp32);
/// A moving matrix of any width, divided into instructions of at most `moving_maximum` columns.
double matmul_sweep_cycles(const CoreTiming& timing, double stationary, double moving, bool fp32);
/// An elementwise instruction: max(minimum, elements).
double elementwise_cycles(const CoreTiming& timing, double elements);

}  // namespace nscope::sim
