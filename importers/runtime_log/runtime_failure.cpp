#include "importers/runtime_log/runtime_failure.h"

#include "importers/shared/text_lines.h"
#include "profiler/base/ascii.h"
#include "profiler/base/resources.h"
#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kHardwareError = "NEURON_HW_ERR=";

// What precedes the number of a status in messages of the runtime and of frameworks.
constexpr auto kStatusFronts = std::to_array<std::string_view>(
    {"the model status=", "Inference completed with err: ", "infer_wait] error: ",
     "nrt status code ", "nrt_status=", "nrt_init failed. Status = "});

std::vector<std::string> parts_of(std::string_view text, char between) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

struct RuntimeErrors {
  std::vector<RuntimeErrorMeaning> rows{};
  std::map<std::string, const RuntimeErrorMeaning*, std::less<>> by_name{};
  std::map<std::int64_t, const RuntimeErrorMeaning*> by_status{};
};

RuntimeErrors read_runtime_errors() {
  enum Column : std::size_t { kLevel, kNames, kStatus, kText, kCause, kRemedy, kSource, kColumns };
  RuntimeErrors errors;
  const auto resource = find_resource("runtime/errors.csv");
  if (!resource) return errors;
  CsvReader reader(resource->content, std::string(resource->path));
  std::vector<std::string> fields;
  for (bool heading = true; reader.next(fields).value_or(false); heading = false) {
    if (heading || fields.size() < kColumns) continue;
    errors.rows.push_back({.warning = fields[kLevel] == "warning",
                           .names = parts_of(fields[kNames], ' '),
                           .status = parse_integer(fields[kStatus]).value_or(-1),
                           .texts = parts_of(fields[kText], '|'),
                           .cause = fields[kCause],
                           .remedy = fields[kRemedy],
                           .source = fields[kSource]});
  }
  for (const RuntimeErrorMeaning& row : errors.rows) {
    for (const std::string& name : row.names) errors.by_name.try_emplace(name, &row);
    if (row.status >= 0) errors.by_status.try_emplace(row.status, &row);
  }
  return errors;
}

const RuntimeErrors& runtime_errors() {
  static const RuntimeErrors errors = read_runtime_errors();
  return errors;
}

bool is_name_character(char c) {
  return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

std::string_view name_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return text.substr(begin, end - begin);
}

/// The number at the start of `text`; nullopt if there is none.
std::optional<std::int64_t> number_at_start(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end < 9 && is_digit(text[end])) ++end;
  return parse_integer(text.substr(0, end));
}

std::optional<RuntimeFailure> failure_of_status(std::int64_t status, std::size_t begin) {
  if (status == 0) return std::nullopt;  // success
  const auto& known = runtime_errors().by_status;
  const auto row = known.find(status);
  if (row == known.end()) {
    return RuntimeFailure{.code = fmt::format("status {}", status), .begin = begin};
  }
  return RuntimeFailure{.code = row->second->names[0], .meaning = row->second, .begin = begin};
}

std::optional<RuntimeFailure> failure_by_text(std::string_view line) {
  for (const RuntimeErrorMeaning& row : runtime_errors().rows) {
    for (const std::string& text : row.texts) {
      const std::size_t at = line.find(text);
      if (at == std::string_view::npos) continue;
      return RuntimeFailure{
          .code = row.names.empty() ? std::string() : row.names[0], .meaning = &row, .begin = at};
    }
  }
  return std::nullopt;
}

/// "NEURON_HW_ERR=SRAM_UNCORRECTABLE_ERROR instance-id=...".
std::optional<RuntimeFailure> hardware_failure(std::string_view line) {
  const std::size_t at = line.find(kHardwareError);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view name = name_at(line, at + kHardwareError.size());
  if (name.empty()) return std::nullopt;
  return RuntimeFailure{
      .code = std::string(name), .meaning = find_runtime_error(name), .begin = at};
}

/// "NRT_EXEC_OOB" or "NERR_RESOURCE_NC" anywhere in the line. Names that are not in the table, such
/// as those of states, are not errors.
std::optional<RuntimeFailure> failure_by_name(std::string_view line) {
  for (const std::string_view prefix : {"NRT_", "NERR_"}) {
    for (std::size_t at = line.find(prefix); at != std::string_view::npos;
         at = line.find(prefix, at + 1)) {
      if (at > 0 && is_name_character(line[at - 1])) continue;
      const RuntimeErrorMeaning* const row = find_runtime_error(name_at(line, at));
      if (row != nullptr) return RuntimeFailure{.code = row->names[0], .meaning = row, .begin = at};
    }
  }
  return std::nullopt;
}

std::optional<RuntimeFailure> failure_by_status(std::string_view line) {
  for (const std::string_view front : kStatusFronts) {
    const std::size_t at = line.find(front);
    if (at == std::string_view::npos) continue;
    const auto status = number_at_start(line.substr(at + front.size()));
    if (status) return failure_of_status(*status, at);
  }
  // "nrt_execute: status=1004", "nrt_load status=1".
  for (std::size_t at = line.find("nrt_"); at != std::string_view::npos;
       at = line.find("nrt_", at + 1)) {
    std::size_t end = at;
    while (end < line.size() && (is_lower(line[end]) || line[end] == '_')) ++end;
    if (line.substr(end).starts_with(':')) ++end;
    constexpr std::string_view kStatus = " status=";
    if (!line.substr(end).starts_with(kStatus)) continue;
    const auto status = number_at_start(line.substr(end + kStatus.size()));
    if (status) return failure_of_status(*status, at);
  }
  // "Failed to load NN: model, err: 2".
  if (const std::size_t at = line.find("Failed to load NN: "); at != std::string_view::npos) {
    const auto rest = after(line.substr(at), ", err: ");
    const auto status = rest ? number_at_start(*rest) : std::nullopt;
    if (status) return failure_of_status(*status, at);
  }
  return std::nullopt;
}

/// Searches a text for many short texts in one pass, as most lines of a log contain none of them.
/// Each has three characters or more, and must outlive the search. Any thread.
class TextSearch {
 public:
  explicit TextSearch(std::vector<std::string_view> texts) : texts_(std::move(texts)) {
    for (const std::string_view text : texts_) starts_.set(start_of(text.data()));
  }

  bool finds_any(std::string_view line) const {
    if (line.size() < 3) return false;
    const char* const end = line.data() + line.size() - 2;
    for (const char* at = line.data(); at != end; ++at) {
      if (!starts_[start_of(at)]) continue;
      const std::string_view rest(at, static_cast<std::size_t>(end - at) + 2);
      for (const std::string_view text : texts_) {
        if (text[0] == *at && rest.starts_with(text)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t kStarts = std::size_t{1} << 13;  // fits into the fastest cache

  static std::size_t start_of(const char* text) {
    const auto byte = [&](int i) { return std::size_t{static_cast<unsigned char>(text[i])}; };
    return (byte(0) << 6 ^ byte(1) << 3 ^ byte(2)) % kStarts;
  }

  std::vector<std::string_view> texts_;
  std::bitset<kStarts> starts_{};  ///< the first characters of the texts
};

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The number after `name`, which may be followed by "-id=" and separators, in lower-case `text`;
/// moves `at` past it.
std::optional<std::int64_t> place_number(std::string_view text, std::string_view name,
                                         std::size_t& at) {
  for (std::size_t begin = text.find(name, at); begin != std::string_view::npos;
       begin = text.find(name, begin + 1)) {
    if (begin > 0 && (is_lower(text[begin - 1]) || text[begin - 1] == '_')) continue;
    std::size_t end = begin + name.size();
    if (text.substr(end).starts_with("-id=")) end += 4;
    if (text.substr(end).starts_with(' ')) ++end;
    const auto number = number_at_start(text.substr(end));
    if (!number) continue;
    at = end;
    return number;
  }
  return std::nullopt;
}

}  // namespace

const RuntimeErrorMeaning* find_runtime_error(std::string_view name) {
  const auto& known = runtime_errors().by_name;
  const auto row = known.find(name);
  return row == known.end() ? nullptr : row->second;
}

std::optional<RuntimeFailure> find_runtime_failure(std::string_view line) {
  static const TextSearch search(runtime_failure_texts());
  if (!search.finds_any(line)) return std::nullopt;
  // Other programs write some of the texts, too.
  constexpr auto kParts = std::to_array<std::string_view>({"NRT", "NERR_", "nrt", "euron", "NEURON",
                                                           "the model status=", "ncorrectable",
                                                           "CCOM", "INFER_ERROR", "NEFF"});
  if (std::none_of(kParts.begin(), kParts.end(), [&](std::string_view part) {
        return line.find(part) != std::string_view::npos;
      })) {
    return std::nullopt;
  }
  return failure_in_message(line);
}

std::optional<RuntimeFailure> failure_in_message(std::string_view message) {
  if (auto found = hardware_failure(message)) return found;
  if (auto found = failure_by_text(message)) return found;
  if (auto found = failure_by_name(message)) return found;
  return failure_by_status(message);
}

std::vector<std::string_view> runtime_failure_texts() {
  std::vector<std::string_view> texts{kHardwareError, "NRT_", "NERR_", "nrt_",
                                      "Failed to load NN: "};
  texts.insert(texts.end(), kStatusFronts.begin(), kStatusFronts.end());
  for (const RuntimeErrorMeaning& row : runtime_errors().rows) {
    texts.insert(texts.end(), row.texts.begin(), row.texts.end());
  }
  return texts;
}

FailurePlace failure_place(std::string_view message) {
  constexpr std::size_t kMost = 1000;
  std::string text(message.substr(0, kMost));
  std::transform(text.begin(), text.end(), text.begin(), lower_case);
  FailurePlace place;
  std::size_t at = 0;
  for (const std::string_view name : {"nd", "neuron device", "mla", "neuron device:"}) {
    std::size_t begin = 0;
    const auto device = place_number(text, name, begin);
    if (!device) continue;
    place.device = *device;
    at = begin;
    break;
  }
  if (place.device < 0) return place;
  // The core follows the device within the same brackets or words.
  constexpr std::size_t kNear = 12;
  std::size_t core_at = 0;
  const std::string_view rest = std::string_view(text).substr(at, kNear);
  if (const auto core = place_number(rest, "nc", core_at)) {
    place.core = *core;
  } else if (const std::size_t colon = rest.find(':'); colon < 4) {
    place.core = number_at_start(rest.substr(colon + 1)).value_or(-1);  // "device: 5:1"
  }
  return place;
}

std::string_view failure_detail(std::string_view message, std::string_view name) {
  const std::string key = fmt::format(" {}=", name);
  const auto value = after(message, key);
  return value ? value->substr(0, value->find_first_of(" \t")) : std::string_view();
}

}  // namespace nscope::importers
