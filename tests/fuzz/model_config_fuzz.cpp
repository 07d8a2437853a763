// Files config.json come from any author: reading one must never crash or hang, and a model that is
// accepted must have sizes that the simulator can compute with.
#include "profiler/base/json.h"
#include "simcore/catalog/config/hf_config.h"
#include "simcore/catalog/layer_shard.h"
#include "simcore/catalog/model_layers.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace nscope;

void check_amount(double value) {
  if (!std::isfinite(value) || value < 0) std::abort();
}

void check_layers(const catalog::Model& model) {
  int layers = 0;
  for (const catalog::LayerGroup& group : model.layer_groups()) {
    layers += group.count;
    check_amount(catalog::mixer_elements(model, group));
  }
  if (layers != model.layers) std::abort();
}

void check_sizes(const catalog::Model& model) {
  check_amount(model.parameters);
  check_amount(model.computed_parameters());
  check_amount(model.active_matrix_parameters());
  check_amount(model.kv_elements_per_token());
  check_amount(model.mtp_parameters());
  for (const int cores : {1, 8, 64}) {
    const auto memory = catalog::sequence_memory(model, {.tensor_parallel = cores});
    check_amount(memory.bytes(0, 2));
    check_amount(memory.bytes(1e6, 2));
    if (memory.bytes(1e6, 2) < memory.bytes(1, 2)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = parse_json(text, "config.json");
  if (!json) return 0;
  const auto configured = catalog::read_hf_config(*json, "config.json");
  if (!configured) return 0;
  check_sizes(configured->model);
  if (configured->model.architecture == catalog::Architecture::kDecoder) {
    check_layers(configured->model);
  }
  return 0;
}
