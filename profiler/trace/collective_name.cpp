#include "profiler/trace/collective_name.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace nscope {
namespace {

// In lower case without separators. The first match counts, so longer words come first.
constexpr auto kWords = std::to_array<std::pair<std::string_view, CollectiveOp>>({
    {"allreduce", CollectiveOp::kAllReduce},
    {"allgather", CollectiveOp::kAllGather},
    {"reducescatter", CollectiveOp::kReduceScatter},
    {"redsct", CollectiveOp::kReduceScatter},
    {"alltoall", CollectiveOp::kAllToAll},
    {"barrier", CollectiveOp::kBarrier},
    {"broadcast", CollectiveOp::kBroadcast},
    {"bcast", CollectiveOp::kBroadcast},
    {"permute", CollectiveOp::kPermute},
    {"sendrecv", CollectiveOp::kSendRecv},
    {"allr", CollectiveOp::kAllReduce},
    {"allg", CollectiveOp::kAllGather},
    {"reduce", CollectiveOp::kReduce},
    {"send", CollectiveOp::kSendRecv},
    {"recv", CollectiveOp::kSendRecv},
});

}  // namespace

std::string_view to_string(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::kAllReduce: return "all-reduce";
    case CollectiveOp::kAllGather: return "all-gather";
    case CollectiveOp::kReduceScatter: return "reduce-scatter";
    case CollectiveOp::kAllToAll: return "all-to-all";
    case CollectiveOp::kBroadcast: return "broadcast";
    case CollectiveOp::kReduce: return "reduce";
    case CollectiveOp::kPermute: return "permute";
    case CollectiveOp::kSendRecv: return "send-receive";
    case CollectiveOp::kBarrier: return "barrier";
    case CollectiveOp::kOther: break;
  }
  return "other";
}

CollectiveOp collective_op(std::string_view name) {
  std::string plain;
  plain.reserve(name.size());
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) != 0) plain += static_cast<char>(std::tolower(u));
  }
  const auto found = std::find_if(kWords.begin(), kWords.end(), [&](const auto& word) {
    return plain.find(word.first) != std::string::npos;
  });
  return found == kWords.end() ? CollectiveOp::kOther : found->second;
}

bool ends_together(CollectiveOp op) {
  return op == CollectiveOp::kAllReduce || op == CollectiveOp::kAllGather ||
         op == CollectiveOp::kReduceScatter || op == CollectiveOp::kAllToAll ||
         op == CollectiveOp::kBarrier;
}

}  // namespace nscope
