#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace nscope {

/// The operation of a collective, independent of its name in a library.
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

/// "all-reduce", ..., "other".
std::string_view to_string(CollectiveOp op);

/// The operation that a name contains: "AllReduce", "all_reduce", "_allgather_base", "redsct",
/// "ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(...)". kOther if it contains none.
CollectiveOp collective_op(std::string_view name);

/// Whether the operation ends at the same time on all ranks, apart from the last hop. Broadcasts
/// and sends end at different times.
bool ends_together(CollectiveOp op);

/// Property keys of captures for the sequence number of a collective in its group.
inline constexpr auto kCollectiveSequenceKeys =
    std::to_array<std::string_view>({"Seq", "seq", "seq_num", "sequence", "op_id"});

}  // namespace nscope
