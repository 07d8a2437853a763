#include "importers/neff/static_transfers.h"

#include "importers/shared/printable.h"

#include <string>

namespace nscope::importers {
namespace {

const std::string* text_at(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? &it->get_ref<const std::string&>() : nullptr;
}

const Json* array_at(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it != object.end() && it->is_array() ? &*it : nullptr;
}

/// Whether the variable is in HBM. The variable of the on-chip memory has the type "state-buffer".
bool in_hbm(const Json& definition, const std::string& name) {
  const auto vars = definition.find("var");
  if (vars == definition.end() || !vars->is_object()) return false;
  const auto var = vars->find(name);
  const std::string* type = var == vars->end() ? nullptr : text_at(*var, "type");
  return type != nullptr && *type != "state-buffer";
}

}  // namespace

void read_static_transfers(const Json& engine, const Json& definition, NeffSubgraph& to) {
  const Json* transfers = array_at(engine, "dma");
  if (transfers == nullptr) return;
  for (const Json& transfer : *transfers) {
    const std::string* queue = text_at(transfer, "queue");
    const Json* descriptors = array_at(transfer, "desc");
    if (queue == nullptr || descriptors == nullptr) continue;
    QueueDirection& direction = to.queue_directions[printable(*queue)];
    for (const Json& descriptor : *descriptors) {
      const std::string* from = text_at(descriptor, "from");
      const std::string* target = text_at(descriptor, "to");
      if (from == nullptr || target == nullptr) continue;
      const bool reads = in_hbm(definition, *from);
      const bool writes = in_hbm(definition, *target);
      direction.loads = direction.loads || (reads && !writes);
      direction.stores = direction.stores || (writes && !reads);
      direction.other = direction.other || reads == writes;
    }
  }
}

}  // namespace nscope::importers
