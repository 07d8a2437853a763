#include "importers/prometheus_text/exposition.h"

#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nscope::importers {
namespace {

constexpr std::size_t kMostLabels = 64;

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
}

bool is_name_part(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '.';
}

/// Removes a name from the start of `text`; "" if there is none.
std::string_view take_name(std::string_view& text) {
  if (text.empty() || !is_name_start(text[0])) return {};
  std::size_t length = 1;
  while (length < text.size() && is_name_part(text[length])) ++length;
  const std::string_view name = text.substr(0, length);
  text.remove_prefix(length);
  return name;
}

/// Removes a quoted text with its escapes from the start of `text`.
std::optional<std::string> take_quoted(std::string_view& text) {
  if (text.empty() || text[0] != '"') return std::nullopt;
  std::string result;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return result;
    }
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      result += text[i] == 'n' ? '\n' : text[i];
    } else {
      result += text[i];
    }
  }
  return std::nullopt;
}

/// Removes "{...}" from the start of `text`. A quoted text without '=' is the name of the metric.
bool take_labels(std::string_view& text, ExpositionSample& sample) {
  text.remove_prefix(1);
  while (true) {
    text = trim(text);
    if (text.empty() || sample.labels.size() > kMostLabels) return false;
    if (text[0] == '}') break;
    std::string name;
    if (auto quoted = take_quoted(text)) {
      name = std::move(*quoted);
    } else {
      name = std::string(take_name(text));
    }
    text = trim(text);
    if (text.empty() || name.empty()) return false;
    if (text[0] == '=') {
      text = trim(text.substr(1));
      auto value = take_quoted(text);
      if (!value) return false;
      sample.labels.emplace_back(std::move(name), std::move(*value));
    } else if (sample.name.empty()) {
      sample.name = std::move(name);
    } else {
      return false;
    }
    text = trim(text);
    if (text.empty() || (text[0] != ',' && text[0] != '}')) return false;
    if (text[0] == ',') text.remove_prefix(1);
  }
  text.remove_prefix(1);
  return true;
}

std::optional<double> sample_value(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::string lower(text.substr(0, 16));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (lower == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (lower == "inf" || lower == "infinity") return std::numeric_limits<double>::infinity();
  if (lower == "-inf" || lower == "-infinity") return -std::numeric_limits<double>::infinity();
  return parse_number(text);
}

}  // namespace

std::optional<ExpositionSample> parse_sample(std::string_view line) {
  line = trim(line);
  ExpositionSample sample;
  sample.name = std::string(take_name(line));
  line = trim(line);
  if (!line.empty() && line[0] == '{') {
    if (!take_labels(line, sample)) return std::nullopt;
  }
  if (sample.name.empty()) return std::nullopt;
  if (const std::size_t exemplar = line.find(" # "); exemplar != std::string_view::npos) {
    line = line.substr(0, exemplar);
  }
  const auto parts = words(line.substr(0, 256));
  if (parts.empty() || parts.size() > 2) return std::nullopt;
  const auto value = sample_value(parts[0]);
  if (!value) return std::nullopt;
  sample.value = *value;
  if (parts.size() == 2) {
    sample.stamp = parse_number(parts[1]);
    if (!sample.stamp) return std::nullopt;
  }
  return sample;
}

std::optional<ExpositionType> parse_type(std::string_view line) {
  const auto parts = words(line.substr(0, 1024));
  if (parts.size() != 4 || parts[0] != "#" || parts[1] != "TYPE") return std::nullopt;
  constexpr auto kTypes =
      std::to_array<std::string_view>({"counter", "gauge", "histogram", "summary", "untyped",
                                       "unknown", "info", "stateset", "gaugehistogram"});
  if (std::find(kTypes.begin(), kTypes.end(), parts[3]) == kTypes.end()) return std::nullopt;
  std::string_view name = parts[2];
  if (name.size() > 2 && name.front() == '"' && name.back() == '"') {
    return ExpositionType{name.substr(1, name.size() - 2), parts[3]};
  }
  std::string_view rest = name;
  return !take_name(rest).empty() && rest.empty() ? std::optional(ExpositionType{name, parts[3]})
                                                  : std::nullopt;
}

bool is_exposition_comment(std::string_view line) {
  if (line == "# EOF") return true;
  return line.starts_with("# HELP ") || line.starts_with("# UNIT ") || line.starts_with("# TYPE ");
}

}  // namespace nscope::importers
