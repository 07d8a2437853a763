#include "simcore/engine/workload/request_file.h"

#include "profiler/base/json.h"
#include "profiler/base/json/foreign_json.h"
#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::sim {
namespace {

constexpr std::size_t kMostRequests = 10'000'000;
constexpr std::size_t kMostBlocks = 1'000'000;
constexpr std::int64_t kMostTokens = 1 << 24;
constexpr std::int64_t kMostAdapter = 1'000'000;
constexpr std::int64_t kLongestSeconds = std::int64_t{57} * 24 * 3600;
constexpr std::int64_t kPerSecond = 1'000'000'000'000;
constexpr int kMooncakeBlock = 512;

/// A point in time, because 64-bit picoseconds cannot represent a century.
struct Moment {
  std::int64_t seconds = 0;
  std::int64_t picoseconds = 0;
  auto operator<=>(const Moment&) const = default;
};

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Days since 1970-01-01 of a date of the Gregorian calendar, which repeats every 400 years.
std::int64_t days_of(int year, int month, int day) {
  constexpr std::array<int, 12> kBefore{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  const int last = month > 2 ? year : year - 1;  // the last year whose leap day counts
  const std::int64_t leap_days = last / 4 - last / 100 + last / 400;
  return std::int64_t{365} * (year - 1970) + leap_days - 477 +
         kBefore[static_cast<std::size_t>(month - 1)] + day - 1;
}

std::optional<Moment> moment_of(double seconds) {
  // Includes clocks that count from 1970.
  constexpr double kLatest = 1e11;
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kLatest) return std::nullopt;
  const double whole = std::floor(seconds);
  return Moment{static_cast<std::int64_t>(whole), std::llround((seconds - whole) * 1e12)};
}

/// Reads seconds or a date such as 2023-11-16 18:17:03.9799600 in UTC.
std::optional<Moment> parse_moment(std::string_view text) {
  if (const auto seconds = parse<double>(text)) return moment_of(*seconds);
  constexpr std::size_t kWhole = 19;
  for (const std::string_view zone : {"Z", "+00:00", "+0000"}) {
    if (text.ends_with(zone) && text.size() > kWhole) text.remove_suffix(zone.size());
  }
  if (text.size() < kWhole || text[4] != '-' || text[7] != '-' ||
      (text[10] != ' ' && text[10] != 'T') || text[13] != ':' || text[16] != ':') {
    return std::nullopt;
  }
  const auto part = [&](std::size_t at, std::size_t size, int low, int high) -> std::optional<int> {
    const auto value = parse<int>(text.substr(at, size));
    return value && *value >= low && *value <= high ? value : std::nullopt;
  };
  const auto year = part(0, 4, 1970, 2400);
  const auto month = part(5, 2, 1, 12);
  const auto day = part(8, 2, 1, 31);
  const auto hour = part(11, 2, 0, 23);
  const auto minute = part(14, 2, 0, 59);
  const auto second = part(17, 2, 0, 60);
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  Moment moment{days_of(*year, *month, *day) * 86'400 + std::int64_t{*hour} * 3600 +
                    std::int64_t{*minute} * 60 + *second,
                0};
  if (text.size() > kWhole) {
    const auto fraction = parse<double>(text.substr(kWhole));
    if (text[kWhole] != '.' || !fraction || *fraction >= 1) return std::nullopt;
    moment.picoseconds = std::llround(*fraction * 1e12);
  }
  return moment;
}

/// Collects and sorts requests.
class Collector {
 public:
  explicit Collector(std::string_view name) : name_(name) {}

  Result<> add(Moment moment, Request request, const Place& where) {
    if (plan_.requests.size() == kMostRequests) {
      return fail(ErrorCode::kBadInput,
                  tr("the file has more than {} requests", as::count(kMostRequests)), where);
    }
    moments_.push_back(moment);
    plan_.requests.push_back(std::move(request));
    return {};
  }

  Result<RequestPlan> finish(int block_tokens) {
    if (moments_.empty()) {
      return fail(ErrorCode::kBadInput, tr("the file has no requests"), std::string(name_));
    }
    const auto [first, last] = std::minmax_element(moments_.begin(), moments_.end());
    if (last->seconds - first->seconds > kLongestSeconds) {
      return fail(ErrorCode::kBadInput,
                  tr("the requests span more than {} days", kLongestSeconds / 86'400),
                  std::string(name_));
    }
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      plan_.requests[i].arrival = (moments_[i].seconds - first->seconds) * kPerSecond +
                                  moments_[i].picoseconds - first->picoseconds;
    }
    sort();
    plan_.block_tokens = block_tokens;
    return std::move(plan_);
  }

 private:
  /// Sorts by arrival; requests with equal times keep their order.
  void sort() {
    std::vector<Request>& requests = plan_.requests;
    const auto earlier = [](const Request& a, const Request& b) { return a.arrival < b.arrival; };
    if (std::is_sorted(requests.begin(), requests.end(), earlier)) return;
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(requests[a].arrival, a) < std::pair(requests[b].arrival, b);
    });
    std::vector<Request> sorted;
    sorted.reserve(requests.size());
    for (const std::size_t index : order) sorted.push_back(std::move(requests[index]));
    requests = std::move(sorted);
  }

  std::string_view name_;
  RequestPlan plan_;
  std::vector<Moment> moments_;
};

/// Indices of the columns; -1 if absent.
struct Columns {
  int time = -1;
  int input = -1;
  int output = -1;
  int adapter = -1;
};

Result<Columns> read_heading(const std::vector<std::string>& fields, const Place& where) {
  Columns columns;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string& field = fields[i];
    int* column = nullptr;
    if (field == "TIMESTAMP" || field == "arrival") column = &columns.time;
    if (field == "ContextTokens" || field == "input_tokens") column = &columns.input;
    if (field == "GeneratedTokens" || field == "output_tokens") column = &columns.output;
    if (field == "adapter") column = &columns.adapter;
    if (column == nullptr) {
      return fail(ErrorCode::kBadInput,
                  tr("unknown column '{}'; use TIMESTAMP, ContextTokens, GeneratedTokens, or "
                     "arrival, input_tokens, output_tokens, adapter",
                     field),
                  where);
    }
    if (*column >= 0) {
      return fail(ErrorCode::kBadInput, tr("duplicate column '{}'", field), where);
    }
    *column = static_cast<int>(i);
  }
  if (columns.time < 0 || columns.input < 0 || columns.output < 0) {
    return fail(ErrorCode::kBadInput,
                tr("the columns for time, input tokens and output tokens are required"), where);
  }
  return columns;
}

Result<int> count_of(const std::string& field, Phrase what, std::int64_t low, std::int64_t high,
                     const Place& where) {
  const auto value = parse<std::int64_t>(field);
  if (!value || *value < low || *value > high) {
    return fail(ErrorCode::kBadInput,
                tr("{} must be a whole number between {} and {}, not '{}'", what, low, high, field),
                where);
  }
  return static_cast<int>(*value);
}

Result<RequestPlan> read_csv(std::string_view text, std::string_view name) {
  CsvReader reader(text, std::string(name));
  std::vector<std::string> fields;
  auto more = reader.next(fields);
  if (!more) return fail(more.error());
  if (!*more) return fail(ErrorCode::kBadInput, tr("the file is empty"), std::string(name));
  const auto columns = read_heading(fields, reader.where());
  if (!columns) return fail(columns.error());
  const std::size_t width = fields.size();
  Collector collector(name);
  while ((more = reader.next(fields)) && *more) {
    const Place where = reader.where();
    if (fields.size() != width) {
      return fail(ErrorCode::kBadInput,
                  tr("the record has {} fields, but the heading has {}", fields.size(), width),
                  where);
    }
    const auto at = [&](int column) -> const std::string& {
      return fields[static_cast<std::size_t>(column)];
    };
    const auto moment = parse_moment(at(columns->time));
    if (!moment) {
      return fail(
          ErrorCode::kBadInput,
          tr("'{}' must be seconds or a date such as 2023-11-16 18:17:03.98", at(columns->time)),
          where);
    }
    const auto input = count_of(at(columns->input), phrase("input tokens"), 1, kMostTokens, where);
    if (!input) return fail(input.error());
    const auto output =
        count_of(at(columns->output), phrase("output tokens"), 1, kMostTokens, where);
    if (!output) return fail(output.error());
    Request request{.input_tokens = *input, .output_tokens = *output};
    if (columns->adapter >= 0 && !at(columns->adapter).empty()) {
      const auto adapter =
          count_of(at(columns->adapter), phrase("adapter"), 0, kMostAdapter, where);
      if (!adapter) return fail(adapter.error());
      request.adapter = *adapter;
    }
    if (auto added = collector.add(*moment, std::move(request), where); !added) {
      return fail(added.error());
    }
  }
  if (!more) return fail(more.error());
  return collector.finish(0);
}

Result<> read_json_line(const Json& json, const Place& where, Collector& collector) {
  StrictObject in(json, "");
  const auto moment = moment_of(in.number("timestamp") / 1000);
  if (!moment) in.reject("timestamp", tr("must be milliseconds and at least 0"));
  const auto tokens = [&](const char* key) {
    const std::int64_t value = in.integer(key);
    if (value < 1 || value > kMostTokens) {
      in.reject(key, tr("must be between 1 and {}", kMostTokens));
      return 1;
    }
    return static_cast<int>(value);
  };
  Request request;
  request.input_tokens = tokens("input_length");
  request.output_tokens = tokens("output_length");
  if (in.optional("hash_ids") != nullptr) {
    const Json& blocks = in.array("hash_ids");
    if (blocks.size() > kMostBlocks)
      in.reject("hash_ids", tr("must have at most {} blocks", as::count(kMostBlocks)));
    for (const Json& block : blocks) {
      if (!block.is_number_unsigned()) {
        in.reject("hash_ids", tr("must be whole numbers of at least 0"));
        break;
      }
      request.blocks.push_back(block.get<std::uint64_t>());
    }
  }
  if (auto done = in.finish(); !done) {
    Error& error = done.error();
    // The object has no name, so that its places are ": /timestamp", and that of itself is empty.
    const std::string member = error.where.english();
    error.where = member.empty() ? where : Place(member.substr(2)).inside(where);
    return fail(std::move(error));
  }
  return collector.add(*moment, std::move(request), where);
}

Result<RequestPlan> read_json_lines(std::string_view text, std::string_view name) {
  Collector collector(name);
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (row.empty()) continue;
    const Place where = tr("{}: line {}", name, line);
    const auto json = parse_foreign_json(row, where);
    if (!json) return fail(json.error());
    if (auto read = read_json_line(*json, where, collector); !read) return fail(read.error());
  }
  return collector.finish(kMooncakeBlock);
}

}  // namespace

Result<RequestPlan> read_requests(std::string_view text, std::string_view name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return fail(ErrorCode::kBadInput, tr("the file is empty"), std::string(name));
  }
  return text[first] == '{' ? read_json_lines(text, name) : read_csv(text, name);
}

}  // namespace nscope::sim
