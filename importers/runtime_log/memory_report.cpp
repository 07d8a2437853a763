#include "importers/runtime_log/memory_report.h"

#include "importers/shared/printable.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::importers {
namespace {

constexpr std::size_t kMostReports = 200'000;
constexpr std::size_t kMostFailures = 100'000;
constexpr std::size_t kMostPrograms = 100'000;
constexpr std::size_t kMostUses = 64;
constexpr std::size_t kMostThreads = 10'000;
constexpr std::size_t kMostSources = 10'000;
/// A list ends after this number of lines of others.
constexpr int kMostOtherLines = 20;

/// The whole number at the start of `text`.
std::optional<std::int64_t> leading_number(std::string_view text) {
  text = trim(text);
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  return parse_integer(text.substr(0, end));
}

/// The device and core in "ND 0:NC 6" and "ND14:NC 6".
std::optional<MemoryPlace> place_in(std::string_view text) {
  const auto device = after(text, "ND");
  const auto core = device ? after(*device, "NC") : std::nullopt;
  if (!core) return std::nullopt;
  const auto device_number = leading_number(*device);
  const auto core_number = leading_number(*core);
  if (!device_number || !core_number) return std::nullopt;
  return MemoryPlace{.device = *device_number, .core = *core_number};
}

/// The text of `name` in "(alignment: none, usage: tensors)".
std::string detail(std::string_view text, std::string_view name) {
  const auto value = after(text, name);
  return value ? printable(trim(value->substr(0, value->find_first_of(",)")))) : std::string();
}

/// Whether `text` is "TDRV:log_dev_mem".
bool is_place_in_code(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2 || colon + 1 >= text.size()) return false;
  const std::string_view part = text.substr(0, colon);
  const std::string_view name = text.substr(colon + 1);
  return std::all_of(part.begin(), part.end(), [](char c) { return c >= 'A' && c <= 'Z'; }) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_lower(c) || is_digit(c) || c == '_' || (c >= 'A' && c <= 'Z');
         });
}

/// The name and size of "* dma rings: 32.000KB", "Total: 230.562KB" and "shared scratchpad:
/// 0.000B", also after a prefix if there is an asterisk.
std::optional<std::pair<std::string, double>> listed_use(std::string_view text) {
  const std::size_t star = text.rfind("* ");
  if (star != std::string_view::npos) text = text.substr(star + 2);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 40) return std::nullopt;
  const std::string_view name = text.substr(0, colon);
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return is_lower(c) || c == ' ' || c == '_' || (c >= 'A' && c <= 'Z');
  });
  const auto value = words(text.substr(colon + 1));
  if (!is_name || value.empty()) return std::nullopt;
  // Two names have no asterisk.
  const bool plain = name == "Total" || name == "shared scratchpad";
  if (star == std::string_view::npos && !plain) return std::nullopt;
  const auto bytes = runtime_size(value[0]);
  if (!bytes) return std::nullopt;
  return std::pair(use_name(name), *bytes);
}

constexpr auto kRuntimeLevels = std::to_array<std::string_view>(
    {"ERROR", "WARN", "WARNING", "INFO", "DEBUG", "TRACE", "FATAL"});

/// The process and thread, "93703:93705", among the words of a text.
std::string_view thread_in(std::string_view text) {
  std::string_view thread;
  for (const std::string_view word : words(text)) {
    if (word.find(':') != std::string_view::npos && is_digit(word[0])) thread = word;
  }
  return thread;
}

/// A line of the library of collective communication:
///
///   2023-May-21 01:40:03.0080 93703:93705 [0] init.cc:99 CCOM WARN MESSAGE
std::optional<RuntimeLine> split_collectives_line(const CleanLine& line) {
  constexpr std::size_t kFront = 300;
  constexpr std::string_view kTag = " CCOM ";
  const std::size_t tag = line.text.substr(0, kFront).find(kTag);
  if (tag == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.text.substr(tag + kTag.size());
  const std::string_view level = rest.substr(0, rest.find(' '));
  if (std::find(kRuntimeLevels.begin(), kRuntimeLevels.end(), level) == kRuntimeLevels.end())
    return std::nullopt;
  const std::string_view front = line.text.substr(0, tag);
  RuntimeLine result{.stamp = find_time_stamp(front, Fraction::kMilliseconds),
                     .level = level,
                     .function = front.substr(front.find_last_of(" \t") + 1),
                     .message = trim(rest.substr(level.size()))};
  const std::size_t begin = result.stamp ? result.stamp->end : 0;
  result.thread = thread_in(front.substr(begin, front.find('[', begin) - begin));
  if (!result.stamp) result.stamp = line.received;
  return result;
}

}  // namespace

std::optional<RuntimeLine> split_runtime_line(const CleanLine& line) {
  const std::string_view text = line.text;
  // The place in the code is within the first words, which a program's own prefix can precede.
  constexpr std::size_t kFront = 200;
  const std::string_view front = text.substr(0, kFront);
  if (std::none_of(kRuntimeComponents.begin(), kRuntimeComponents.end(),
                   [&](std::string_view component) {
                     return front.find(component) != std::string_view::npos;
                   })) {
    return split_collectives_line(line);
  }
  for (const std::string_view level : kRuntimeLevels) {
    for (std::size_t at = front.find(level); at != std::string_view::npos;
         at = front.find(level, at + 1)) {
      const std::string_view rest = trim(text.substr(at + level.size()));
      const std::string_view place = rest.substr(0, rest.find_first_of(" \t"));
      if (!is_place_in_code(place)) continue;
      RuntimeLine result{.stamp = find_time_stamp(text.substr(0, at), Fraction::kMilliseconds),
                         .level = level,
                         .function = place.substr(place.find(':') + 1),
                         .message = trim(rest.substr(place.size()))};
      const std::size_t begin = result.stamp ? result.stamp->end : 0;
      result.thread = thread_in(text.substr(begin, at - begin));
      if (!result.stamp) result.stamp = line.received;
      return result;
    }
  }
  return std::nullopt;
}

bool MemoryReports::read(const CleanLine& line, const std::optional<RuntimeLine>& runtime,
                         std::int64_t number) {
  number_ = number;
  auto open = open_.find(std::string(line.source));
  if (open == open_.end()) {
    if (!runtime && line.text.find("TOTAL") == std::string_view::npos &&
        line.text.find("Model") == std::string_view::npos &&
        line.text.find("Usage Total:") == std::string_view::npos &&
        line.text.find("nrt_tensor_allocate status=") == std::string_view::npos) {
      return false;
    }
    if (open_.size() >= kMostSources) open_.clear();
    open = open_.try_emplace(std::string(line.source)).first;
  }
  Open& report = open->second;
  if (runtime) {
    return read_runtime_message(*runtime, report);
  }
  if (line.text.find("nrt_tensor_allocate status=") != std::string_view::npos) {
    ++failed_calls_;
    ++understood_;
    return true;
  }
  const std::string_view text = line.text;
  if (text.empty()) return false;
  const bool known = read_heading(text, report) || read_table_line(text, report) ||
                     read_list_line(text, report) || read_program_name(text, report);
  if (known) {
    report.other_lines = 0;
    ++understood_;
  } else if (++report.other_lines > kMostOtherLines) {
    report.report.reset();
  }
  return known;
}

bool MemoryReports::read_runtime_message(const RuntimeLine& line, Open& open) {
  const LogClock before = clock_;
  clock_.move_to(line.stamp);
  const bool known = read_failure(line.message, line.thread, open) || read_request(line) ||
                     read_tensor(line) || read_heading(line.message, open);
  if (known) {
    ++understood_;
    return true;
  }
  clock_ = before;
  // Messages around a report that state nothing else.
  constexpr auto kAround =
      std::to_array<std::string_view>({"log_dev_mem_usage_table", "print_lnc_hbm_details",
                                       "dml_dump", "dml_log_dev_neff_mem", "nrt_tensor_allocate"});
  return std::find(kAround.begin(), kAround.end(), line.function) != kAround.end();
}

/// "Failed to allocate 172.000MB (alignment: none, usage: tensors) on ND 0:NC 0, current
/// utilization:".
bool MemoryReports::read_failure(std::string_view message, std::string_view thread, Open& open) {
  const auto request = after(message, "Failed to allocate ");
  const auto where = request ? after(*request, " on ND") : std::nullopt;
  if (!where) return false;
  const auto place = place_in(message.substr(message.size() - where->size() - 2));
  const auto size = words(*request);
  if (!place || size.empty()) return false;
  FailedAllocation failure{.place = *place,
                           .time = clock_.now(),
                           .bytes = runtime_size(size[0]),
                           .use = detail(*request, "usage: "),
                           .alignment = detail(*request, "alignment: "),
                           .thread = std::string(thread),
                           .line = number_};
  // The message before it states the size in bytes.
  if (const auto exact = requests_.find(failure.thread); exact != requests_.end()) {
    constexpr double kRounding = 0.001;
    const double bytes = exact->second.bytes.value_or(0.0);
    if (failure.bytes && std::abs(bytes - *failure.bytes) <= kRounding * bytes) {
      failure.bytes = bytes;
      requests_.erase(exact);
    }
  }
  start_report(open, *place);
  open.table = false;
  add_failure(std::move(failure));
  return true;
}

/// "Failed to alloc DEVICE memory: 180355072" and "Failed to allocate DEVICE memory (14155776
/// bytes): memory allocation failed (ret=-12)".
bool MemoryReports::read_request(const RuntimeLine& line) {
  const auto rest = after(line.message, "Failed to alloc");
  const auto memory = rest ? after(*rest, " memory") : std::nullopt;
  if (!memory) return false;
  const std::size_t digit = memory->find_first_of("0123456789");
  const auto bytes =
      digit == std::string_view::npos ? std::nullopt : leading_number(memory->substr(digit));
  if (!bytes || *bytes <= 0) return false;
  const bool host = rest->find("HOST") != std::string_view::npos;
  FailedAllocation failure{.time = clock_.now(),
                           .bytes = static_cast<double>(*bytes),
                           .use = host ? "host memory" : "",
                           .thread = std::string(line.thread),
                           .line = number_};
  const auto [request, first] = requests_.try_emplace(failure.thread);
  if (!first) add_failure(std::move(request->second));  // no message with its device followed
  request->second = std::move(failure);
  if (requests_.size() > kMostThreads) {
    add_failure(std::move(requests_.begin()->second));
    requests_.erase(requests_.begin());
  }
  return true;
}

/// "Failed to allocate 180355072 bytes on DEVICE for tensor UNKNOWN.", after the report.
bool MemoryReports::read_tensor(const RuntimeLine& line) {
  const auto rest = after(line.message, "Failed to allocate ");
  const auto tensor = rest ? after(*rest, " for tensor ") : std::nullopt;
  const auto bytes = rest ? leading_number(*rest) : std::nullopt;
  if (!tensor || !bytes) return false;
  std::string_view name = trim(*tensor);
  while (name.ends_with('.')) name.remove_suffix(1);
  const auto failure =
      std::find_if(failures_.rbegin(), failures_.rend(), [&](const FailedAllocation& before) {
        return before.thread == line.thread && before.tensor.empty();
      });
  if (failure != failures_.rend() && failure->bytes &&
      std::abs(*failure->bytes - static_cast<double>(*bytes)) <= 0.001 * *failure->bytes) {
    failure->bytes = static_cast<double>(*bytes);
    if (name != "UNKNOWN") failure->tensor = printable(name);
  }
  return true;
}

/// The start of a list or table that is not about a failure.
bool MemoryReports::read_heading(std::string_view text, Open& open) {
  if (const auto total = after(text, "Current Usage Total:")) {
    const auto place = place_in(text);
    const auto bytes = runtime_size(*total);
    if (!place || !bytes) return false;
    start_report(open, *place);
    add_use(open, "Total", *bytes);
    return true;
  }
  if (const auto program = after(text, "Per NEFF memory usage breakdown for [")) {
    MemoryPlace place = open.place;
    place.program = printable(program->substr(0, program->find(']')));
    start_report(open, std::move(place));
    return true;
  }
  if (text.find("Overall HBM usage") != std::string_view::npos) {
    start_report(open, {.device = open.place.device, .whole_device = true});
    return true;
  }
  if (text.find("the lines are LONG") != std::string_view::npos) return true;
  if (text.find("NEFF id to name mapping") != std::string_view::npos) {
    open.report.reset();
    return open.table;
  }
  return false;
}

bool MemoryReports::read_list_line(std::string_view text, Open& open) {
  if (!open.report) return false;
  auto use = listed_use(text);
  if (!use) return false;
  add_use(open, std::move(use->first), use->second);
  return true;
}

bool MemoryReports::read_table_line(std::string_view text, Open& open) {
  if (text.find('|') == std::string_view::npos) return false;
  if (const auto row = table_row(text)) {
    if (!open.columns.complete()) return false;
    const MemoryPlace before = open.place;
    MemoryPlace place{.device = row->device >= 0 ? row->device : before.device};
    switch (row->kind) {
      case TableRow::Kind::kDevice: place.whole_device = true; break;
      case TableRow::Kind::kHbm: place.hbm = row->number; break;
      case TableRow::Kind::kCore: place.core = row->number; break;
      case TableRow::Kind::kProgram:
        place.core = before.core;
        place.program = std::to_string(row->number);
        break;
    }
    open.table = true;
    start_report(open, std::move(place));
    const auto& names = open.columns.names();
    const std::size_t columns = std::min(names.size(), row->bytes.size());
    for (std::size_t i = 0; i < columns; ++i) {
      if (row->bytes[i]) add_use(open, names[i], *row->bytes[i]);
    }
    if (row->bytes.size() != names.size()) {
      out_.diagnose("other_columns", Severity::kWarning,
                    tr("line {}: the row has {} values, but the table has {} columns", number_,
                       row->bytes.size(), names.size()));
    }
    open.report.reset();
    return true;
  }
  const bool header =
      text.find("TOTAL") != std::string_view::npos || text.find("Model") != std::string_view::npos;
  return header && open.columns.add(text);
}

/// "1001: \"1.0.41235.0+df4a714bb-/local/model\"" below a table.
bool MemoryReports::read_program_name(std::string_view text, const Open& open) {
  if (!open.table) return false;
  const std::size_t quote = text.find(": \"");
  if (quote == std::string_view::npos || !text.ends_with('"') || quote + 3 >= text.size()) {
    return false;
  }
  const auto parts = words(text.substr(0, quote));
  if (parts.empty() || !parse_integer(parts.back())) return false;
  if (program_names_.size() < kMostPrograms) {
    program_names_[std::string(parts.back())] =
        printable(text.substr(quote + 3, text.size() - quote - 4));
  }
  return true;
}

void MemoryReports::start_report(Open& open, MemoryPlace place) {
  open.place = place;
  open.time = clock_.now();
  open.other_lines = 0;
  open.report.reset();
  if (reports_.size() >= kMostReports) {
    out_.diagnose("too_many_reports", Severity::kWarning,
                  tr("line {}: a report was skipped: a trace can have at most {} of them", number_,
                     as::count(kMostReports)));
    return;
  }
  open.report = reports_.size();
  reports_.push_back({.place = std::move(place), .time = open.time});
}

void MemoryReports::add_use(Open& open, std::string name, double bytes) {
  if (!open.report) return;
  auto& uses = reports_[*open.report].uses;
  if (uses.size() < kMostUses && !name.empty()) uses.emplace_back(std::move(name), bytes);
}

void MemoryReports::add_failure(FailedAllocation failure) {
  if (failures_.size() < kMostFailures) return failures_.push_back(std::move(failure));
  out_.diagnose("too_many_failures", Severity::kWarning,
                tr("line {}: a failed allocation was skipped: a trace can have at most {} of them",
                   failure.line, as::count(kMostFailures)));
}

}  // namespace nscope::importers
