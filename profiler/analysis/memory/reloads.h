#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <vector>

namespace nscope::analysis {

/// The HBM bytes of one instruction, by whether they had to be moved.
struct HbmTransfer {
  SliceId slice;         ///< of a transfer, the instruction that started it, if it is known
  double read = 0.0;     ///< bytes read from HBM
  double reread = 0.0;   ///< part of `read`: bytes that the core had read before and that were
                         ///< not written since
  double written = 0.0;  ///< bytes written to HBM
  /// Bytes of inputs and weights that are read for the first time, and of outputs that are written
  /// for the first time. 0 if the tensors are unknown.
  double compulsory = 0.0;
  double unknown = 0.0;  ///< part of `read` of which `reread` is unknown
  double untyped = 0.0;  ///< part of `read` + `written` that may be compulsory: unknown tensors
};

/// All instructions and transfers of static queues in scope that move HBM data, and how their
/// repeated reads were recognised.
struct HbmTransfers {
  std::vector<HbmTransfer> transfers;  ///< in order of their starts
  /// Those that read HBM, by evidence: the addresses in their operands (exact), or the size
  /// of the tensor they read (bytes beyond its size are repeated: a lower limit).
  std::int64_t by_address = 0;
  std::int64_t by_tensor = 0;
  std::int64_t unknown = 0;  ///< neither is stated; `reread` is 0
  double unknown_bytes = 0.0;
};

/// Determines which HBM reads are repeated. Each core is considered by itself, because its SBUF
/// could have kept the data. Reads before the analysed range do not count. Memory: a few bytes for
/// each distinct row that is read. Errors: kCancelled.
Result<HbmTransfers> hbm_transfers(const Trace& trace, const Scope& scope, TaskControl& control);

}  // namespace nscope::analysis
