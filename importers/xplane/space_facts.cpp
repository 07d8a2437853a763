#include "importers/shared/printable.h"
#include "importers/xplane/space_import.h"
#include "profiler/trace/vocabulary.h"

#include <array>

#include <fmt/format.h>

// Properties of the run: devices, hosts, versions, clock.
namespace nscope::importers::xplane {
namespace {

/// Facts of a GPU's plane and their names in Kineto's list deviceProperties.
constexpr auto kGpuFacts = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"gpu_device_name", "name"},
     {"core_count", "numSms"},
     {"memory_size", "totalGlobalMem"},
     {"memory_bandwidth", "memoryBandwidth"},
     {"compute_cap_major", "computeMajor"},
     {"compute_cap_minor", "computeMinor"}});

std::string_view kineto_name(std::string_view fact) {
  for (const auto& [ours, theirs] : kGpuFacts) {
    if (ours == fact) return theirs;
  }
  return fact;
}

}  // namespace

void SpaceImport::put_facts(Plane& plane, const PlaneKind& kind) {
  for (const std::string_view bytes : plane.own_stats) {
    Stat stat;
    (void)read_stat(bytes, stat);
    const StatKind* const key = stat_kind(plane, stat.metadata_id);
    if (key == nullptr) continue;
    const std::string fact = key->raw;
    const auto value = value_of(plane, stat);
    if (!value) continue;
    std::string name = fact;
    if (kind.gpu) {
      name = fmt::format("deviceProperties.{}.{}", kind.number, kineto_name(fact));
    } else if (kind.device) {
      name = fmt::format("{}.{}", kind.label, fact);
    }
    if (const auto* integer = std::get_if<std::int64_t>(&*value)) {
      out_.property(name, *integer);
    } else if (const auto* real = std::get_if<double>(&*value)) {
      out_.property(name, *real);
    } else {
      out_.property(name, printable(text_of(plane, stat)));
    }
  }
}

void SpaceImport::put_properties(std::string_view file_name) {
  out_.property(std::string(property::kSourceFormat), std::string("xplane"));
  out_.property(std::string(property::kSourceFile), std::string(file_name));
  out_.property(std::string(property::kProvenance), std::string("measured"));
  out_.property(std::string(property::kClockOrigin), origin_ns_);
  constexpr std::int64_t kYear2001 = 978'307'200'000'000'000;
  if (origin_ns_ > kYear2001) {
    out_.property(std::string(property::kClock), std::string("unix"));
  }
  std::string hosts;
  for (const std::string_view host : space_.hostnames) {
    hosts += fmt::format("{}{}", hosts.empty() ? "" : ", ", printable(host));
  }
  if (!hosts.empty()) out_.property("hostname", hosts);
  out_.time_base({.ticks_per_ns = kPicosecondTicks,
                  .window_begin = TraceTime(first_),
                  .window_end = TraceTime(last_)});
}

}  // namespace nscope::importers::xplane
