#pragma once

#include "profiler/trace/columns/column.h"
#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <limits>

namespace nscope {

/// The id of one of the first 65,535 strings of a trace, or none.
struct ShortStringId {
  static constexpr std::uint16_t kNone = std::numeric_limits<std::uint16_t>::max();

  std::uint16_t value = kNone;

  ShortStringId() = default;
  explicit ShortStringId(StringId id) : value(static_cast<std::uint16_t>(id.value)) {}
  explicit operator StringId() const { return value == kNone ? StringId() : StringId(value); }
  static bool fits(StringId id) { return id.value < kNone || !id.valid(); }
};
using StringColumn = Column<StringId, ShortStringId>;

}  // namespace nscope
