#pragma once

#include "profiler/trace/columns/kinds.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::analysis {

/// What an event does, in the order in which events claim an instant of time: an
/// instant in which an engine computes is the engines' time, whatever DMA moves
/// beside it. The last two claim none.
enum class WorkClass : std::uint8_t { kCompute, kCollective, kDma, kHost, kWait, kRequest };

/// The classes that claim time: kCompute to kHost.
inline constexpr std::size_t kClaimingClasses = 4;

constexpr bool claims_time(WorkClass work) {
  return static_cast<std::size_t>(work) < kClaimingClasses;
}

std::string_view to_string(WorkClass work);  ///< "compute", "collective", "dma", ...

/// What events are put together by.
enum class GroupBy : std::uint8_t {
  kOperator,     ///< the operator's name; an instruction's HLO name, else its opcode
  kInstruction,  ///< opcode and the types and shapes of its operands
  kLayer         ///< the layer the event belongs to
};

/// Events that are compared as one row.
struct GroupKey {
  WorkClass work = WorkClass::kCompute;
  Engine engine = Engine::kNone;
  SliceKind kind = SliceKind::kOther;
  std::string name;
};

/// The groups of all runs of a comparison, numbered in the order in which they
/// were met. One thread.
class GroupTable {
 public:
  std::uint32_t find_or_add(WorkClass work, Engine engine, SliceKind kind, std::string_view name);
  std::size_t size() const { return keys_.size(); }
  const GroupKey& operator[](std::uint32_t group) const { return keys_[group]; }

 private:
  std::vector<GroupKey> keys_;
  std::unordered_map<std::string, std::uint32_t> index_;
};

/// The types and shapes of an instruction's operands: its text without semaphores,
/// addresses and register numbers, which change from one compilation to the next.
std::string operand_shape(std::string_view operands);

}  // namespace nscope::analysis
