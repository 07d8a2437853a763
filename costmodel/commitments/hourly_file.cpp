#include "costmodel/commitments/hourly_file.h"

#include "costmodel/commitments/demand_curve.h"
#include "costmodel/money/instant.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kRequests = "requests_per_second";
constexpr double kSecondsOfMinute = 60;
constexpr double kSecondsOfHour = 3600;
constexpr double kMillisecondsOfHour = 3'600'000;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::optional<double> number_of(std::string_view text) {
  text = trimmed(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

/// "Requests/s" and "requests per second" as "requests_per_second".
std::string normalised(std::string_view heading) {
  std::string name;
  for (const char c : trimmed(heading)) {
    if (c >= 'A' && c <= 'Z') {
      name += static_cast<char>(c - 'A' + 'a');
    } else if (c == '/') {
      name += "_per_";
    } else {
      name += c == ' ' || c == '-' ? '_' : c;
    }
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kShort{
      {{"_per_s", "_per_second"},
       {"_per_sec", "_per_second"},
       {"_per_min", "_per_minute"},
       {"_per_h", "_per_hour"}}};
  for (const auto& [ending, whole] : kShort) {
    if (name.ends_with(ending))
      return name.replace(name.size() - ending.size(), ending.size(), whole);
  }
  return name == "rps" ? std::string(kRequests) : name;
}

/// The column of the values, and the number by which they are divided.
struct ValueColumn {
  std::size_t index = 0;
  double divisor = 1;
};

/// Checks that the rows are one hour apart.
class HourClock {
 public:
  /// Why the row is not the hour after the row before; empty if it is, or if the text is not a time.
  Text problem(std::string_view text) {
    const auto now = time_of(text);
    const auto before = std::exchange(before_, now);
    if (!now || !before) return {};
    const double step = *now - *before;
    if (!hour_) {
      for (const double hour : {1.0, kSecondsOfHour, kMillisecondsOfHour}) {
        if (std::abs(step - hour) < hour * kTolerance) hour_ = hour;
      }
      if (!hour_) return tr("the time is not one hour after that of the row before");
      return {};
    }
    if (std::abs(step - *hour_) < *hour_ * kTolerance) return {};
    return tr("the time is {} h after that of the row before instead of 1 h",
              as::exact(fmt::format("{:.4g}", step / *hour_)));
  }

 private:
  static constexpr double kTolerance = 0.01;

  static std::optional<double> time_of(std::string_view text) {
    if (const auto number = number_of(text)) return number;
    const auto instant = parse_instant(trimmed(text));
    if (!instant) return std::nullopt;
    return static_cast<double>(instant->time_since_epoch().count());
  }

  std::optional<double> before_;
  std::optional<double> hour_;  ///< in the unit of the times
};

class HourlyCsv {
 public:
  HourlyCsv(std::string_view text, const std::string& name, std::string_view unit)
      : reader_(text, name), name_(name), unit_(unit) {}

  Result<std::vector<double>> read() {
    std::vector<std::string_view> fields;
    for (;;) {
      const auto row = reader_.next(fields);
      if (!row) return fail(row.error());
      if (!*row) break;
      if (auto ok = take(fields); !ok) return fail(ok.error());
    }
    if (values_.empty()) return fail(ErrorCode::kBadInput, tr("the file has no values"), name_);
    return std::move(values_);
  }

 private:
  tl::unexpected<Error> refuse(Text why) const {
    return fail(ErrorCode::kBadInput, std::move(why), reader_.where());
  }

  Result<> take(const std::vector<std::string_view>& fields) {
    if (!column_) {
      const bool heading = !number_of(fields.back());
      if (auto ok = heading ? choose_named(fields) : choose_last(fields); !ok) return ok;
      width_ = fields.size();
      if (heading) return {};
    }
    if (fields.size() != width_) {
      return refuse(
          tr("the row has {} columns instead of {}; separate columns by commas and write "
             "decimals with a point",
             fields.size(), width_));
    }
    if (values_.size() == kMostDemandHours) {
      return refuse(tr("the file has more than {} hours", as::count(kMostDemandHours)));
    }
    if (column_->index > 0) {
      if (Text problem = clock_.problem(fields.front()); !problem.empty()) {
        return refuse(std::move(problem));
      }
    }
    const auto value = number_of(fields[column_->index]);
    if (!value || *value < 0) {
      return refuse(tr("'{}' is not a number that is 0 or greater; state a value for each hour",
                       trimmed(fields[column_->index])));
    }
    values_.push_back(*value / column_->divisor);
    return {};
  }

  Result<> choose_named(const std::vector<std::string_view>& headings) {
    for (std::size_t i = 0; i < headings.size(); ++i) {
      const std::string name = normalised(headings[i]);
      if (name == unit_) column_ = ValueColumn{i};
      if (unit_ != kRequests || column_) continue;
      if (name == "requests_per_minute") column_ = ValueColumn{i, kSecondsOfMinute};
      if (name == "requests_per_hour") column_ = ValueColumn{i, kSecondsOfHour};
    }
    if (column_) return {};
    return refuse(unit_ == kRequests
                      ? tr("no column has the heading requests_per_second, requests_per_minute or "
                           "requests_per_hour; the headings are {}",
                           fmt::format("{}", fmt::join(headings, ", ")))
                      : tr("no column has the heading {}; the headings are {}", unit_,
                           fmt::format("{}", fmt::join(headings, ", "))));
  }

  Result<> choose_last(const std::vector<std::string_view>& fields) {
    constexpr std::size_t kMostUnnamed = 2;
    if (fields.size() > kMostUnnamed) {
      return refuse(tr("the file has {} columns and no headings; name the column of the values {}",
                       fields.size(), unit_));
    }
    column_ = ValueColumn{fields.size() - 1};
    return {};
  }

  CsvReader reader_;
  const std::string& name_;
  std::string_view unit_;
  std::optional<ValueColumn> column_;
  std::size_t width_ = 0;
  HourClock clock_;
  std::vector<double> values_;
};

/// Replaces a member that names a file.
Result<> replace_file(Json& object, const char* key, std::string_view at, const std::string& name,
                      std::string_view unit) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_string()) return {};
  const auto stated = object[key].get<std::string>();
  const auto in_member = [&](const Error& error) {
    Error outer = error;
    outer.where = error.where.inside(fmt::format("{}: {}/{}", name, at, key));
    return tl::unexpected(std::move(outer));
  };
  const auto path = std::filesystem::path(name).parent_path() / stated;
  const auto source = ByteSource::open(path.string());
  if (!source) return in_member(source.error());
  auto values = read_hourly_csv(source->text(), path.string(), unit);
  if (!values) return in_member(values.error());
  object[key] = std::move(*values);
  return {};
}

}  // namespace

Result<std::vector<double>> read_hourly_csv(std::string_view text, const std::string& name,
                                            std::string_view unit) {
  return HourlyCsv(text, name, unit).read();
}

Result<> read_hourly_files(Json& document, const std::string& name) {
  if (!document.is_object()) return {};
  if (const auto traffic = document.find("traffic"); traffic != document.end()) {
    auto ok = replace_file(*traffic, "hourly_requests_per_second", "/traffic", name, kRequests);
    if (!ok) return ok;
  }
  const auto demand = document.find("demand");
  if (demand == document.end() || !demand->is_object()) return {};
  const Json unit = demand->value("unit", Json());
  return replace_file(*demand, "hours", "/demand", name,
                      unit.is_string() ? unit.get<std::string>() : std::string("instances"));
}

}  // namespace nscope::cost
