#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nscope::importers::perfetto {

/// The fields of Chrome's older macros in an event, which are those of Chrome's JSON format.
struct LegacyEvent {
  enum class IdKind : std::uint8_t { kNone, kUnscoped, kLocal, kGlobal };
  char phase = 0;
  std::int64_t duration_us = 0;
  std::uint64_t name_id = 0;
  std::uint64_t id = 0;  ///< of asynchronous events and flows
  IdKind id_kind = IdKind::kNone;
  std::string_view id_scope{};
  std::uint64_t bind_id = 0;  ///< of a flow
  bool flow_in = false;
  bool flow_out = false;
  std::optional<std::int32_t> pid{};  ///< instead of those of the sequence
  std::optional<std::int32_t> tid{};
};

/// Reads a LegacyEvent message. False if it is damaged.
bool read_legacy_event(std::string_view message, LegacyEvent& event);

}  // namespace nscope::importers::perfetto
