#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/text.h"
#include "simcore/catalog/catalog.h"

#include <string>
#include <vector>

namespace nscope::cli {

/// What one model takes of an instance that several models share. Plain data.
struct InstanceShare {
  Text name{};  ///< of the variant
  std::string instance{};
  int cores = 0;          ///< logical NeuronCores of all its replicas
  int core_size = 1;      ///< physical cores of a logical core
  double host_bytes = 0;  ///< memory of the host that its processes need to load and to run
};

/// The share of a model by the JSON of its run (`workload` and `start_up`). Errors: kBadInput, at
/// `where`, for GPUs and for training, and for a model that needs several instances.
Result<InstanceShare> share_of(const Text& name, const std::string& instance, const Json& run,
                               int instances, const std::string& where);

/// Whether models fit on one instance together. Each has cores of its own, with their memory and
/// bandwidth; the models are started at the same time and share the memory of the host.
struct SharedInstance {
  std::string instance{};
  int cores = 0;            ///< physical NeuronCores that the models use
  int cores_available = 0;  ///< of the instance
  double host_bytes = 0;
  double host_available = 0;  ///< 0: not published
  bool fits = true;
  Text verdict{};  ///< one sentence, with the calculation
};
/// Errors: kBadInput, at `where`, if the models are on different instance types.
Result<SharedInstance> share_instance(const catalog::Catalog& catalog,
                                      const std::vector<InstanceShare>& shares,
                                      const std::string& where);
Json to_json(const SharedInstance& shared);

}  // namespace nscope::cli
