#include "simcore/catalog/fact_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

struct PrintedUnit {
  std::string_view name;
  UnitKind kind;
  double factor;  ///< base units per printed unit
};

constexpr int kMostCounted = 1'000'000'000;

constexpr double kKi = 1024.0;
constexpr double kMi = kKi * 1024.0;
constexpr double kGi = kMi * 1024.0;
constexpr double kTi = kGi * 1024.0;

constexpr std::array kUnits{
    PrintedUnit{"B", UnitKind::kBytes, 1.0},
    PrintedUnit{"KiB", UnitKind::kBytes, kKi},
    PrintedUnit{"MiB", UnitKind::kBytes, kMi},
    PrintedUnit{"GiB", UnitKind::kBytes, kGi},
    PrintedUnit{"TiB", UnitKind::kBytes, kTi},
    PrintedUnit{"KB", UnitKind::kBytes, 1e3},
    PrintedUnit{"MB", UnitKind::kBytes, 1e6},
    PrintedUnit{"GB", UnitKind::kBytes, 1e9},
    PrintedUnit{"TB", UnitKind::kBytes, 1e12},
    PrintedUnit{"B/s", UnitKind::kBytesPerSecond, 1.0},
    PrintedUnit{"MB/s", UnitKind::kBytesPerSecond, 1e6},
    PrintedUnit{"GB/s", UnitKind::kBytesPerSecond, 1e9},
    PrintedUnit{"TB/s", UnitKind::kBytesPerSecond, 1e12},
    PrintedUnit{"MiB/s", UnitKind::kBytesPerSecond, kMi},
    PrintedUnit{"GiB/s", UnitKind::kBytesPerSecond, kGi},
    PrintedUnit{"TiB/s", UnitKind::kBytesPerSecond, kTi},
    PrintedUnit{"B/ns", UnitKind::kBytesPerSecond, 1e9},
    PrintedUnit{"FLOP/s", UnitKind::kFlopsPerSecond, 1.0},
    PrintedUnit{"GFLOPS", UnitKind::kFlopsPerSecond, 1e9},
    PrintedUnit{"TFLOPS", UnitKind::kFlopsPerSecond, 1e12},
    PrintedUnit{"PFLOPS", UnitKind::kFlopsPerSecond, 1e15},
    PrintedUnit{"TOPS", UnitKind::kFlopsPerSecond, 1e12},
    PrintedUnit{"Hz", UnitKind::kHertz, 1.0},
    PrintedUnit{"MHz", UnitKind::kHertz, 1e6},
    PrintedUnit{"GHz", UnitKind::kHertz, 1e9},
    PrintedUnit{"s", UnitKind::kSeconds, 1.0},
    PrintedUnit{"ms", UnitKind::kSeconds, 1e-3},
    PrintedUnit{"us", UnitKind::kSeconds, 1e-6},
    PrintedUnit{"ns", UnitKind::kSeconds, 1e-9},
    PrintedUnit{"W", UnitKind::kWatts, 1.0},
    PrintedUnit{"kW", UnitKind::kWatts, 1e3},
    PrintedUnit{"bit/s", UnitKind::kBitsPerSecond, 1.0},
    PrintedUnit{"Mbps", UnitKind::kBitsPerSecond, 1e6},
    PrintedUnit{"Gbps", UnitKind::kBitsPerSecond, 1e9},
};

std::string_view base_unit(UnitKind kind) {
  for (const auto& unit : kUnits) {
    if (unit.kind == kind) return unit.name;  // the first of each kind is its base
  }
  return {};
}

std::string accepted_units(UnitKind kind) {
  std::string list;
  for (const auto& unit : kUnits) {
    if (unit.kind != kind) continue;
    list += (list.empty() ? "" : ", ") + std::string(unit.name);
  }
  return list;
}

Confidence read_confidence(StrictObject& in, const Fact& fact) {
  const auto confidence = parse_confidence(in.string("confidence"));
  if (!confidence) {
    in.reject("confidence",
              tr("must be one of official, driver, figure, derived, third-party, assumed"));
  }
  if (confidence == Confidence::kDerived && fact.note.empty()) {
    in.reject("note", tr("is required: a derived number needs its calculation"));
  }
  return confidence.value_or(Confidence::kAssumed);
}

const PrintedUnit* find_unit(std::string_view name) {
  for (const auto& unit : kUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

}  // namespace

void forward_error(StrictObject& inner, StrictObject& outer) {
  const auto done = inner.finish();
  if (done) return;
  const std::string root = outer.path("");
  const std::string where = done.error().where.english();
  outer.reject(where.size() > root.size() ? std::string_view(where).substr(root.size()) : "",
               done.error().message);
}

std::vector<std::string> optional_names(StrictObject& in, const char* key) {
  std::vector<std::string> names;
  const Json* const json = in.optional(key);
  if (json == nullptr) return names;
  const bool good =
      json->is_array() && std::all_of(json->begin(), json->end(), [](const Json& one) {
        return one.is_string() && !one.get_ref<const std::string&>().empty();
      });
  if (!good) {
    in.reject(key, tr("must be an array of strings"));
    return names;
  }
  for (const Json& one : *json) names.push_back(one.get<std::string>());
  return names;
}

std::string entry_path(std::string_view list, const Json& entry, std::size_t index) {
  if (entry.is_object()) {
    const auto id = entry.find("id");
    if (id != entry.end() && id->is_string()) {
      return fmt::format("{}/{}", list, id->get<std::string>());
    }
  }
  return fmt::format("{}/{}", list, index);
}

bool is_iso_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t from, std::size_t count) {
    int value = -1;
    const char* const begin = text.data() + from;
    const auto [end, error] = std::from_chars(begin, begin + count, value);
    return error == std::errc{} && end == begin + count && *begin != '-' ? value : -1;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  if (year < 0 || month < 0 || day < 0) return false;
  return std::chrono::year_month_day(std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day)))
      .ok();
}

FactReader::FactReader(StrictObject& in) {
  const Json* const table = in.optional("sources");
  if (table == nullptr) return;
  if (!table->is_object()) {
    in.reject("sources", tr("must be an object"));
    return;
  }
  for (const auto& [key, json] : table->items()) {
    StrictObject entry(json, in.path("sources/" + key));
    Source source{entry.string("text"), entry.string("date")};
    if (source.text.empty()) entry.reject("text", tr("must not be empty"));
    if (!is_iso_date(source.date)) entry.reject("date", tr("must be a date such as 2026-08-21"));
    forward_error(entry, in);
    sources_.emplace(key, std::move(source));
  }
}

Fact FactReader::citation(StrictObject& in) {
  Fact fact;
  const std::string source = in.string("source");
  const auto date = in.optional_string("date");
  if (date) {
    fact.source = source;
    fact.date = *date;
    if (source.empty()) in.reject("source", tr("must not be empty"));
    if (!is_iso_date(*date)) in.reject("date", tr("must be a date such as 2026-08-21"));
  } else if (const auto it = sources_.find(source); it != sources_.end()) {
    fact.source = it->second.text;
    fact.date = it->second.date;
    cited_.insert(source);
  } else {
    in.reject("source",
              tr("'{}' is not in the 'sources' table of the file; add it there, or add a 'date'",
                 source));
  }
  fact.note = in.optional_string("note").value_or("");
  return fact;
}

Fact FactReader::read(StrictObject& in, const char* key, const Json& json,
                      std::optional<UnitKind> kind, std::string_view word, bool zero_allowed) {
  StrictObject entry(json, in.path(key));
  const double value = entry.number("value");
  const std::string unit = entry.string("unit");
  Fact fact = citation(entry);
  fact.confidence = read_confidence(entry, fact);
  if (!std::isfinite(value) || value < 0.0 || (value == 0.0 && !zero_allowed)) {
    entry.reject("value", zero_allowed ? tr("must not be negative") : tr("must be greater than 0"));
  }
  fact.printed = fmt::format("{} {}", value, unit);
  if (kind) {
    const PrintedUnit* const known = find_unit(unit);
    if (known == nullptr || known->kind != *kind) {
      entry.reject("unit", tr("wrong unit '{}'; use one of {}", unit, accepted_units(*kind)));
    } else {
      fact.value = value * known->factor;
      fact.unit = base_unit(*kind);
    }
  } else {
    if (unit != word) entry.reject("unit", tr("wrong unit '{}'; use '{}'", unit, word));
    const bool countable = value >= 0.0 && value <= kMostCounted && value == std::floor(value);
    if (!countable) entry.reject("value", tr("must be a whole number of at most {}", kMostCounted));
    fact.value = countable ? value : 0.0;  // callers convert it to int before they check the error
    fact.unit = word;
  }
  forward_error(entry, in);
  return fact;
}

Fact FactReader::measure(StrictObject& in, const char* key, UnitKind kind) {
  return read(in, key, in.object(key), kind, {}, false);
}

std::optional<Fact> FactReader::optional_measure(StrictObject& in, const char* key, UnitKind kind) {
  const Json* const json = in.optional(key);
  if (json == nullptr) return std::nullopt;
  return read(in, key, *json, kind, {}, false);
}

std::optional<Fact> FactReader::optional_measure_or_zero(StrictObject& in, const char* key,
                                                         UnitKind kind) {
  const Json* const json = in.optional(key);
  if (json == nullptr) return std::nullopt;
  return read(in, key, *json, kind, {}, true);
}

Fact FactReader::count(StrictObject& in, const char* key, std::string_view word) {
  return read(in, key, in.object(key), std::nullopt, word, false);
}

std::optional<Fact> FactReader::optional_count(StrictObject& in, const char* key,
                                               std::string_view word) {
  const Json* const json = in.optional(key);
  if (json == nullptr) return std::nullopt;
  return read(in, key, *json, std::nullopt, word, false);
}

std::optional<Fact> FactReader::optional_count_or_zero(StrictObject& in, const char* key,
                                                       std::string_view word) {
  const Json* const json = in.optional(key);
  if (json == nullptr) return std::nullopt;
  return read(in, key, *json, std::nullopt, word, true);
}

std::map<std::string, Fact> FactReader::measures(StrictObject& in, const char* key, UnitKind kind) {
  std::map<std::string, Fact> facts;
  const Json& table = in.object(key);
  if (table.empty()) in.reject(key, tr("must have at least one key"));
  for (const auto& [name, json] : table.items()) {
    const std::string path = std::string(key) + "/" + name;
    facts.emplace(name, read(in, path.c_str(), json, kind, {}, false));
  }
  return facts;
}

std::vector<Fact> FactReader::optional_counts(StrictObject& in, const char* key,
                                              std::string_view word) {
  std::vector<Fact> facts;
  const Json* const json = in.optional(key);
  if (json == nullptr) return facts;
  StrictObject entry(*json, in.path(key));
  const Json& values = entry.array("values");
  Fact cited = citation(entry);
  cited.confidence = read_confidence(entry, cited);
  for (const Json& value : values) {
    if (!value.is_number_integer() || value.get<double>() < 1 ||
        value.get<double>() > kMostCounted) {
      entry.reject("values", tr("must be whole numbers between 1 and {}", kMostCounted));
      break;
    }
    Fact fact = cited;
    fact.value = value.get<double>();
    fact.unit = word;
    fact.printed = fmt::format("{} {}", fact.value, word);
    facts.push_back(std::move(fact));
  }
  forward_error(entry, in);
  return facts;
}

void FactReader::finish(StrictObject& in) {
  for (const auto& [key, source] : sources_) {
    if (!cited_.contains(key)) in.reject("sources/" + key, tr("is not cited by any number"));
  }
}

}  // namespace nscope::catalog
