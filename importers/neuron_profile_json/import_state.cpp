#include "importers/neuron_profile_json/import_state.h"

#include "importers/shared/possible_time.h"
#include "importers/shared/printable.h"

#include <charconv>

namespace nscope::importers {
namespace {

constexpr int kMaxCore = 4095;

}  // namespace

StringId TextIds::of(std::string_view raw) {
  if (raw.empty()) return {};
  if (raw.size() > kLongest) {
    const std::string text = collapse_space(raw);
    return text.empty() ? StringId() : out_.intern(text);
  }
  Entry& entry = recent_[std::hash<std::string_view>()(raw) % kRecent];
  if (entry.raw == raw) return entry.id;
  const std::string text = collapse_space(raw);
  entry.raw = raw;
  entry.id = text.empty() ? StringId() : out_.intern(text);
  return entry.id;
}

std::optional<int> parse_subgraph(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  if (!text.starts_with("sg")) return std::nullopt;
  text.remove_prefix(2);
  text = text.substr(0, text.find('/'));
  int core = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), core);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return core >= 0 && core <= kMaxCore ? std::optional(core) : std::nullopt;
}

int core_of(RowReader& rows, std::size_t field, ImportState& state) {
  const std::string_view text = rows.text(field);
  if (const auto core = parse_subgraph(text)) return *core;
  state.out.diagnose("unknown_subgraph", Severity::kWarning,
                     tr("{}: '{}' is not a subgraph such as 'sg00'; core 0 was assumed",
                        rows.place(), collapse_space(text)));
  return 0;
}

std::optional<TraceTime> time_of(RowReader& rows, std::size_t field, ImportState& state) {
  if (const auto time = rows.integer(field); time && possible_time(*time)) return TraceTime(*time);
  state.out.diagnose("row_without_time", Severity::kWarning,
                     tr("{} was skipped: its time is missing or out of range", rows.place()));
  return std::nullopt;
}

std::optional<Interval> interval_of(RowReader& rows, std::size_t start, std::size_t duration,
                                    ImportState& state) {
  const auto begin = time_of(rows, start, state);
  if (!begin) return std::nullopt;
  std::int64_t length = rows.integer(duration).value_or(0);
  if (!possible_time(length)) {
    state.out.diagnose("row_without_time", Severity::kWarning,
                       tr("{} was skipped: its duration {} is out of range", rows.place(), length));
    return std::nullopt;
  }
  if (length < 0) {
    state.out.diagnose("negative_duration", Severity::kWarning,
                       tr("{}: the duration {} was set to 0", rows.place(), length));
    length = 0;
  }
  return Interval{*begin, TraceTime(length)};
}

void put_property(ImportState& state, std::string_view name, PropertyValue value) {
  if (!state.properties.emplace(name).second) return;
  state.out.property(std::string(name), std::move(value));
}

void put_property(ImportState& state, std::string_view name, simdjson::dom::element value) {
  using simdjson::dom::element_type;
  switch (value.type()) {
    case element_type::INT64: return put_property(state, name, PropertyValue(std::int64_t(value)));
    case element_type::BOOL:
      return put_property(state, name, PropertyValue(std::int64_t{bool(value) ? 1 : 0}));
    case element_type::UINT64:
    case element_type::DOUBLE: return put_property(state, name, PropertyValue(double(value)));
    case element_type::STRING: {
      std::string text = collapse_space(std::string_view(value));
      if (!text.empty()) put_property(state, name, PropertyValue(std::move(text)));
      return;
    }
    case element_type::ARRAY:
    case element_type::OBJECT:
      return put_property(state, name, PropertyValue(collapse_space(simdjson::minify(value))));
    case element_type::NULL_VALUE: return;
  }
}

void add_arg(ImportState& state, SliceId slice, StringId key, simdjson::dom::element value) {
  using simdjson::dom::element_type;
  switch (value.type()) {
    case element_type::INT64: state.out.arg(slice, key, std::int64_t(value)); return;
    case element_type::BOOL: state.out.arg(slice, key, std::int64_t{bool(value) ? 1 : 0}); return;
    case element_type::UINT64:
    case element_type::DOUBLE: state.out.arg(slice, key, double(value)); return;
    case element_type::STRING: {
      const StringId text = state.texts.of(std::string_view(value));
      if (text.valid()) state.out.arg(slice, key, text);
      return;
    }
    case element_type::ARRAY:
    case element_type::OBJECT:
      state.out.arg(slice, key, collapse_space(simdjson::minify(value)));
      return;
    case element_type::NULL_VALUE: return;
  }
}

void add_amount(ImportState& state, SliceId slice, StringId key, RowReader& rows,
                std::size_t field) {
  if (!rows.has(field)) return;
  const simdjson::dom::element value = rows.value(field);
  if (value.is_number() || value.is_null()) return add_arg(state, slice, key, value);
  if (const auto number = rows.integer(field)) state.out.arg(slice, key, *number);
}

void add_other_fields(RowReader& rows, SliceId slice, ImportState& state) {
  for (const auto& field : rows.others()) {
    const std::string name = collapse_space(field.first);
    state.out.diagnose("unknown_field", Severity::kInfo,
                       tr("{}: unknown field '{}' was kept as a property", rows.place(), name));
    add_arg(state, slice, state.out.intern(name), field.second);
  }
}

void count_other_fields(RowReader& rows, ImportState& state) {
  for (const auto& field : rows.others()) {
    state.out.diagnose(
        "unknown_field", Severity::kInfo,
        tr("{}: unknown field '{}' was skipped", rows.place(), collapse_space(field.first)));
  }
}

}  // namespace nscope::importers
