#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace nscope::analysis {

/// A table with access to its cells by column id.
struct NamedTable {
  Table table;

  std::size_t rows() const { return table.row_count(); }
  const Cell& at(std::size_t row, std::string_view column) const {
    static const Cell kNone = Missing{tr("no such column or row")};
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
      if (table.columns()[i].id == column && row < rows()) return table.at(row, i);
    }
    ADD_FAILURE() << "no cell " << column << " in row " << row;
    return kNone;
  }
  double number(std::size_t row, std::string_view column) const {
    const Cell& cell = at(row, column);
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&cell)) return *real;
    ADD_FAILURE() << column << " is '" << to_string(cell, Language()) << "' in row " << row;
    return 0.0;
  }
  std::string text(std::size_t row, std::string_view column) const {
    return to_string(at(row, column), Language());
  }
  bool missing(std::size_t row, std::string_view column) const {
    return std::holds_alternative<Missing>(at(row, column));
  }
  /// The first row whose cells have these texts. Fails the test if there is none.
  std::size_t row(
      std::initializer_list<std::pair<std::string_view, std::string_view>> wanted) const {
    for (std::size_t i = 0; i < rows(); ++i) {
      bool all = true;
      for (const auto& [column, value] : wanted) all = all && text(i, column) == value;
      if (all) return i;
    }
    ADD_FAILURE() << "no row " << wanted.begin()->second;
    return rows();
  }
  bool has_note(std::string_view part) const {
    for (const Text& note : table.notes()) {
      if (note.english().find(part) != std::string::npos) return true;
    }
    return false;
  }
};

/// Runs an analysis with some parameters changed.
inline NamedTable run_table(
    std::string_view id, const Trace& trace,
    std::initializer_list<std::pair<std::string_view, std::string_view>> parameters = {},
    const SummaryOptions& scope = {}) {
  const auto analysis = find_analysis(id);
  EXPECT_TRUE(analysis) << id;
  if (!analysis) return {};
  AnalysisRequest request = request_for(**analysis, scope);
  for (const auto& [name, value] : parameters) {
    const auto set = request.parameters.set(name, value);
    EXPECT_TRUE(set) << name;
  }
  TaskControl control;
  auto table = (*analysis)->run(trace, request, control);
  EXPECT_TRUE(table) << to_string(table.error());
  return table ? NamedTable{*table} : NamedTable{};
}

}  // namespace nscope::analysis
