#include "app/sweep/sweep_results.h"

#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::sweep {
namespace {

constexpr std::size_t kMostListed = 20;

/// The columns of the figures and texts of some points: name, kind.
class Columns {
 public:
  explicit Columns(const Spec& spec) {
    for (const Variation& variation : spec.variations) {
      for (const Variation::Member& member : variation.members) {
        columns_.push_back({.name = member.name, .pointer = member.pointer});
        taken_.insert(member.name);
      }
    }
  }

  void collect(const PointResult& result) {
    for (const Metric& metric : result.figures) {
      const auto add = [&](Column::Kind kind) {
        found_.try_emplace(Key{false, metric.name, kind}, metric.unit, metric.provenance);
      };
      add(Column::Kind::kFigure);
      if (metric.low) add(Column::Kind::kLow);
      if (metric.high) add(Column::Kind::kHigh);
    }
    for (const auto& [name, text] : result.texts) {
      found_.try_emplace(Key{true, name, Column::Kind::kText}, "", Provenance::kSimulated);
    }
  }

  /// Adds the columns that were collected, after those of the members.
  void finish() {
    for (const auto& [key, facts] : found_) {
      const auto& [is_text, name, kind] = key;
      Column column{.name = name, .kind = kind};
      if (kind == Column::Kind::kLow) column.name += "_low";
      if (kind == Column::Kind::kHigh) column.name += "_high";
      while (!taken_.insert(column.name).second) column.name += "_result";
      if (!is_text) {
        column.unit = facts.first;
        column.provenance = to_string(facts.second);
      }
      position_[key] = columns_.size();
      columns_.push_back(std::move(column));
    }
  }

  std::size_t position(bool is_text, const std::string& name, Column::Kind kind) const {
    return position_.at(Key{is_text, name, kind});
  }
  const std::vector<Column>& all() const { return columns_; }

 private:
  using Key = std::tuple<bool, std::string, Column::Kind>;

  std::vector<Column> columns_;
  std::set<std::string, std::less<>> taken_;
  std::map<Key, std::pair<std::string, Provenance>> found_;
  std::map<Key, std::size_t> position_;
};

ResultRow row_of(const PointResult& result, const std::vector<Json>& members,
                 const Columns& columns) {
  ResultRow row{.id = static_cast<std::int64_t>(result.id),
                .outcome = result.outcome,
                .reason = result.reason};
  row.values.resize(columns.all().size());
  std::transform(members.begin(), members.end(), row.values.begin(), value_of);
  for (const Metric& metric : result.figures) {
    const auto put = [&](Column::Kind kind, double value) {
      row.values[columns.position(false, metric.name, kind)] = value;
    };
    put(Column::Kind::kFigure, metric.value);
    if (metric.low) put(Column::Kind::kLow, *metric.low);
    if (metric.high) put(Column::Kind::kHigh, *metric.high);
  }
  for (const auto& [name, text] : result.texts) {
    row.values[columns.position(true, name, Column::Kind::kText)] = text;
  }
  return row;
}

/// Rearranges the values of `part` to the columns of `all`, in which each of its columns is.
void move_rows(Results part, const std::map<std::string, std::size_t, std::less<>>& place,
               std::size_t columns, std::vector<ResultRow>& rows) {
  for (ResultRow& row : part.rows) {
    std::vector<Value> values(columns);
    for (std::size_t i = 0; i < part.columns.size(); ++i) {
      values[place.at(part.columns[i].name)] = std::move(row.values[i]);
    }
    row.values = std::move(values);
    rows.push_back(std::move(row));
  }
}

/// Members first, in their order; the others in the order of Columns::finish().
bool column_before(const Column& a, const Column& b) {
  const auto key = [](const Column& column) {
    std::string_view name = column.name;
    if (column.kind == Column::Kind::kLow) name.remove_suffix(std::string_view("_low").size());
    if (column.kind == Column::Kind::kHigh) name.remove_suffix(std::string_view("_high").size());
    return std::tuple(column.kind == Column::Kind::kText, name, column.kind);
  };
  return key(a) < key(b);
}

/// The columns of all parts. The members are the same in all of them.
std::vector<Column> joined_columns(const std::vector<std::pair<std::string, Results>>& parts) {
  std::vector<Column> members;
  std::vector<Column> others;
  std::set<std::string, std::less<>> known;
  for (const auto& [file, part] : parts) {
    for (const Column& column : part.columns) {
      if (!known.insert(column.name).second) continue;
      (column.kind == Column::Kind::kMember ? members : others).push_back(column);
    }
  }
  std::sort(others.begin(), others.end(), column_before);
  members.insert(members.end(), others.begin(), others.end());
  return members;
}

Result<> check_complete(const Results& all) {
  if (all.rows.size() == all.points) return {};
  std::vector<std::string> missing;
  std::size_t count = 0;
  std::size_t next = 0;
  for (std::size_t id = 0; id < all.points; ++id) {
    if (next < all.rows.size() && all.rows[next].id == static_cast<std::int64_t>(id)) {
      ++next;
      continue;
    }
    if (missing.size() < kMostListed) missing.push_back(fmt::format("{}", id));
    ++count;
  }
  return fail(
      ErrorCode::kInfeasible,
      tr_plural(static_cast<std::int64_t>(count),
                "{} of {} points is missing ({}{}); run the missing shards, then merge again",
                "{} of {} points are missing ({}{}); run the missing shards, then merge "
                "again",
                as::count(static_cast<std::int64_t>(count)),
                as::count(static_cast<std::int64_t>(all.points)),
                fmt::format("{}", fmt::join(missing, ", ")),
                count > missing.size() ? ", ..." : ""));
}

}  // namespace

std::string_view to_string(Column::Kind kind) {
  switch (kind) {
    case Column::Kind::kMember: return "member";
    case Column::Kind::kFigure: return "figure";
    case Column::Kind::kLow: return "low";
    case Column::Kind::kHigh: return "high";
    case Column::Kind::kText: return "text";
  }
  return "text";
}

Value value_of(const Json& json) {
  if (json.is_null()) return std::monostate();
  if (json.is_boolean()) return std::int64_t{json.get<bool>() ? 1 : 0};
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return compact_text(json);
}

std::size_t Results::count(Outcome outcome) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const ResultRow& row) { return row.outcome == outcome; }));
}

std::size_t Results::column(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? npos : static_cast<std::size_t>(found - columns.begin());
}

Results results_of(const Spec& spec, const Points& points, const Shard& shard, std::string identity,
                   std::vector<PointResult> evaluated) {
  std::sort(evaluated.begin(), evaluated.end(),
            [](const PointResult& a, const PointResult& b) { return a.id < b.id; });
  Columns columns(spec);
  for (const PointResult& result : evaluated) columns.collect(result);
  columns.finish();
  Results results{.identity = std::move(identity),
                  .title = spec.title,
                  .objectives = spec.objectives,
                  .points = points.values.size(),
                  .excluded = points.excluded,
                  .shard = shard,
                  .columns = columns.all()};
  for (const PointResult& result : evaluated) {
    results.rows.push_back(row_of(result, points.values[result.id], columns));
  }
  return results;
}

Result<Results> merge(std::vector<std::pair<std::string, Results>> parts) {
  assert(!parts.empty());
  const auto& first = parts.front();
  for (const auto& [file, part] : parts) {
    if (part.identity != first.second.identity) {
      return fail(ErrorCode::kBadInput,
                  tr("contains results of another sweep, of other prices or of another version "
                     "than {}",
                     first.first),
                  file);
    }
  }
  Results all{.identity = first.second.identity,
              .title = first.second.title,
              .objectives = first.second.objectives,
              .points = first.second.points,
              .excluded = first.second.excluded,
              .columns = joined_columns(parts)};
  std::map<std::string, std::size_t, std::less<>> place;
  for (std::size_t i = 0; i < all.columns.size(); ++i) place[all.columns[i].name] = i;
  for (auto& [file, part] : parts) {
    move_rows(std::move(part), place, all.columns.size(), all.rows);
    const auto by_id = [](const ResultRow& a, const ResultRow& b) { return a.id < b.id; };
    std::stable_sort(all.rows.begin(), all.rows.end(), by_id);
    for (std::size_t i = 1; i < all.rows.size();) {
      const ResultRow& left = all.rows[i - 1];
      const ResultRow& right = all.rows[i];
      if (left.id != right.id) {
        ++i;
        continue;
      }
      if (left.outcome != right.outcome || left.reason != right.reason ||
          left.values != right.values) {
        return fail(ErrorCode::kBadInput,
                    tr("has other results for point {} than an earlier file", left.id), file);
      }
      all.rows.erase(all.rows.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  if (auto ok = check_complete(all); !ok) return fail(ok.error());
  return all;
}

Table table_of(const Results& results) {
  std::vector<Table::Column> columns{{.id = "id"}, {.id = "outcome"}, {.id = "reason"}};
  for (const Column& column : results.columns) {
    columns.push_back({.id = column.name, .unit = column.unit});
  }
  Table table(std::move(columns));
  for (const ResultRow& row : results.rows) {
    std::vector<Cell> cells{row.id, std::string(to_string(row.outcome)), row.reason};
    for (const Value& value : row.values) {
      cells.push_back(std::visit(
          [](const auto& each) -> Cell {
            using Each = std::decay_t<decltype(each)>;
            if constexpr (std::is_same_v<Each, std::monostate>) {
              return Missing{Text::verbatim("")};
            } else {
              return each;
            }
          },
          value));
    }
    table.add_row(std::move(cells));
  }
  return table;
}

std::vector<std::size_t> pareto_front(const Results& results) {
  std::vector<std::size_t> columns;
  for (const Objective& objective : results.objectives) {
    columns.push_back(results.column(objective.figure));
    if (columns.back() == Results::npos) return {};
  }
  if (columns.empty()) return {};
  /// Costs, of which less is better.
  std::vector<std::pair<std::vector<double>, std::size_t>> rows;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    std::vector<double> costs;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto* const value = std::get_if<double>(&results.rows[i].values[columns[k]]);
      if (value == nullptr) break;
      costs.push_back(results.objectives[k].maximise ? -*value : *value);
    }
    if (costs.size() == columns.size()) rows.emplace_back(std::move(costs), i);
  }
  // In this order, only an earlier row can dominate a later one.
  std::sort(rows.begin(), rows.end());
  std::vector<std::size_t> front;
  std::vector<const std::vector<double>*> kept;
  for (const auto& [costs, row] : rows) {
    const bool dominated = std::any_of(kept.begin(), kept.end(), [&](const auto* other) {
      return *other != costs && std::equal(other->begin(), other->end(), costs.begin(),
                                           [](double a, double b) { return a <= b; });
    });
    if (dominated) continue;
    kept.push_back(&costs);
    front.push_back(row);
  }
  return front;
}

}  // namespace nscope::sweep
