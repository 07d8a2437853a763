#include "simcore/engine/workload/collective_setup.h"

#include "simcore/engine/documents/bounded_members.h"
#include "simcore/engine/documents/software.h"

#include <array>
#include <cmath>
#include <limits>

namespace nscope::sim {
namespace {

constexpr std::string_view kFirstOnDevice = "2.24";
constexpr double kMostBytes = 1e15;
constexpr std::size_t kMostFailedLinks = 1024;

struct NamedType {
  std::string_view name;
  int bytes;
};
constexpr std::array<NamedType, 10> kTypes{{{"fp32", 4},
                                            {"int32", 4},
                                            {"uint32", 4},
                                            {"bf16", 2},
                                            {"fp16", 2},
                                            {"int16", 2},
                                            {"uint16", 2},
                                            {"fp8", 1},
                                            {"int8", 1},
                                            {"uint8", 1}}};

int whole(StrictObject& in, const char* key, std::int64_t value, std::int64_t least) {
  if (value < least || value > std::numeric_limits<int>::max()) {
    in.reject(key, tr("must be a whole number of at least {}", least));
    return static_cast<int>(least);
  }
  return static_cast<int>(value);
}

double share(StrictObject& in, const char* key) {
  const double value = in.optional_number(key).value_or(0);
  if (value >= 0 && value < 1) return value;
  in.reject(key, tr("must be at least 0 and less than 1"));
  return 0;
}

void read_group(StrictObject& in, CollectiveGroup& group) {
  const int ranks = whole(in, "ranks", in.integer("ranks"), 1);
  group.nodes = whole(in, "nodes", in.optional_integer("nodes").value_or(1), 1);
  group.stride = whole(in, "stride", in.optional_integer("stride").value_or(1), 1);
  group.concurrent =
      whole(in, "concurrent_groups", in.optional_integer("concurrent_groups").value_or(1), 1);
  if (ranks % group.nodes != 0) {
    in.reject("ranks", tr("must be a multiple of the {} nodes", group.nodes));
  }
  group.ranks_per_node = std::max(1, ranks / group.nodes);
}

/// Reads pairs of chips: [[0, 1], [4, 5]].
std::vector<ChipLink> read_links(StrictObject& in) {
  std::vector<ChipLink> links;
  if (in.optional("failed_links") == nullptr) return links;
  for (const Json& entry : in.array("failed_links")) {
    const auto chip = [&](std::size_t i) {
      const bool usable = entry.is_array() && entry.size() == 2 && entry[i].is_number_integer() &&
                          entry[i].get<double>() >= 0 &&
                          entry[i].get<double>() <= std::numeric_limits<int>::max();
      return usable ? entry[i].get<int>() : -1;
    };
    if (chip(0) < 0 || chip(1) < 0 || links.size() >= kMostFailedLinks) {
      in.reject("failed_links", tr("must be an array of at most {} pairs of chips such as [0, 1]",
                                   kMostFailedLinks));
      return {};
    }
    links.push_back({chip(0), chip(1)});
  }
  return links;
}

void read_disturbance(StrictObject& in, Disturbance& disturbance) {
  if (in.optional("straggler") != nullptr) {
    StrictObject slow(in.object("straggler"), in.path("straggler"));
    Disturbance::Straggler straggler;
    straggler.rank = whole(slow, "rank", slow.integer("rank"), 0);
    constexpr double kLatest = 1000;
    straggler.late_seconds = between_member(slow, "late_seconds", 0, kLatest).value_or(0);
    // A rank that is only late is not slow.
    straggler.slowdown = straggler.late_seconds > 0 ? slow.optional_number("slowdown").value_or(1)
                                                    : slow.number("slowdown");
    if (!(straggler.slowdown >= 1 && straggler.slowdown <= 1e6)) {
      slow.reject("slowdown", tr("must be between 1 and {}", as::count(1'000'000)));
    }
    disturbance.straggler = straggler;
    in.adopt(slow);
  }
  disturbance.failed_links = read_links(in);
  disturbance.link_traffic = share(in, "link_traffic");
  disturbance.dma_traffic = share(in, "dma_traffic");
}

}  // namespace

std::optional<int> collective_element_bytes(std::string_view dtype) {
  for (const NamedType& type : kTypes) {
    if (type.name == dtype) return type.bytes;
  }
  return std::nullopt;
}

Result<CollectiveSetup> collective_setup_from_json(const Json& json, std::string_view where) {
  StrictObject in(json, std::string(where));
  CollectiveSetup setup;
  const auto kind = parse_collective_kind(in.string("kind"));
  if (kind) {
    setup.kind = *kind;
  } else {
    in.reject("kind",
              tr("must be one of all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, "
                 "permute, send"));
  }
  read_group(in, setup.group);
  setup.bytes = in.number("bytes");
  if (!(setup.bytes >= 1 && setup.bytes <= kMostBytes) || setup.bytes != std::floor(setup.bytes)) {
    in.reject("bytes", tr("must be a whole number between 1 and {}", kMostBytes));
  }
  setup.dtype = in.optional_string("dtype").value_or(setup.dtype);
  const auto element = collective_element_bytes(setup.dtype);
  if (!element) {
    in.reject("dtype",
              tr("must be one of fp32, int32, uint32, bf16, fp16, int16, uint16, fp8, int8, "
                 "uint8"));
  } else if (std::fmod(setup.bytes, *element) != 0) {
    in.reject("bytes", tr("must be a multiple of {} B, the size of {}", *element, setup.dtype));
  }
  if (const auto name = in.optional_string("algorithm")) {
    setup.algorithm = parse_collective_algorithm(*name);
    if (!setup.algorithm) in.reject("algorithm", tr("must be one of mesh, rdh, ring, kangaring"));
  }
  if (const auto name = in.optional_string("measured_by")) {
    setup.measured_by = parse_measured_by(*name);
    if (!setup.measured_by) in.reject("measured_by", tr("must be device or host_tool"));
  }
  read_disturbance(in, setup.disturbance);
  if (auto done = in.finish(); !done) return fail(done.error());
  return setup;
}

Json to_json(const CollectiveSetup& setup) {
  Json json;
  json["kind"] = to_string(setup.kind);
  json["ranks"] = setup.group.ranks();
  if (setup.group.nodes > 1) json["nodes"] = setup.group.nodes;
  if (setup.group.stride > 1) json["stride"] = setup.group.stride;
  if (setup.group.concurrent > 1) json["concurrent_groups"] = setup.group.concurrent;
  json["bytes"] = static_cast<std::int64_t>(setup.bytes);
  json["dtype"] = setup.dtype;
  if (setup.algorithm) json["algorithm"] = to_string(*setup.algorithm);
  if (setup.measured_by) json["measured_by"] = to_string(*setup.measured_by);
  const Disturbance& disturbance = setup.disturbance;
  if (disturbance.straggler) {
    json["straggler"] = {{"rank", disturbance.straggler->rank},
                         {"slowdown", disturbance.straggler->slowdown}};
    if (disturbance.straggler->late_seconds > 0) {
      json["straggler"]["late_seconds"] = disturbance.straggler->late_seconds;
    }
  }
  for (const ChipLink& link : disturbance.failed_links) {
    json["failed_links"].push_back({link.from, link.to});
  }
  if (disturbance.link_traffic > 0) json["link_traffic"] = disturbance.link_traffic;
  if (disturbance.dma_traffic > 0) json["dma_traffic"] = disturbance.dma_traffic;
  return json;
}

MeasuredBy measured_by_of(const CollectiveSetup& setup, std::string_view software) {
  if (setup.measured_by) return *setup.measured_by;
  return software_at_least(software, kFirstOnDevice) ? MeasuredBy::kDevice : MeasuredBy::kHostTool;
}

}  // namespace nscope::sim
