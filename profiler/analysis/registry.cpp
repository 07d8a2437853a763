#include "profiler/analysis/analysis.h"
#include "profiler/analysis/tables.h"

#include <string>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

// A new analysis is one more row.
constexpr Analysis kAnalyses[] = {
    {"summary", "Summary metrics",
     "engine activity, utilisation, bytes, DMA, collectives and throttling as single figures",
     summary_table},
    {"opcodes", "Instructions by opcode",
     "count, time, share of the engine's time and waits of each opcode", opcode_table},
    {"activity", "Busy time by track",
     "events of each track, the time they cover, and its share: for runs of any kind",
     activity_table},
    {"tensors", "HBM traffic by tensor",
     "bytes read and written for each tensor, and how often it is moved", tensor_table},
    {"diagnostics", "Import diagnostics", "what the import had to repair, skip or could not know",
     diagnostic_table},
};

}  // namespace

std::span<const Analysis> registry() {
  return kAnalyses;
}

Result<const Analysis*> find_analysis(std::string_view id) {
  std::string known;
  for (const Analysis& analysis : kAnalyses) {
    if (analysis.id == id) return &analysis;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", analysis.id);
  }
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("no analysis is called '{}'; there are {}", id, known));
}

}  // namespace nscope::analysis
