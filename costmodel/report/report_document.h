#pragma once

#include "costmodel/money/date.h"
#include "costmodel/report/drawing.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope::cost {

/// Where a figure is from: a footnote.
struct ReportSource {
  std::string text;
  std::string date;        ///< or "undated"; empty where the text says it
  std::string provenance;  ///< "published", "simulated", "stated", ...; may be empty
};
/// "published, 2026-07-20": what stands behind the text of a source; may be empty.
std::string origin(const ReportSource& source);

/// Numbered footnotes, each source once.
class ReportSources {
 public:
  /// The number (from 1) of the source, new or already there.
  int cite(const ReportSource& source);
  const std::vector<ReportSource>& all() const { return all_; }

 private:
  std::vector<ReportSource> all_;
};

/// What the tone of a paragraph or a cell says before one reads it.
enum class Tone { kNormal, kMuted, kGood, kWarn, kBad };

struct ReportParagraph {
  std::string text;
  Tone tone = Tone::kNormal;
};
struct ReportList {
  std::string heading;
  std::vector<std::string> items;
};
/// A table of results. `row_sources` is empty or has the footnotes of each row;
/// `row_tones` likewise.
struct ReportTable {
  Table table;
  std::vector<std::vector<int>> row_sources{};
  std::vector<Tone> row_tones{};
};
using ReportBlock = std::variant<ReportParagraph, ReportList, ReportTable, Drawing>;

struct ReportSection {
  std::string heading;
  std::vector<ReportBlock> blocks;
  bool new_page = false;  ///< when printed
};

/// A report as blocks, without any format. Plain data; writers turn it into HTML and
/// PDF. Holds no time and no path, so that the same input gives the same bytes.
struct ReportDocument {
  std::string title;
  std::string subtitle;
  std::vector<ReportSection> sections;
  ReportSources sources;  ///< the last section of every format
};

/// A document without sections: `note`, and then of when the prices are, under the title.
ReportDocument titled_document(std::string title, std::string_view note, Day as_of);

/// One page of HTML that needs nothing else: no scripts, nothing is loaded, light and
/// dark by the reader's preference, printable. Errors: kInternal (a built-in resource is
/// broken).
Result<std::string> report_html(const ReportDocument& document);

/// A PDF of A4 pages, light, with selectable text in the standard fonts. Characters that
/// these do not have (outside Windows-1252) become the nearest plain text, or '?': the
/// last line of the document then says how many. Errors: kInternal with the number of
/// the PDF library.
Result<std::string> report_pdf(const ReportDocument& document);

/// A footnote to print; `through`: the numbers since the one before it are meant too.
struct FootnoteMark {
  int number = 0;
  bool through = false;
};
/// Ascending numbers with runs of three and more drawn together: 1, 2 3 4 -> 1 - 4.
std::vector<FootnoteMark> footnote_marks(const std::vector<int>& sources);

/// A cell as both writers print it: numbers with thousands separated.
std::string report_cell(const Cell& cell, int decimals);

}  // namespace nscope::cost
