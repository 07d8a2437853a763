#include "profiler/trace/trace.h"

#include <algorithm>

namespace nscope {

StringTable::StringTable(const StringTable& other) {
  for (const std::string& text : other.texts_) append(text);
}

StringId StringTable::intern(std::string_view text) {
  if (const StringId id = find(text); id.valid()) return id;
  return append(std::string(text));
}

StringId StringTable::append(std::string text) {
  const StringId id(texts_.size());
  texts_.push_back(std::move(text));
  index_.emplace(texts_.back(), id);
  return id;
}

StringId StringTable::find(std::string_view text) const {
  const auto it = index_.find(text);
  return it == index_.end() ? StringId() : it->second;
}

std::uint32_t Track::parent_of(std::size_t row) const {
  const std::size_t depth = slices.depth[row];
  if (layout == TrackLayout::kFlat || depth == 0) return SliceId::kNone;
  // No other slice starts at a depth while one is open, so the slice that started last at the
  // depth above is the only candidate.
  const RowColumn& above = pyramid.lanes()[depth - 1].rows;
  const std::size_t before = above.count_before(static_cast<std::uint32_t>(row));
  if (before == 0) return SliceId::kNone;
  const std::uint32_t candidate = above[before - 1];
  return slices.end(candidate) >= slices.end(row) ? candidate : SliceId::kNone;
}

FlowRange Trace::flows_from(SliceId slice) const {
  const auto [first, last] =
      std::equal_range(flows_.begin(), flows_.end(), Flow{slice, {}, {}},
                       [](const Flow& a, const Flow& b) { return a.from < b.from; });
  return {first, last};
}

std::vector<Flow> Trace::flows_to(SliceId slice) const {
  std::vector<Flow> found;
  auto it = std::lower_bound(
      flows_by_target_.begin(), flows_by_target_.end(), slice,
      [&](std::uint32_t index, SliceId target) { return flows_[index].to < target; });
  for (; it != flows_by_target_.end() && flows_[*it].to == slice; ++it) {
    found.push_back(flows_[*it]);
  }
  return found;
}

std::vector<Arg> Trace::args_of(SliceId id) const {
  std::vector<Arg> found;
  const SliceRef ref = slice(id);
  const auto row = static_cast<std::uint32_t>(ref.row);
  for (const ArgColumn& column : ref.track->args) {
    for (std::size_t i = column.lower_bound(row); i < column.size() && column.row(i) == row; ++i) {
      found.push_back({id, column.key, column.value(i)});
    }
  }
  return found;
}

std::size_t Trace::arg_count() const {
  std::size_t count = 0;
  for (const Track& track : tracks_) {
    for (const ArgColumn& column : track.args) count += column.size();
  }
  return count;
}

std::optional<ArgValue> Trace::arg(SliceId id, StringId key) const {
  const SliceRef ref = slice(id);
  const auto row = static_cast<std::uint32_t>(ref.row);
  for (const ArgColumn& column : ref.track->args) {
    if (column.key != key) continue;
    const std::size_t entry = column.lower_bound(row);
    if (entry < column.size() && column.row(entry) == row) return column.value(entry);
  }
  return std::nullopt;
}

std::int64_t Trace::arg_integer(SliceId slice, StringId key, std::int64_t fallback) const {
  const auto value = arg(slice, key);
  if (!value) return fallback;
  if (const auto* whole = std::get_if<std::int64_t>(&*value)) return *whole;
  const auto* real = std::get_if<double>(&*value);
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63
  const bool fits = real != nullptr && *real >= -kBeyond && *real < kBeyond;
  return fits ? static_cast<std::int64_t>(*real) : fallback;
}

const PropertyValue* Trace::property(std::string_view key) const {
  for (const auto& [name, value] : properties_) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string Trace::property_text(std::string_view key) const {
  const PropertyValue* value = property(key);
  const auto* text = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  return text != nullptr ? *text : std::string();
}

std::optional<double> Trace::property_number(std::string_view key) const {
  const PropertyValue* value = property(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* real = std::get_if<double>(value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  return std::nullopt;
}

Trace::SliceRef Trace::slice(SliceId id) const {
  // The last track whose first slice is not after `id`. Tracks without slices have the
  // first_slice of the next track and come before it.
  auto it = std::upper_bound(
      tracks_.begin(), tracks_.end(), id.value,
      [](std::uint32_t value, const Track& track) { return value < track.first_slice; });
  --it;
  return {&*it, id.value - it->first_slice};
}

std::optional<Error> Trace::storage_error() const {
  return storage_ == nullptr ? std::nullopt : storage_->error();
}

std::int64_t Trace::to_ns(TraceTime time) const {
  const std::int64_t unit = time_base_.ticks_per_ns;
  const std::int64_t value = time.value();
  return value >= 0 ? value / unit : -((-value + unit - 1) / unit);
}

double Trace::to_seconds(TraceTime time) const {
  return static_cast<double>(time.value()) / static_cast<double>(time_base_.ticks_per_ns) / 1e9;
}

TraceTime Trace::from_ns(double nanoseconds) const {
  return TraceTime(
      static_cast<std::int64_t>(nanoseconds * static_cast<double>(time_base_.ticks_per_ns)));
}

}  // namespace nscope
