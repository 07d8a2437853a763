#include "costmodel/report/report_document.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <regex>
#include <utility>

namespace nscope::cost {

namespace {

/// Whether a text has a month or a day such as 2026-10 or 2026-10-14.
bool has_date(const std::string& text) {
  static const std::regex date(R"(\b(19|20)[0-9]{2}-([01][0-9]|Q[1-4])\b)");
  constexpr std::size_t kLongest = 2000;  // of a text; the rest is not searched
  return std::regex_search(text.substr(0, kLongest), date);
}

}  // namespace

Text origin(const ReportSource& source) {
  if (source.provenance.empty()) return source.date;
  if (source.date.empty()) return source.provenance;
  const bool undated = source.date.english() == "undated";
  if (undated && (source.provenance.english() == "stated" || has_date(source.text.english()))) {
    return source.provenance;
  }
  return tr("{}, {}", source.provenance, source.date);
}

ReportDocument titled_document(Text title, const Text& note, Day as_of) {
  ReportDocument document;
  document.title = std::move(title);
  document.subtitle = tr("Prices as of {}.", to_string(as_of));
  if (!note.empty()) document.subtitle = tr("{} {}", note, document.subtitle);
  return document;
}

Text price_sentence(Day as_of) {
  return tr("Prices are the latest known on {} for Linux with shared tenancy, without tax.",
            to_string(as_of));
}

Text not_included() {
  return tr("Storage, data transfer, load balancers, support, staff and tax");
}

int ReportSources::cite(const ReportSource& source) {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const ReportSource& s) {
    return s.text == source.text && s.date == source.date && s.provenance == source.provenance;
  });
  if (found != all_.end()) return static_cast<int>(found - all_.begin()) + 1;
  all_.push_back(source);
  return static_cast<int>(all_.size());
}

std::vector<FootnoteMark> footnote_marks(const std::vector<int>& sources) {
  std::vector<FootnoteMark> marks;
  for (std::size_t first = 0; first < sources.size();) {
    std::size_t last = first;
    while (last + 1 < sources.size() && sources[last + 1] == sources[last] + 1) ++last;
    marks.push_back({sources[first], false});
    if (last > first) marks.push_back({sources[last], last > first + 1});
    first = last + 1;
  }
  return marks;
}

bool is_figure_column(const Table& table, std::size_t column) {
  if (table.has_numbers(column)) return true;
  const Table::Column& about = table.columns()[column];
  if (about.unit.empty() && about.decimals < 0) return false;
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    if (!std::holds_alternative<Missing>(table.at(r, column))) return false;
  }
  return true;
}

std::string report_cell(const Cell& cell, int decimals, const Language& language) {
  if (!is_number(cell)) return to_string(cell, language, decimals);
  const std::string digits = to_string(cell, Language(), decimals);
  const bool plain = digits.find_first_not_of("-0123456789.") == std::string::npos;
  return language.number(plain ? group_thousands(digits) : digits);
}

}  // namespace nscope::cost
