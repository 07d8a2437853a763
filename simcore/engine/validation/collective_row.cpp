#include "simcore/engine/validation/collective_row.h"

#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/graph/operator.h"
#include "simcore/engine/validation/table_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <system_error>
#include <tuple>
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
  if (mentions(row.source, "profil")) return MeasuredBy::kDevice;
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

/// The order of the square matrices that notes name: 16384 of "16384^3 bf16 matmul"; 0 if none.
double matrix_order(std::string_view notes) {
  constexpr int kLargest = 1 << 20;
  const std::size_t cube = notes.find("^3");
  if (cube == std::string_view::npos) return 0;
  std::size_t first = cube;
  while (first > 0 && notes[first - 1] >= '0' && notes[first - 1] <= '9') --first;
  int order = 0;
  const auto read = std::from_chars(notes.data() + first, notes.data() + cube, order);
  return read.ec == std::errc() && order >= 1 && order <= kLargest ? order : 0;
}

}  // namespace

RowCollective collective_of(const catalog::Catalog& catalog, const ValidationRow& row,
                            bool with_host) {
  const auto refuse = [](Text reason) {
    return RowCollective{.setup = std::nullopt, .reason = std::move(reason), .assumption = {}};
  };
  constexpr std::string_view kInGraph = " (matmul + collective)";
  std::string_view name = row.model;
  const bool in_graph = name.ends_with(kInGraph);
  if (in_graph) name.remove_suffix(kInGraph.size());
  const double matrix = in_graph ? matrix_order(row.notes) : 0;
  if (in_graph && matrix == 0) {
    return refuse(tr("the size of the matrix product in the same graph is not stated"));
  }
  const auto kind = row_kind(name);
  if (!kind) return refuse(tr("the collective '{}' is not supported", row.model));
  if (!logical_cores(row)) return refuse(tr("the number of ranks is not stated"));
  if (!row.input_length) return refuse(tr("the number of bytes is not stated"));
  CollectiveSetup setup{.kind = *kind};
  if (Text why = split_ranks(row, setup.group); !why.empty()) return refuse(std::move(why));
  setup.bytes = static_cast<double>(*row.input_length);
  if (!row.dtype.empty()) setup.dtype = row.dtype;
  RowCollective out{.setup = std::nullopt, .matrix = matrix, .reason = {}, .assumption = {}};
  if (in_graph) {
    setup.measured_by = MeasuredBy::kDevice;
    // The row states the product of one rank, and an all-gather the result of all.
    if (*kind == CollectiveKind::kAllGather) setup.bytes *= setup.group.ranks();
    out.assumption = tr("the graph also contains a product of matrices of order {}", matrix);
  } else if (with_host) {
    setup.measured_by = MeasuredBy::kHostTool;
    out.assumption =
        tr("the time is assumed to include the host of an older runtime, because the "
           "same configuration is also published with less than a quarter of it");
  } else if (row.sdk.empty()) {
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

std::set<std::string> rows_with_host(const std::vector<ValidationRow>& rows) {
  constexpr double kShare = 0.25;
  const auto configuration = [](const ValidationRow& row) {
    return std::make_tuple(row.model, row.instance, row.nodes, row.cores, row.tensor_parallel,
                           row.copies, row.input_length, row.dtype, row.unit);
  };
  const auto counts = [](const ValidationRow& row) {
    return row.class_name == kCollectiveClass && row.metric == "time" && row.sdk.empty();
  };
  std::map<decltype(configuration(rows[0])), double> shortest;
  for (const ValidationRow& row : rows) {
    if (!counts(row)) continue;
    const auto [entry, added] = shortest.try_emplace(configuration(row), row.value);
    if (!added) entry->second = std::min(entry->second, row.value);
  }
  std::set<std::string> ids;
  for (const ValidationRow& row : rows) {
    if (counts(row) && shortest.at(configuration(row)) < kShare * row.value) ids.insert(row.id);
  }
  return ids;
}

double seconds_of(const Machine& machine, const Parameters& parameters,
                  const CollectiveRequest& request, double matrix) {
  const double collective = plan_collective(machine, parameters, request)->seconds();
  if (matrix <= 0) return collective;
  const Rates rates{machine, parameters};
  const Operator product{"matmul",
                         gemm(rates, {.rows = matrix, .inner = matrix, .columns = matrix})};
  return operator_seconds(product, overlap_of(rates)) + collective;
}

std::string_view collective_class(const CollectiveRequest& request) {
  if (request.in_graph) return "collective-graph";
  return request.measured_by == MeasuredBy::kHostTool ? "collective-host" : kCollectiveClass;
}

CollectiveRequest request_of(const RowCollective& row, const CollectiveRun& run) {
  CollectiveRequest request = run.plan.request;
  request.in_graph = row.matrix > 0;
  return request;
}

}  // namespace nscope::sim
