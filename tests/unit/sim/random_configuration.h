#pragma once

#include "simcore/engine/gpu/gpu_workload.h"
#include "simcore/engine/workload/workload.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <variant>
#include <vector>

namespace nscope::sim {

/// One configuration on NeuronCores or on GPUs.
using Configuration = std::variant<Workload, GpuWorkload>;

/// Draws configurations of every kind of the simulator: models of the whole catalogue, all instance
/// types, stacks, layouts, lengths and number formats. Many of them are impossible, and the
/// simulator rejects these. The sequence depends only on the seed.
class RandomConfigurations {
 public:
  explicit RandomConfigurations(std::uint64_t seed) : random_(seed) {}

  Workload inference();
  Workload server();
  Workload training();
  Workload kernel();
  Workload collective();
  GpuWorkload gpu();

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class T>
  T of(const std::vector<T>& values) {
    return values[below(values.size())];
  }
  /// A whole number between the limits, whose logarithm is uniform; often a power of two.
  int size(int low, int high);
  /// A model of the catalogue; half of the draws take every architecture with the same probability.
  const catalog::Model& model();
  const catalog::Model& model_of(catalog::Architecture architecture);
  std::string instance(catalog::DeviceKind kind);
  void choose_types(Workload& workload);

  std::mt19937_64 random_;
};

/// The model, instance, layout and shape of a configuration, for messages.
std::string described(const Configuration& configuration);

}  // namespace nscope::sim
