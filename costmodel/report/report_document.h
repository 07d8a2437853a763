#pragma once

#include "costmodel/money/date.h"
#include "costmodel/report/drawing.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"

#include <string>
#include <variant>
#include <vector>

namespace nscope::cost {

/// The source of a figure, printed as a footnote.
struct ReportSource {
  Text text;
  Text date;        ///< "2026-07-20" or "undated"; empty if `text` contains it
  Text provenance;  ///< "published", "simulated", "stated", ...; can be empty
};
/// "published, 2026-07-20", printed after the text of a source; can be empty. "undated" is omitted
/// if the text has a date, or if the figure is an input of the document.
Text origin(const ReportSource& source);

/// Numbered footnotes without duplicates.
class ReportSources {
 public:
  /// The number of the source, counted from 1. Adds the source if it is new.
  int cite(const ReportSource& source);
  const std::vector<ReportSource>& all() const { return all_; }

 private:
  std::vector<ReportSource> all_;
};

/// What amounts of reports on instances do not include, as an item of a list.
Text not_included();
/// The day of the prices and what they are prices of.
Text price_sentence(Day as_of);

/// The colour of a paragraph or a row.
enum class Tone { kNormal, kMuted, kGood, kWarn, kBad };

struct ReportParagraph {
  Text text;
  Tone tone = Tone::kNormal;
};
struct ReportList {
  Text heading;
  std::vector<Text> items;
};
/// A table of results. `row_sources` is empty or contains the footnotes of each row, and
/// `row_tones` is empty or contains the tone of each row.
struct ReportTable {
  Table table;
  std::vector<std::vector<int>> row_sources{};
  std::vector<Tone> row_tones{};
};
using ReportBlock = std::variant<ReportParagraph, ReportList, ReportTable, Drawing>;

struct ReportSection {
  Text heading;
  std::vector<ReportBlock> blocks;
};

/// A report as blocks, independent of format and language. Plain data; report_html() and
/// report_pdf() write it. It contains no time of creation and no path, so that equal input gives
/// equal bytes.
struct ReportDocument {
  Text title;
  Text subtitle;
  std::vector<ReportSection> sections;
  ReportSources sources;  ///< the last section of every format
};

/// A document without sections. The subtitle consists of `note` and the date of the prices.
ReportDocument titled_document(Text title, const Text& note, Day as_of);

/// A self-contained HTML page without scripts and external resources, printable, with a light
/// and a dark theme according to the reader's preference. Errors: kInternal if a built-in
/// resource is invalid.
Result<std::string> report_html(const ReportDocument& document, const Language& language);

/// A PDF of A4 pages in the light theme with selectable text in fonts of the system. Characters
/// that no font has become boxes; the last line of the document then states their number. Headings
/// stay with what follows them, and short tables on one page. Errors: kInternal.
Result<std::string> report_pdf(const ReportDocument& document, const Language& language);

/// A footnote mark. If `through` is set, it is the end of a range that starts with the previous
/// mark.
struct FootnoteMark {
  int number = 0;
  bool through = false;
};
/// Marks of ascending numbers; three and more consecutive numbers become a range: 1 2 3 4 is
/// printed as 1-4.
std::vector<FootnoteMark> footnote_marks(const std::vector<int>& sources);

/// Whether a column is right-aligned: one with numbers, or one for numbers of which all are
/// missing.
bool is_figure_column(const Table& table, std::size_t column);

/// A cell as the HTML and PDF writers print it, with grouped thousands.
std::string report_cell(const Cell& cell, int decimals, const Language& language);

}  // namespace nscope::cost
