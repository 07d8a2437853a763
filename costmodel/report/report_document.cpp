#include "costmodel/report/report_document.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <utility>

namespace nscope::cost {

Text origin(const ReportSource& source) {
  if (source.provenance.empty()) return source.date;
  if (source.date.empty()) return source.provenance;
  return tr("{}, {}", source.provenance, source.date);
}

ReportDocument titled_document(Text title, const Text& note, Day as_of) {
  ReportDocument document;
  document.title = std::move(title);
  document.subtitle = tr("Prices as of {}.", to_string(as_of));
  if (!note.empty()) document.subtitle = tr("{} {}", note, document.subtitle);
  return document;
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

std::string report_cell(const Cell& cell, int decimals, const Language& language) {
  if (!is_number(cell)) return to_string(cell, language, decimals);
  const std::string digits = to_string(cell, Language(), decimals);
  const bool plain = digits.find_first_not_of("-0123456789.") == std::string::npos;
  return language.number(plain ? group_thousands(digits) : digits);
}

}  // namespace nscope::cost
