#include "importers/neuron_profile_json/import_state.h"
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/neuron_profile_json/summary_metric.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::importers {
namespace {

// A summary has 5 KB, and terminals add little to it.
constexpr std::size_t kMaxTextSize = 4u << 20;
constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_";

/// A line "name value", also with ':' or '=' between them. The value is "" if it is absent.
struct SummaryLine {
  std::string_view name;
  std::string_view value;
};

/// The name and value of a line; nullopt for the lines of shells and other programs. Names consist
/// of several words joined by '_'.
std::optional<SummaryLine> split_summary_line(std::string_view line) {
  const std::size_t length = std::min(line.find_first_not_of(kNameCharacters), line.size());
  const std::string_view name = line.substr(0, length);
  if (name.find('_') == std::string_view::npos) return std::nullopt;
  std::string_view value = line.substr(length);
  const bool separated = value.empty() || value[0] == ' ' || value[0] == '\t' || value[0] == ':' ||
                         value[0] == '=' || value[0] == '|';
  if (!separated) return std::nullopt;
  value = trim(value);
  if (!value.empty() && (value[0] == ':' || value[0] == '=' || value[0] == '|')) {
    value = trim(value.substr(1));
  }
  return SummaryLine{name, value};
}

/// The number in "3,072,000.5", whose commas separate thousands. nullopt for other commas, such as
/// that of a decimal comma: "2,64e-05".
std::optional<double> number_with_commas(std::string_view text) {
  if (text.find(',') == std::string_view::npos) return parse_number(text);
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const std::string_view whole =
      text.substr(sign, std::min(text.find_first_of(".eE"), text.size()) - sign);
  constexpr std::size_t kGroup = 4;  // three digits and the comma before them
  constexpr std::size_t kLongest = 40;
  const std::size_t first = whole.find(',');
  if (first == 0 || first > 3 || whole.size() > kLongest || (whole.size() - first) % kGroup != 0) {
    return std::nullopt;
  }
  std::string digits(text.substr(0, sign));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const bool comma_here = i >= first && (i - first) % kGroup == 0;
    if ((whole[i] == ',') != comma_here) return std::nullopt;
    if (!comma_here) digits += whole[i];
  }
  digits += text.substr(sign + whole.size());
  return parse_number(digits);
}

/// A unit that can follow a number, its factor, and the unit of summary_unit() that it scales.
struct ValueUnit {
  std::string_view text;
  double factor;
  std::string_view base;
};
constexpr auto kValueUnits = std::to_array<ValueUnit>({{"%", 0.01, ""},
                                                       {"s", 1.0, "s"},
                                                       {"sec", 1.0, "s"},
                                                       {"seconds", 1.0, "s"},
                                                       {"ms", 1e-3, "s"},
                                                       {"us", 1e-6, "s"},
                                                       {"\xC2\xB5s", 1e-6, "s"},
                                                       {"ns", 1e-9, "s"},
                                                       {"B", 1.0, "B"},
                                                       {"bytes", 1.0, "B"},
                                                       {"kB", 1e3, "B"},
                                                       {"KB", 1e3, "B"},
                                                       {"MB", 1e6, "B"},
                                                       {"GB", 1e9, "B"},
                                                       {"KiB", 1024.0, "B"},
                                                       {"MiB", 1048576.0, "B"},
                                                       {"GiB", 1073741824.0, "B"},
                                                       {"FLOPs", 1.0, "FLOP"},
                                                       {"cycles", 1.0, "cycles"}});

/// The number in a value such as "2.5e-05", "26.4 us" or "84 %", in the unit of `name`. nullopt if
/// the value is a text, or if its unit is not one of the metric.
std::optional<double> summary_number(std::string_view name, std::string_view value) {
  if (const auto plain = number_with_commas(value)) return plain;
  for (const ValueUnit& unit : kValueUnits) {
    if (!value.ends_with(unit.text)) continue;
    const auto number = number_with_commas(trim(value.substr(0, value.size() - unit.text.size())));
    if (!number) continue;
    const std::string_view wanted = summary_unit(name);
    if (wanted == unit.base) return *number * unit.factor;
    if (wanted == "ns" && unit.base == "s") return *number * unit.factor * 1e9;
  }
  return std::nullopt;
}

/// Whether a value starts like a number, although it is none that can be read. Versions such as
/// "2.27.34 ()" are texts.
bool is_damaged_number(std::string_view name, std::string_view value) {
  if (name.ends_with("_version")) return false;
  const std::size_t sign = value.starts_with('-') || value.starts_with('+') ? 1 : 0;
  const std::string_view rest = value.substr(sign);
  for (const std::string_view word : {"nan", "NaN", "NAN", "inf", "Inf", "INF"}) {
    if (rest.starts_with(word) && rest.size() <= 8) return true;
  }
  const bool is_number = summary_unit(name) != std::string_view() || name.ends_with("_count") ||
                         name.ends_with("_percent");
  return !rest.empty() && rest[0] >= '0' && rest[0] <= '9' && is_number;
}

/// Reads the lines of a summary into the state of an import.
class SummaryTextReader {
 public:
  explicit SummaryTextReader(ImportState& state) : state_(state) {}

  /// `line` is without the additions of terminals; `indented` states whether it had white space at
  /// its start, as metrics have and the id of their profile has not.
  void read(std::string_view line, bool indented, std::int64_t number) {
    const auto parts = split_summary_line(line);
    if (!parts) {
      if (!line.empty()) {
        state_.out.diagnose("other_line", Severity::kInfo,
                            tr("line {}: a line that is not a metric was skipped: '{}'", number,
                               printable_start(line, 80)));
      }
    } else if (!parts->value.empty()) {
      if (others_ == 0) add(*parts, number);
    } else if (!in_summary_ && !indented) {
      profile_ = std::string(parts->name);
    } else if (!indented) {
      ++others_;
    } else {
      state_.out.diagnose("odd_value", Severity::kWarning,
                          tr("line {}: '{}' was skipped: it has no value", number, parts->name));
    }
  }

  const std::string& profile() const { return profile_; }
  std::size_t others() const { return others_; }

 private:
  void add(const SummaryLine& line, std::int64_t number) {
    if (is_repeated(line.name)) {
      state_.out.diagnose(
          "metric_repeated", Severity::kWarning,
          tr("line {}: '{}' was skipped: it is in the file before", number, line.name));
    } else if (const auto value = summary_number(line.name, line.value)) {
      in_summary_ = in_summary_ || line.name == "total_time" || identifies_summary(line.name);
      add_summary_number(line.name, *value, state_);
    } else if (is_damaged_number(line.name, line.value)) {
      state_.out.diagnose("odd_value", Severity::kWarning,
                          tr("line {}: '{}' was skipped: unknown value '{}'", number, line.name,
                             printable_start(line.value, 80)));
    } else {
      add_summary_text(line.name, printable_start(line.value, 1024), state_);
    }
  }

  bool is_repeated(std::string_view name) { return !names_.insert(std::string(name)).second; }

  ImportState& state_;
  std::string profile_;
  std::size_t others_ = 0;
  bool in_summary_ = false;  // whether a metric of a summary was read
  std::set<std::string> names_;
};

bool is_indented(std::string_view line) {
  return line.starts_with(' ') || line.starts_with('\t');
}

}  // namespace

bool sniff_summary_text(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, 256u << 10);
  if (file.size() > kMaxTextSize || head.find('\0') != std::string_view::npos) return false;
  std::string buffer;
  for (LineReader lines(head); lines.next();) {
    const auto parts = split_summary_line(clean_line(lines.line(), buffer));
    if (parts && identifies_summary(parts->name) && summary_number(parts->name, parts->value)) {
      return true;
    }
  }
  return false;
}

Result<> read_summary_text(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (control.cancelled()) return cancelled();
  const std::string& file = input.file.name();
  if (!sniff_summary_text(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not a summary of neuron-profile: no line contains one of its metrics"), file);
  }
  TraceWriter out(sink);
  ImportState state(out);
  SummaryTextReader reader(state);
  std::string buffer;
  for (LineReader lines(input.file.text()); lines.next();) {
    reader.read(clean_line(lines.line(), buffer), is_indented(lines.line()), lines.number());
  }
  begin_summary("neuron-profile summary text", file, reader.profile(), state);
  end_summary(reader.profile(), reader.others(), state);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
