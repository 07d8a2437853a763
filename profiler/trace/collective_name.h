#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace nscope {

/// What a collective does, whatever the library that runs it calls it.
enum class CollectiveOp : std::uint8_t {
  kAllReduce,
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kBroadcast,
  kReduce,
  kPermute,
  kSendRecv,
  kBarrier,
  kOther,
};

/// "all-reduce", ...; "other".
std::string_view to_string(CollectiveOp op);

/// The operation in a name: "AllReduce", "all_reduce", "_allgather_base", "redsct",
/// "ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(...)". kOther where none is.
CollectiveOp collective_op(std::string_view name);

/// Whether it ends at the same moment on all ranks, apart from the last hop. Broadcasts and
/// sends end at different times by nature.
bool ends_together(CollectiveOp op);

/// What captures call the place of a collective in its group's order.
inline constexpr auto kCollectiveSequenceKeys =
    std::to_array<std::string_view>({"Seq", "seq", "seq_num", "sequence", "op_id"});

}  // namespace nscope
