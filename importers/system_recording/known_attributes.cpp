#include "importers/system_recording/known_attributes.h"

#include "importers/shared/printable.h"

#include <utility>

namespace nscope::importers {
namespace {

constexpr std::pair<std::string_view, KnownKey> kKnownKeys[] = {
    {"nc_idx", KnownKey::kCore},
    {"worker_gid", KnownKey::kWorker},
    {"device_core_idx", KnownKey::kDeviceCore},
    {"exec_id", KnownKey::kExecution},
    {"model_id", KnownKey::kModel},
    {"size", KnownKey::kSize},
    {"hbm_idx", KnownKey::kHbm},
    {"mla_idx", KnownKey::kDevice},
    {"is_nc_hbm", KnownKey::kOnDevice},
    {"usage_type", KnownKey::kUse},
    {"allocated_bytes", KnownKey::kAllocated},
    {"freed_bytes", KnownKey::kReleased},
    {"total_bytes", KnownKey::kTotal},
    {"usage_type_total_bytes", KnownKey::kTotalOfUse},
    {"return_code", KnownKey::kReturnCode},
    {"status", KnownKey::kStatus},
};

KnownKey known_key(std::string_view key) {
  for (const auto& [name, known] : kKnownKeys) {
    if (name == key) return known;
  }
  return KnownKey::kNone;
}

}  // namespace

void AttributeKeys::start(const RecordBlock& block) {
  keys_.assign(block.texts.size(), std::nullopt);
  values_.assign(block.texts.size(), StringId());
}

const AttributeKeys::Key& AttributeKeys::key(const RecordBlock& block, std::uint32_t text) {
  std::optional<Key>& key = keys_[text];
  if (!key) {
    const std::string_view name = block.texts.view(text);
    const std::string shown = name.empty() ? std::string("unnamed") : printable(name);
    key = Key{out_.intern(shown), known_key(name)};
    key_texts_.try_emplace(key->name, shown);
  }
  return *key;
}

StringId AttributeKeys::value(const RecordBlock& block, std::uint32_t text) {
  StringId& value = values_[text];
  if (!value.valid()) value = out_.intern(printable(block.texts.view(text)));
  return value;
}

StringId AttributeKeys::stop_key(StringId key) {
  const auto [known, added] = stop_keys_.try_emplace(key);
  if (added) known->second = out_.intern(key_texts_[key] + "_stop");
  return known->second;
}

}  // namespace nscope::importers
