#pragma once

#include "profiler/analysis/comparison/compared_sources.h"
#include "profiler/base/text.h"
#include "profiler/trace/columns/kinds.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::analysis {

/// The class of an event. Each instant of the wall time belongs to the first class that has a
/// running event: while an engine computes, the time is compute time, even if DMA transfers run,
/// too. The last two classes have no part in the wall time.
enum class WorkClass : std::uint8_t { kCompute, kCollective, kDma, kHost, kWait, kRequest };

/// The number of classes that have a part in the wall time: kCompute to kHost.
inline constexpr std::size_t kClaimingClasses = 4;

constexpr bool claims_time(WorkClass work) {
  return static_cast<std::size_t>(work) < kClaimingClasses;
}

Phrase title(WorkClass work);
std::string_view to_string(WorkClass work);  ///< "compute", "collective", "dma", ...

/// The property by which events are grouped.
enum class GroupBy : std::uint8_t {
  kOperator,     ///< operator name; for instructions the HLO name, or the opcode if absent
  kInstruction,  ///< opcode and the types and shapes of the operands
  kLayer,        ///< layer of the event
  kSource        ///< source line; the event's own name if it states none
};

/// Name of the group of events without a layer.
inline constexpr Phrase kNoLayer = phrase("(no layer)");

/// The key of events that are compared as one row.
struct GroupKey {
  WorkClass work = WorkClass::kCompute;
  Engine engine = Engine::kNone;
  SliceKind kind = SliceKind::kOther;
  std::string name;
};

/// The groups of all runs of a comparison, numbered in the order of their first events. One thread.
class GroupTable {
 public:
  std::uint32_t find_or_add(WorkClass work, Engine engine, SliceKind kind, std::string_view name);
  std::size_t size() const { return keys_.size(); }
  const GroupKey& operator[](std::uint32_t group) const { return keys_[group]; }
  /// The source files of the runs, for GroupBy::kSource.
  ComparedSources& sources() { return sources_; }

 private:
  ComparedSources sources_;
  std::vector<GroupKey> keys_;
  std::unordered_map<std::string, std::uint32_t> index_;
};

/// The types and shapes of an instruction's operands: the operand text without semaphores,
/// addresses and register numbers, because these change with each compilation.
std::string operand_shape(std::string_view operands);

}  // namespace nscope::analysis
