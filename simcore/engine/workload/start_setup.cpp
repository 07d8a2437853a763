#include "simcore/engine/workload/start_setup.h"

#include "simcore/engine/documents/json_members.h"

#include <array>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr std::array kStorages{WeightStorage::kEbs, WeightStorage::kLocalDisk,
                               WeightStorage::kPageCache, WeightStorage::kS3};
/// The largest number of buckets: more than there are powers of two up to any sequence length.
constexpr int kMostBuckets = 64;

}  // namespace

std::string_view to_string(WeightStorage storage) {
  constexpr std::array<std::string_view, kStorages.size()> kNames{"ebs", "local-disk", "page-cache",
                                                                  "s3"};
  return kNames[static_cast<std::size_t>(storage)];
}

StartSetup read_start(StrictObject& in) {
  StartSetup setup;
  setup.storage = named_member(in, "storage", kStorages).value_or(setup.storage);
  if (const auto bandwidth = in.optional_number("bandwidth")) {
    setup.bandwidth = *bandwidth;
    if (!(std::isfinite(*bandwidth) && *bandwidth > 0)) {
      in.reject("bandwidth", tr("must be greater than 0"));
    }
  }
  setup.presharded = in.optional_boolean("presharded", false);
  setup.buckets = positive_member(in, "buckets", 0);
  if (setup.buckets > kMostBuckets) in.reject("buckets", tr("must be at most {}", kMostBuckets));
  setup.compile_host = text_member(in, "compile_host");
  return setup;
}

Json to_json(const StartSetup& setup) {
  Json json = Json::object();
  const StartSetup usual;
  if (setup.storage != usual.storage) json["storage"] = to_string(setup.storage);
  if (setup.bandwidth > 0) json["bandwidth"] = setup.bandwidth;
  if (setup.presharded) json["presharded"] = true;
  if (setup.buckets > 0) json["buckets"] = setup.buckets;
  if (!setup.compile_host.empty()) json["compile_host"] = setup.compile_host;
  return json;
}

}  // namespace nscope::sim
