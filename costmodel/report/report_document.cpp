#include "costmodel/report/report_document.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {

std::string origin(const ReportSource& source) {
  return source.provenance + (source.provenance.empty() || source.date.empty() ? "" : ", ") +
         source.date;
}

ReportDocument titled_document(std::string title, std::string_view note, Day as_of) {
  ReportDocument document;
  document.title = std::move(title);
  document.subtitle =
      fmt::format("{}{}Prices as of {}.", note, note.empty() ? "" : " ", to_string(as_of));
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

std::string report_cell(const Cell& cell, int decimals) {
  const std::string text = to_string(cell, decimals);
  const bool plain = text.find_first_not_of("-0123456789.") == std::string::npos;
  return is_number(cell) && plain ? group_thousands(text) : text;
}

}  // namespace nscope::cost
