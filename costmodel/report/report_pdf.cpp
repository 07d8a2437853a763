#include "costmodel/report/pdf_page.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using Style = PdfPages::Style;

constexpr double kGap = 6.0;
constexpr double kRowPadding = 3.0;

Ink ink_of(Tone tone) {
  switch (tone) {
    case Tone::kNormal: return Ink::kText;
    case Tone::kMuted: return Ink::kMuted;
    case Tone::kGood: return Ink::kGood;
    case Tone::kWarn: return Ink::kWarn;
    case Tone::kBad: return Ink::kBad;
  }
  return Ink::kText;
}

/// A table as strings: headings and rows, with the footnotes as the last column.
struct TextTable {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> right;
};

std::string footnotes(const std::vector<int>& sources) {
  std::string text;
  for (const FootnoteMark& mark : footnote_marks(sources)) {
    text += fmt::format("{}[{}]", mark.through ? "-" : text.empty() ? "" : " ", mark.number);
  }
  return text;
}

TextTable texts_of(const ReportTable& block, const Language& language) {
  const Table& table = block.table;
  const bool cited = !block.row_sources.empty();
  TextTable texts;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    texts.headings.push_back(table.columns()[c].heading(language));
    texts.right.push_back(table.has_numbers(c));
  }
  if (cited) {
    texts.headings.push_back(language.say(tr("Source")));
    texts.right.push_back(false);
  }
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    std::vector<std::string> row;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      row.push_back(report_cell(table.at(r, c), table.columns()[c].decimals, language));
    }
    if (cited) row.push_back(footnotes(block.row_sources[r]));
    texts.rows.push_back(std::move(row));
  }
  return texts;
}

/// Column widths between the widest word and the widest cell of each column, so that the table
/// fits the page.
std::vector<double> column_widths(PdfPages& pages, const TextTable& texts, const Style& style) {
  constexpr double kLongestWord = 90.0;
  constexpr double kWidest = 420.0;
  const std::size_t n = texts.headings.size();
  std::vector<double> least(n, 12.0);
  std::vector<double> wanted(n, 12.0);
  const auto look = [&](std::size_t c, const std::string& text) {
    wanted[c] = std::max(wanted[c], std::min(pages.width_of(text, style) + 1.0, kWidest));
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const double word = pages.width_of(text.substr(at, end - at), style) + 1.0;
      least[c] = std::max(least[c], std::min(word, kLongestWord));
      at = end + 1;
    }
  };
  for (std::size_t c = 0; c < n; ++c) {
    look(c, texts.headings[c]);
    for (const auto& row : texts.rows) look(c, row[c]);
  }
  const double room = PdfPages::kContent - kGap * static_cast<double>(n - 1);
  const double sum_least = std::accumulate(least.begin(), least.end(), 0.0);
  const double sum_wanted = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  if (sum_wanted <= room) {
    // Columns that were limited to kWidest share the remaining space.
    const auto cut = std::count(wanted.begin(), wanted.end(), kWidest);
    for (double& width : wanted) {
      if (width == kWidest) width += (room - sum_wanted) / static_cast<double>(cut);
    }
    return wanted;
  }
  for (std::size_t c = 0; c < n; ++c) {
    least[c] = sum_least >= room ? least[c] * room / sum_least
                                 : least[c] + (wanted[c] - least[c]) * (room - sum_least) /
                                                  (sum_wanted - sum_least);
  }
  return least;
}

class TableWriter {
 public:
  TableWriter(PdfPages& pages, const ReportTable& block)
      : pages_(pages),
        block_(block),
        texts_(texts_of(block, pages.language())),
        style_{.size = texts_.headings.size() > 10 ? 6.5 : 7.5, .bold = false, .ink = Ink::kText},
        widths_(column_widths(pages, texts_, style_)) {}

  void write() {
    head();
    for (std::size_t r = 0; r < texts_.rows.size(); ++r) {
      Style style = style_;
      if (r < block_.row_tones.size()) style.ink = ink_of(block_.row_tones[r]);
      const auto cells = wrapped(texts_.rows[r], style);
      if (pages_.need(height_of(cells))) head();
      row(cells, style);
      pages_.line(PdfPages::kMargin, pages_.y(), PdfPages::kMargin + PdfPages::kContent, pages_.y(),
                  Ink::kGrid, 0.3);
    }
  }

 private:
  using Cells = std::vector<std::vector<std::string>>;

  Cells wrapped(const std::vector<std::string>& row, const Style& style) {
    Cells cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(pages_.wrap(row[c], widths_[c], style));
    }
    return cells;
  }
  double line_height() const { return style_.size * 1.25; }
  double height_of(const Cells& cells) const {
    std::size_t lines = 1;
    for (const auto& cell : cells) lines = std::max(lines, cell.size());
    return static_cast<double>(lines) * line_height() + kRowPadding;
  }
  void row(const Cells& cells, const Style& style) {
    double x = PdfPages::kMargin;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      double y = pages_.y() - line_height();
      for (const std::string& line : cells[c]) {
        const bool right = texts_.right[c];
        pages_.text_at(right ? x + widths_[c] : x, y, line, style,
                       right ? Anchor::kEnd : Anchor::kStart);
        y -= line_height();
      }
      x += widths_[c] + kGap;
    }
    pages_.move_down(height_of(cells));
  }
  void head() {
    Style style = style_;
    style.ink = Ink::kMuted;
    const auto cells = wrapped(texts_.headings, style);
    pages_.need(height_of(cells) + 2 * line_height());
    row(cells, style);
    pages_.line(PdfPages::kMargin, pages_.y(), PdfPages::kMargin + PdfPages::kContent, pages_.y(),
                Ink::kMuted, 0.5);
  }

  PdfPages& pages_;
  const ReportTable& block_;
  TextTable texts_;
  Style style_;
  std::vector<double> widths_;
};

constexpr Style kBody{.size = 8.5, .bold = false, .ink = Ink::kText};
constexpr Style kStrong{.size = 8.5, .bold = true, .ink = Ink::kText};
constexpr Style kHeading{.size = 11.0, .bold = true, .ink = Ink::kText};
constexpr Style kSmall{.size = 7.5, .bold = false, .ink = Ink::kMuted};

/// Points per pixel of a drawing.
double scale_of(const Drawing& drawing) {
  constexpr double kChartWidth = 560.0;
  constexpr double kTallest = PdfPages::kHeight - 2 * PdfPages::kMargin - 60;
  return std::min(kChartWidth / drawing.width, kTallest / drawing.height);
}

/// The height of the content that must be on the same page as the heading: the first lines, or
/// the whole drawing.
double height_with_heading(const ReportSection& section) {
  constexpr double kLines = 70.0;
  constexpr double kHeadingLine = 24.0;
  const auto* const drawing =
      section.blocks.empty() ? nullptr : std::get_if<Drawing>(&section.blocks.front());
  if (drawing == nullptr) return kLines;
  return std::max(kLines, kHeadingLine + drawing->height * scale_of(*drawing));
}

struct BlockWriter {
  PdfPages& pages;

  std::string say(const Text& text) const { return pages.language().say(text); }

  void operator()(const ReportParagraph& block) const {
    Style style = kBody;
    style.ink = ink_of(block.tone);
    pages.paragraph(say(block.text), 0, style);
  }
  void operator()(const ReportList& block) const {
    pages.need(30);
    pages.move_down(4);
    pages.paragraph(say(block.heading), 0, kStrong);
    for (const Text& item : block.items) {
      pages.need(kBody.size * 1.35);
      const double y = pages.y() - kBody.size * 1.1;
      pages.text_at(PdfPages::kMargin + 4, y, "\u2022", kBody);
      pages.paragraph(say(item), 14, kBody);
    }
  }
  void operator()(const ReportTable& block) const {
    pages.move_down(2);
    if (block.table.row_count() > 0) TableWriter(pages, block).write();
    for (const Text& note : block.table.notes()) pages.paragraph(say(note), 0, kSmall);
    pages.move_down(4);
  }
  void operator()(const Drawing& block) const {
    pages.draw(block, scale_of(block));
    pages.move_down(4);
  }
};

void write_sources(PdfPages& pages, const ReportSources& sources) {
  pages.need(40);
  pages.move_down(8);
  const Language& language = pages.language();
  pages.paragraph(language.say(tr("Sources")), 0, kHeading);
  int number = 0;
  for (const ReportSource& source : sources.all()) {
    ++number;
    const Text from = origin(source);
    const Text line = from.empty() ? tr("[{}] {}", number, source.text)
                                   : tr("[{}] {} ({})", number, source.text, from);
    pages.paragraph(language.say(line), 0, {.size = 7.5, .bold = false, .ink = Ink::kText});
  }
}

}  // namespace

Result<std::string> report_pdf(const ReportDocument& document, const Language& language) {
  const std::string title = language.say(document.title);
  PdfPages pages(title, language);
  pages.paragraph(title, 0, {.size = 15.0, .bold = true, .ink = Ink::kText});
  pages.paragraph(language.say(document.subtitle), 0,
                  {.size = 8.5, .bold = false, .ink = Ink::kMuted});
  for (const ReportSection& section : document.sections) {
    if (section.new_page && !pages.is_fresh()) {
      pages.new_page();
    } else {
      pages.need(height_with_heading(section));
    }
    pages.move_down(8);
    pages.paragraph(language.say(section.heading), 0, kHeading);
    for (const ReportBlock& block : section.blocks) std::visit(BlockWriter{pages}, block);
  }
  write_sources(pages, document.sources);
  pages.move_down(6);
  Text last = tr("Neuronscope {}. Amounts are in US dollars.", NSCOPE_VERSION);
  if (const int missing = pages.missing_glyphs(); missing > 0) {
    last = tr("{} {}", last,
              tr_plural(missing,
                        "{} character is shown as a box because no installed font has it; "
                        "install Noto fonts and write the report again.",
                        "{} characters are shown as boxes because no installed font has them; "
                        "install Noto fonts and write the report again.",
                        as::count(missing)));
  }
  pages.paragraph(language.say(last), 0, kSmall);
  return pages.finish();
}

}  // namespace nscope::cost
