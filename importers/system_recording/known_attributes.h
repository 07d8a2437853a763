#pragma once

#include "importers/system_recording/record_blocks.h"
#include "profiler/trace/build/trace_writer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// The attributes of records that the importer interprets. All others are only copied.
enum class KnownKey : std::uint8_t {
  kCore,        ///< nc_idx
  kWorker,      ///< worker_gid
  kDeviceCore,  ///< device_core_idx
  kExecution,   ///< exec_id
  kModel,       ///< model_id
  kSize,        ///< size, bytes
  kHbm,         ///< hbm_idx
  kDevice,      ///< mla_idx
  kOnDevice,    ///< is_nc_hbm
  kUse,         ///< usage_type, as an index of RuntimeEvents::uses_
  kAllocated,   ///< allocated_bytes
  kReleased,    ///< freed_bytes
  kTotal,       ///< total_bytes
  kTotalOfUse,  ///< usage_type_total_bytes
  kReturnCode,  ///< return_code
  kStatus,      ///< status
  kNone,
};

/// The numbers of the known attributes of one record.
class KnownAttributes {
 public:
  void clear() { present_ = 0; }
  void set(KnownKey key, std::int64_t value) {
    values_[static_cast<std::size_t>(key)] = value;
    present_ |= 1u << static_cast<unsigned>(key);
  }
  bool has(KnownKey key) const { return (present_ >> static_cast<unsigned>(key) & 1u) != 0; }
  std::optional<std::int64_t> get(KnownKey key) const {
    return has(key) ? std::optional(values_[static_cast<std::size_t>(key)]) : std::nullopt;
  }
  std::int64_t value_or(KnownKey key, std::int64_t otherwise) const {
    return has(key) ? values_[static_cast<std::size_t>(key)] : otherwise;
  }

 private:
  std::uint32_t present_ = 0;
  std::array<std::int64_t, static_cast<std::size_t>(KnownKey::kNone)> values_{};
};

/// Keys and text values of attributes as strings of the trace. The texts of one block are
/// resolved when they are first used.
class AttributeKeys {
 public:
  explicit AttributeKeys(TraceWriter& out) : out_(out) {}

  struct Key {
    StringId name;
    KnownKey known = KnownKey::kNone;
  };

  /// Begins a new block.
  void start(const RecordBlock& block);
  const Key& key(const RecordBlock& block, std::uint32_t text);
  StringId value(const RecordBlock& block, std::uint32_t text);
  /// The key of an attribute that start and stop have with different values: "size_stop".
  StringId stop_key(StringId key);

 private:
  TraceWriter& out_;
  std::vector<std::optional<Key>> keys_;  ///< by text of the block
  std::vector<StringId> values_;          ///< by text of the block
  std::unordered_map<StringId, StringId> stop_keys_;
  std::unordered_map<StringId, std::string> key_texts_;
};

}  // namespace nscope::importers
