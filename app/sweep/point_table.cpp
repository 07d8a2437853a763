#include "app/sweep/point_table.h"

#include "app/batch/shell_word.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace nscope::sweep {
namespace {

constexpr double kExact = 0x1p53;  // integers below this are exact in a double
constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

/// Fills one column row by row.
class ColumnFiller {
 public:
  explicit ColumnFiller(PointColumn& column) : column_(column) {}

  void add(const Value& value, std::size_t& not_finite) {
    double number = kAbsent;
    std::uint32_t text = 0;
    if (const auto* const real = std::get_if<double>(&value)) {
      number = *real;
      if (!std::isfinite(number)) {
        ++not_finite;
        number = kAbsent;
      }
    } else if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
      number = static_cast<double>(*integer);
      if (std::abs(number) >= kExact) {
        number = kAbsent;
        text = index_of(fmt::format("{}", *integer));
      }
    } else if (const auto* const name = std::get_if<std::string>(&value)) {
      text = index_of(*name);
    }
    if (!std::isnan(number)) {
      ++column_.count;
      column_.low = std::min(column_.low, number);
      column_.high = std::max(column_.high, number);
      column_.integers = column_.integers && std::trunc(number) == number;
    }
    column_.numbers.push_back(number);
    if (text != 0 && column_.texts.empty()) column_.texts.resize(column_.numbers.size() - 1);
    if (text != 0 || !column_.texts.empty()) column_.texts.push_back(text);
  }

 private:
  std::uint32_t index_of(const std::string& text) {
    const auto next = static_cast<std::uint32_t>(column_.names.size() + 1);
    const auto [found, is_new] = places_.try_emplace(text, next);
    if (is_new) column_.names.push_back(text);
    return found->second;
  }

  PointColumn& column_;
  std::unordered_map<std::string, std::uint32_t> places_;
};

/// Whether a stored value is the one of a document. Numbers are compared by value.
bool is_stored(const Json& json, const Value& stored) {
  const Value value = value_of(json);
  const auto number = [](const Value& each) {
    if (const auto* const real = std::get_if<double>(&each)) return *real;
    if (const auto* const integer = std::get_if<std::int64_t>(&each)) {
      return static_cast<double>(*integer);
    }
    return kAbsent;
  };
  if (value == stored || number(value) == number(stored)) return true;
  const auto* const integer = std::get_if<std::int64_t>(&value);
  const auto* const text = std::get_if<std::string>(&stored);
  return integer != nullptr && text != nullptr && fmt::format("{}", *integer) == *text;
}

tl::unexpected<Error> not_a_sweep(std::string where) {
  return fail(ErrorCode::kBadInput,
              tr("the results do not state the document and the values of the sweep; run the "
                 "sweep again"),
              std::move(where));
}

/// The values of the members of one variation of an identity, from `stored`.
Result<std::vector<Json>> values_of(const Json& variation, std::size_t members,
                                    const Value* stored, const std::string& where) {
  const Json& rows = variation.at("values");
  if (!rows.is_array()) return not_a_sweep(where);
  if (rows.empty()) {
    if (const auto* const integer = std::get_if<std::int64_t>(stored); integer && members == 1) {
      return std::vector<Json>{Json(*integer)};
    }
    const auto* const real = std::get_if<double>(stored);
    if (real == nullptr || members != 1) return not_a_sweep(where);
    return std::vector<Json>{Json(*real)};
  }
  for (const Json& row : rows) {
    if (!row.is_array() || row.size() != members) return not_a_sweep(where);
    bool same = true;
    for (std::size_t i = 0; same && i < members; ++i) same = is_stored(row[i], stored[i]);
    if (same) return std::vector<Json>(row.begin(), row.end());
  }
  return not_a_sweep(where);
}

/// The identity as an object with "document" and "vary"; null if it is something else.
Json read_identity(const std::string& identity) {
  auto json = parse_json(identity, "identity");
  const bool valid = json && json->is_object() && json->contains("document") &&
                     json->at("document").is_object() && json->contains("vary") &&
                     json->at("vary").is_array();
  return valid ? std::move(*json) : Json();
}

/// The string member `key`; empty if it is absent or has another type.
std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

bool is_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string_view PointColumn::text(std::size_t row) const {
  if (texts.empty() || texts[row] == 0) return {};
  return names[texts[row] - 1];
}

std::size_t PointTable::count(Outcome outcome) const {
  return static_cast<std::size_t>(std::count(outcomes.begin(), outcomes.end(), outcome));
}

Value PointTable::value(std::size_t column, std::size_t row) const {
  const PointColumn& values = columns[column];
  if (!values.texts.empty() && values.texts[row] != 0) return std::string(values.text(row));
  const double number = values.numbers[row];
  if (std::isnan(number)) return std::monostate();
  if (values.integers) return static_cast<std::int64_t>(number);
  return number;
}

Result<PointTable> load_points(const std::string& path, TaskControl& control) {
  PointTable table;
  std::vector<ColumnFiller> fillers;
  ColumnFiller reasons(table.reasons);
  ReasonGroups groups;
  std::size_t most_rows = 0;
  const auto head = [&](const Results& results) -> Result<> {
    control.begin(phrase("Reading the results"), results.points / results.shard.count);
    table.columns.reserve(results.columns.size());
    for (const Column& column : results.columns) {
      fillers.emplace_back(table.columns.emplace_back(PointColumn{.about = column}));
    }
    most_rows = kMostCells / (results.columns.size() + 3);
    return {};
  };
  const auto row = [&](ResultRow&& each) -> Result<> {
    const std::size_t at = table.ids.size();
    if (control.cancelled_at(at)) return cancelled();
    if (at >= most_rows) {
      return fail(ErrorCode::kInfeasible,
                  tr("the file has more than {} values, which is the most that can be shown; query "
                     "it with SQL, or write a part of it as another sweep",
                     as::count(kMostCells)),
                  path);
    }
    table.ids.push_back(each.id);
    table.outcomes.push_back(each.outcome);
    std::size_t ignored = 0;
    reasons.add(each.reason.empty() ? Value() : Value(each.reason), ignored);
    groups.add(each.outcome, each.reason, each.id);
    for (std::size_t i = 0; i < fillers.size(); ++i) {
      fillers[i].add(each.values[i], table.not_finite);
    }
    control.advance_to(at);
    return {};
  };
  auto results = read_results(path, head, row);
  if (!results) return fail(results.error());
  table.head = std::move(*results);
  table.groups = groups.list();
  return table;
}

std::vector<std::uint32_t> front_of(const PointColumn& x, Goal goal_x, const PointColumn& y,
                                    Goal goal_y, const std::vector<std::uint32_t>& rows) {
  const auto cost = [](const PointColumn& column, Goal goal, std::uint32_t row) {
    return goal == Goal::kLow ? column.numbers[row] : -column.numbers[row];
  };
  struct Candidate {
    double x;
    double y;
    std::uint32_t row;
  };
  std::vector<Candidate> sorted;
  for (const std::uint32_t row : rows) {
    const Candidate each{cost(x, goal_x, row), cost(y, goal_y, row), row};
    if (!std::isnan(each.x) && !std::isnan(each.y)) sorted.push_back(each);
  }
  std::sort(sorted.begin(), sorted.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.x, a.y, a.row) < std::tuple(b.x, b.y, b.row);
  });
  std::vector<std::uint32_t> front;
  double best = std::numeric_limits<double>::infinity();
  double best_x = best;
  for (const Candidate& each : sorted) {
    // Equal points do not dominate each other.
    const bool equal = !front.empty() && each.x == best_x && each.y == best;
    if (each.y >= best && !equal) continue;
    best = each.y;
    best_x = each.x;
    front.push_back(each.row);
  }
  if (goal_x == Goal::kHigh) std::reverse(front.begin(), front.end());
  return front;
}

Result<Json> document_of_point(const std::string& identity, std::int64_t id,
                               const std::vector<Value>& members) {
  const Json json = read_identity(identity);
  if (json.is_null()) return not_a_sweep("identity");
  Spec spec{.base = json.at("document"), .base_name = "document", .variations = {}};
  std::vector<Json> values;
  std::size_t next = 0;
  for (const Json& each : json.at("vary")) {
    const std::string where = fmt::format("identity: /vary/{}", spec.variations.size());
    const bool valid = each.is_object() && each.contains("members") && each.contains("values") &&
                       each.at("members").is_array();
    if (!valid) return not_a_sweep(where);
    Variation variation{.members = {}};
    for (const Json& member : each.at("members")) {
      const bool stated = member.is_object() && member.contains("pointer") &&
                          member.at("pointer").is_string() &&
                          member.at("pointer").get_ref<const std::string&>().starts_with('/');
      if (!stated) return not_a_sweep(where);
      variation.members.push_back({.pointer = member.at("pointer").get<std::string>(), .name = {}});
    }
    const std::size_t count = variation.members.size();
    if (count == 0 || next + count > members.size()) return not_a_sweep(where);
    auto found = values_of(each, count, members.data() + next, where);
    if (!found) return fail(found.error());
    next += count;
    std::move(found->begin(), found->end(), std::back_inserter(values));
    spec.variations.push_back(std::move(variation));
  }
  if (next != members.size()) return not_a_sweep("identity: /vary");
  auto document = document_at(spec, values);
  if (!document) return document;
  // The title and the note of the base describe its own values.
  const auto is_of_base = [&](const char* key) {
    return spec.base.contains(key) && document->at(key) == spec.base.at(key);
  };
  if (is_of_base("note")) document->erase("note");
  if (is_of_base("title")) {
    const std::string sweep = text_at(json, "title");
    (*document)["title"] = sweep.empty() ? fmt::format("Point {} of a sweep", id)
                                         : fmt::format("Point {}: {}", id, sweep);
  }
  document->erase("variants");
  return document;
}

std::string command_of_point(const std::string& identity, const std::string& results,
                             std::int64_t id) {
  const Json json = read_identity(identity);
  const std::string schema = json.is_null() ? "" : text_at(json.at("document"), "schema");
  const std::string file = fmt::format("point-{}.json", id);
  std::string command =
      fmt::format("nscope sweep {} --point {} -o {} && nscope {} {}", batch::shell_word(results),
                  id, file,
                  schema.starts_with("nscope.plan/")   ? "plan"
                  : schema.starts_with("nscope.cost/") ? "cost"
                                                       : "simulate",
                  file);
  if (json.is_null()) return command;
  const std::string version = text_at(json, "version");  // "0.9.0, seed 7"
  const std::string seed = version.substr(std::min(version.rfind(' ') + 1, version.size()));
  if (is_digits(seed)) command += " --seed " + seed;
  const std::string prices = text_at(json, "prices");  // "2026-11-22, revision 3"
  const std::string day = prices.substr(0, prices.find(','));
  const bool dated = schema.starts_with("nscope.plan/") || schema.starts_with("nscope.cost/");
  if (dated && day.size() == 10 && !day.starts_with('-')) {
    command += " --as-of " + batch::shell_word(day);
  }
  return command;
}

}  // namespace nscope::sweep
