#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/machine/instruction_cost.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The formula for the cycles of an instruction with N elements per partition.
enum class CostFormula {
  kElements,      ///< max(at_least, cycles x N / elements) + plus
  kElementsAndK,  ///< the same plus k
  kMatmul,        ///< matmul_cycles()
  kMatmulNarrow,  ///< the same for all types without additional passes
  kTranspose,     ///< max(partitions, min(minimum, N))
  kGather,        ///< gpsimd_start + indices x per_index / rate, see local_gather of NKI
};

/// The cost of one operation on some engines and generations if a condition is fulfilled.
struct CostRule {
  unsigned engines = 0;      ///< one bit for each Engine
  unsigned generations = 0;  ///< one bit for each CoreGeneration
  CostCondition when = nullptr;
  CostFormula formula = CostFormula::kElements;
  double cycles = 0;
  double elements = 1;
  double at_least = 0;
  double plus = 0;
};

/// The costs of operations on NeuronCores of all generations: published, measured and assumed
/// values of resources/instructions/neuroncore.json, which also states their sources. Plain data.
struct CoreTiming {
  struct Operation {
    std::string name;             ///< NKI name: "nc_matmul"
    std::vector<CostRule> rules;  ///< the first rule whose condition is fulfilled applies
  };

  double minimum = 0;          ///< cycles, shortest time between two instructions of an engine
  double minimum_dynamic = 0;  ///< the same with an operand that is addressed by a register
  double gpsimd_start = 0;     ///< cycles
  double moving_maximum = 0;   ///< largest number of columns of the moving matrix
  double fp32_passes = 0;      ///< of TensorE
  double gather_start = 0;     ///< cycles
  double gather_word = 0;      ///< cycles
  double tensor_result = 0;    ///< cycles from the end of an issue interval until the result
                               ///< can be used, of each engine
  double vector_result = 0;
  double scalar_result = 0;
  double gpsimd_result = 0;             ///< also of SyncE
  double semaphore_latency = 0;         ///< s, from an update to the start of a waiting instruction
  double gating_share = 0;              ///< busy share of a window for the full clock of TensorE
  double dma_packet = 0;                ///< bytes
  double dma_rows_per_packet = 0;       ///< count
  double partitions_per_engine = 0;     ///< number of partitions that one DMA engine serves
  double gathered_row = 0;              ///< bytes; a shorter row of a table takes as long as this
  std::vector<Operation> operations{};  ///< sorted by name

  double result_cycles(Engine engine) const;
};

/// Reads a document with the schema nscope.core-timing/1 strictly. `name` is the file name for
/// messages. Errors: kBadInput with the key.
Result<CoreTiming> core_timing_from_json(const Json& json, std::string_view name);

/// The timing of resources/instructions/neuroncore.json, read once. Thread-safe.
const Result<CoreTiming>& built_in_core_timing();

}  // namespace nscope::sim
