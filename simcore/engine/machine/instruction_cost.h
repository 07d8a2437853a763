#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/columns/kinds.h"

#include <optional>
#include <string_view>

namespace nscope::sim {

/// Issue intervals of NeuronCore instructions in cycles of their engine. Source:
/// the "Estimated instruction cost" of the NKI ISA reference up to Neuron SDK
/// 2.26 (nki.isa docstrings at tag v2.26.0) and the Trainium2/3 architecture
/// guides of SDK 2.32 (2026-08-21) for the performance modes. They are lower
/// bounds: semaphores, bank conflicts and warm-up come on top.

enum class CoreGeneration { kV1, kV2, kV3, kV4 };

/// "v1" .. "v4"; nullopt for anything else.
std::optional<CoreGeneration> parse_generation(std::string_view text);

enum class ElementType { kBf16, kFp16, kTf32, kFp8, kFp32 };
enum class OnChip { kSbuf, kPsum };

/// The shortest time between two instructions of an engine, cycles.
inline constexpr double kMinIssueInterval = 64;
/// The same with an operand addressed by a register.
inline constexpr double kMinIssueIntervalDynamic = 600;
/// Start of a GpSimd instruction, cycles.
inline constexpr double kGpSimdStart = 150;
/// Columns of the moving matrix that one TensorE instruction can take.
inline constexpr double kMatmulMovingMaximum = 512;

/// One instruction. Counts are per partition unless they say otherwise; members
/// an operation does not have stay 0.
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

/// Cycles of `instruction` on `generation`. Errors: kNotFound where no cost is
/// published for that operation on that engine and generation: none is for v1.
Result<double> instruction_cycles(CoreGeneration generation, const Instruction& instruction);

/// nc_matmul: max(min(64, stationary), moving), four times that for fp32.
double matmul_cycles(double stationary, double moving, bool fp32);
/// A moving matrix of any width, cut into instructions of at most 512 columns.
double matmul_sweep_cycles(double stationary, double moving, bool fp32);
/// An elementwise instruction: max(64, elements).
double elementwise_cycles(double elements);

}  // namespace nscope::sim
