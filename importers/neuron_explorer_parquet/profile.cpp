#include "importers/neuron_explorer_parquet/profile.h"

#include "importers/shared/possible_time.h"

namespace nscope::importers {
namespace {

constexpr std::int64_t kMaxCore = 4095;

}  // namespace

bool has_table(const Profile& profile, std::string_view table) {
  const ParquetTableFiles* const files = profile.folder.find(table);
  return files != nullptr && files->rows() > 0;
}

void put_property(Profile& profile, std::string_view name, PropertyValue value) {
  if (!profile.properties.emplace(name).second) return;
  profile.out.property(std::string(name), std::move(value));
}

void put_property(Profile& profile, std::string_view name, const DuckValue& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    std::string plain = plain_text(*text);
    if (!plain.empty()) put_property(profile, name, PropertyValue(std::move(plain)));
  } else if (const auto* real = std::get_if<double>(&value)) {
    put_property(profile, name, PropertyValue(*real));
  } else if (const auto number = whole_number(value)) {
    put_property(profile, name, PropertyValue(*number));
  }
}

void add_arg(Profile& profile, SliceId slice, StringId key, const DuckValue& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    const std::string plain = plain_text(*text);
    if (!plain.empty()) profile.out.arg(slice, key, plain);
  } else if (const auto* real = std::get_if<double>(&value)) {
    profile.out.arg(slice, key, *real);
  } else if (const auto number = whole_number(value)) {
    profile.out.arg(slice, key, *number);
  }
}

void add_other_columns(const ParquetRows& rows, SliceId slice, Profile& profile) {
  for (const ParquetRows::Other& other : rows.others()) {
    const DuckValue value = rows.value(other);
    if (std::holds_alternative<std::monostate>(value)) continue;
    add_arg(profile, slice, profile.out.intern(plain_text(other.name)), value);
  }
}

int core_of(ParquetRows& rows, std::size_t field, Profile& profile) {
  if (!rows.has(field)) return 0;
  const auto core = rows.integer(field);
  if (core && *core >= 0 && *core <= kMaxCore) return static_cast<int>(*core);
  profile.out.diagnose("unknown_core", Severity::kWarning,
                       tr("{}: the core is out of range; core 0 was assumed", rows.place()));
  return 0;
}

std::optional<TraceTime> time_of(ParquetRows& rows, std::size_t field, Profile& profile) {
  if (const auto time = rows.integer(field); time && possible_time(*time)) return TraceTime(*time);
  profile.out.diagnose("row_without_time", Severity::kWarning,
                       tr("{} was skipped: its time is missing or out of range", rows.place()));
  return std::nullopt;
}

std::optional<Interval> interval_of(ParquetRows& rows, std::size_t start, std::size_t duration,
                                    std::size_t end, Profile& profile) {
  const auto begin = time_of(rows, start, profile);
  if (!begin) return std::nullopt;
  auto length = rows.integer(duration);
  if (!length) {
    const auto last = rows.integer(end);
    length = last && possible_time(*last) ? *last - begin->value() : 0;
  }
  if (!possible_time(*length)) {
    profile.out.diagnose(
        "row_without_time", Severity::kWarning,
        tr("{} was skipped: its duration {} is out of range", rows.place(), *length));
    return std::nullopt;
  }
  if (*length < 0) {
    profile.out.diagnose("negative_duration", Severity::kWarning,
                         tr("{}: the duration {} was set to 0", rows.place(), *length));
    length = 0;
  }
  return Interval{*begin, TraceTime(*length)};
}

}  // namespace nscope::importers
