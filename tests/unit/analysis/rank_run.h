#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "tests/unit/analysis/test_run.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {

/// The cell of a column by its id.
inline Cell cell(const Table& table, std::size_t row, std::string_view column) {
  const auto& columns = table.columns();
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Table::Column& c) { return c.id == column; });
  EXPECT_NE(found, columns.end()) << column;
  EXPECT_LT(row, table.row_count());
  if (found == columns.end() || row >= table.row_count()) return Missing{tr("no such cell")};
  return table.at(row, static_cast<std::size_t>(found - columns.begin()));
}

/// The printed text of a cell, also of a missing one.
inline std::string text(const Table& table, std::size_t row, std::string_view column) {
  return to_string(cell(table, row, column), Language());
}

/// Whether a note of the table contains the text.
inline bool has_note(const Table& table, std::string_view part) {
  return std::any_of(table.notes().begin(), table.notes().end(), [&](const Text& note) {
    return note.english().find(part) != std::string::npos;
  });
}

/// A run of several ranks in nanoseconds. Its first analysis finishes it.
class RankRun : public TestRun {
 public:
  struct Facts {
    std::int64_t bytes = 0;
    std::int64_t ranks = 0;
    std::string_view group{};
  };

  RankRun() : TestRun(1, 10'000) {}

  SliceId collective(int core, std::string_view name, std::int64_t begin_ns, std::int64_t end_ns,
                     const Facts& facts) {
    const SliceId slice = out().slice(tracks().collectives(core), out().intern(name), at(begin_ns),
                                      at(end_ns - begin_ns));
    if (facts.bytes > 0) arg(slice, key::kBytes, facts.bytes);
    if (facts.ranks > 0) arg(slice, key::kRanks, facts.ranks);
    if (!facts.group.empty()) arg(slice, key::kReplicaGroup, facts.group);
    return slice;
  }

  const Trace& trace() {
    if (!trace_) trace_ = finish();
    return *trace_;
  }

  Table analyze(std::string_view id,
                const std::vector<std::pair<std::string_view, double>>& values = {},
                const SummaryOptions& scope = {}) {
    const auto analysis = find_analysis(id);
    EXPECT_TRUE(analysis) << id;
    if (!analysis) return {};
    AnalysisRequest request = request_for(**analysis, scope);
    for (const auto& [name, value] : values) EXPECT_TRUE(request.parameters.set(name, value));
    TaskControl control;
    auto table = (*analysis)->run(trace(), request, control);
    EXPECT_TRUE(table) << to_string(table.error());
    return table ? *table : Table();
  }

  /// The id of the slice of a track that begins at this time; the writer assigns other ids.
  std::int64_t id_at(std::string_view track_name, std::int64_t begin_ns) {
    for (const Track& track : trace().tracks()) {
      if (trace().text(track.name) != track_name) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (track.slices.begin(row) == at(begin_ns)) return Trace::slice_id(track, row).value;
      }
    }
    ADD_FAILURE() << "no slice of " << track_name << " begins at " << begin_ns;
    return -1;
  }

 private:
  std::shared_ptr<const Trace> trace_;
};

}  // namespace nscope::analysis
