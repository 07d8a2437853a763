#include "simcore/engine/validation/collective_row.h"

#include <array>
#include <string_view>
#include <utility>

namespace nscope::sim {
namespace {

/// The kind by the names of tables and of nccom-test.
std::optional<CollectiveKind> row_kind(std::string_view name) {
  if (const auto kind = parse_collective_kind(name)) return kind;
  struct Alias {
    std::string_view name;
    CollectiveKind kind;
  };
  constexpr std::array<Alias, 12> kAliases{{{"allreduce", CollectiveKind::kAllReduce},
                                            {"allgather", CollectiveKind::kAllGather},
                                            {"allgatherv", CollectiveKind::kAllGather},
                                            {"all_gather_v", CollectiveKind::kAllGather},
                                            {"reducescatter", CollectiveKind::kReduceScatter},
                                            {"alltoall", CollectiveKind::kAllToAll},
                                            {"alltoallv", CollectiveKind::kAllToAll},
                                            {"all_to_all_v", CollectiveKind::kAllToAll},
                                            {"collective_permute", CollectiveKind::kPermute},
                                            {"sendrecv", CollectiveKind::kSend},
                                            {"send_recv", CollectiveKind::kSend},
                                            {"bcast", CollectiveKind::kBroadcast}}};
  for (const Alias& alias : kAliases) {
    if (alias.name == name) return alias.kind;
  }
  return std::nullopt;
}

/// The assumed tool of a row without a software version; see RowCollective.
MeasuredBy usual_tool(const catalog::Catalog& catalog, const ValidationRow& row,
                      CollectiveKind kind) {
  if (row.source.find("profil") != std::string::npos) return MeasuredBy::kDevice;
  const auto instance = catalog.instance(row.instance);
  const auto generation =
      instance ? parse_generation(catalog.device_of(**instance).generation) : std::nullopt;
  if (generation && *generation >= CoreGeneration::kV3) return MeasuredBy::kDevice;
  const bool reduces = kind == CollectiveKind::kAllReduce || kind == CollectiveKind::kReduceScatter;
  return reduces || row.nodes.value_or(1) > 1 ? MeasuredBy::kHostTool : MeasuredBy::kDevice;
}

/// Splits the ranks of a row into nodes and groups. Returns why this is not possible; empty if it
/// is.
Text split_ranks(const ValidationRow& row, CollectiveGroup& group) {
  const int ranks = logical_cores(row).value_or(0);
  const int nodes = row.nodes.value_or(1);
  int size = ranks;  // of one group
  if (row.tensor_parallel) size = *row.tensor_parallel;
  if (row.copies && ranks % *row.copies == 0) size = ranks / *row.copies;
  if (size > ranks || ranks % size != 0 || ranks % nodes != 0) {
    return tr("{} ranks cannot be divided evenly among {} nodes and groups of {}", ranks, nodes,
              size);
  }
  const int on_node = ranks / nodes;
  if (size <= on_node) {
    group = {.ranks_per_node = size, .concurrent = on_node / size};
    return {};
  }
  if (size != ranks) return tr("groups that span only some of the nodes are not supported");
  group = {.ranks_per_node = on_node, .nodes = nodes};
  return {};
}

}  // namespace

RowCollective collective_of(const catalog::Catalog& catalog, const ValidationRow& row) {
  const auto refuse = [](Text reason) {
    return RowCollective{.setup = std::nullopt, .reason = std::move(reason), .assumption = {}};
  };
  if (row.model.find("matmul") != std::string::npos) {
    return refuse(tr("the time includes a matrix product in the same graph"));
  }
  const auto kind = row_kind(row.model);
  if (!kind) return refuse(tr("the collective '{}' is not supported", row.model));
  if (!logical_cores(row)) return refuse(tr("the number of ranks is not stated"));
  if (!row.input_length) return refuse(tr("the number of bytes is not stated"));
  CollectiveSetup setup{.kind = *kind};
  if (Text why = split_ranks(row, setup.group); !why.empty()) return refuse(std::move(why));
  setup.bytes = static_cast<double>(*row.input_length);
  if (!row.dtype.empty()) setup.dtype = row.dtype;
  RowCollective out{.setup = std::nullopt, .reason = {}, .assumption = {}};
  if (row.sdk.empty()) {
    setup.measured_by = usual_tool(catalog, row, *kind);
    out.assumption = *setup.measured_by == MeasuredBy::kHostTool
                         ? tr("the time is assumed to include the host of an older runtime")
                         : tr("the time is assumed to be that of the device alone");
  } else if (!is_version(row.sdk)) {
    return refuse(invalid_version(row.sdk));
  }
  out.setup = std::move(setup);
  return out;
}

}  // namespace nscope::sim
