#include "costmodel/report/pdf_page.h"
#include "costmodel/report/report_terms.h"

#include <algorithm>
#include <numeric>
#include <optional>

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
    texts.right.push_back(is_figure_column(table, c));
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

/// Blocks of at most this height are not broken.
constexpr double kUnbroken = 150.0;
/// Rows that stay together at the start and at the end of a broken table.
constexpr std::size_t kTogether = 3;

constexpr Style kSmall{.size = 7.5, .bold = false, .ink = Ink::kMuted};

class TableWriter {
 public:
  TableWriter(PdfPages& pages, const ReportTable& block)
      : pages_(pages),
        block_(block),
        texts_(texts_of(block, pages.language())),
        style_{.size = texts_.headings.size() > 10 ? 6.5 : 7.5, .bold = false, .ink = Ink::kText},
        widths_(column_widths(pages, texts_, style_)),
        head_(wrapped(texts_.headings)) {
    for (const auto& row : texts_.rows) rows_.push_back(wrapped(row));
    for (const Text& note : block.table.notes()) notes_.push_back(pages.language().say(note));
  }

  /// The height of what is not separated: the whole table if it is short, else the headings and
  /// the first rows.
  double least_height() const {
    const double whole = height_of(head_) + height_from(0);
    if (whole <= kUnbroken) return whole;
    double height = height_of(head_);
    for (std::size_t r = 0; r < std::min(kTogether, rows_.size()); ++r)
      height += height_of(rows_[r]);
    return height;
  }

  void write() {
    if (!rows_.empty()) head();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const bool closes = rows_.size() > 2 * kTogether && r + kTogether == rows_.size();
      if (pages_.need(closes ? height_from(r) : height_of(rows_[r]))) head();
      Style style = style_;
      if (r < block_.row_tones.size()) style.ink = ink_of(block_.row_tones[r]);
      row(rows_[r], style);
      pages_.line(PdfPages::kMargin, pages_.y(), PdfPages::kMargin + PdfPages::kContent, pages_.y(),
                  Ink::kGrid, 0.3);
    }
    for (const std::string& note : notes_) pages_.paragraph(note, 0, kSmall);
  }

 private:
  using Cells = std::vector<std::vector<std::string>>;

  Cells wrapped(const std::vector<std::string>& row) {
    Cells cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(pages_.wrap(row[c], widths_[c], style_));
    }
    return cells;
  }
  double line_height() const { return style_.size * 1.25; }
  double height_of(const Cells& cells) const {
    std::size_t lines = 1;
    for (const auto& cell : cells) lines = std::max(lines, cell.size());
    return static_cast<double>(lines) * line_height() + kRowPadding;
  }
  /// The height of the rows from `first` on and of the notes.
  double height_from(std::size_t first) const {
    double height = 0.0;
    for (std::size_t r = first; r < rows_.size(); ++r) height += height_of(rows_[r]);
    for (const std::string& note : notes_) height += pages_.height_of(note, 0, kSmall);
    return height;
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
    row(head_, style);
    pages_.line(PdfPages::kMargin, pages_.y(), PdfPages::kMargin + PdfPages::kContent, pages_.y(),
                Ink::kMuted, 0.5);
  }

  PdfPages& pages_;
  const ReportTable& block_;
  TextTable texts_;
  Style style_;
  std::vector<double> widths_;
  Cells head_;
  std::vector<Cells> rows_;
  std::vector<std::string> notes_;
};

constexpr Style kBody{.size = 8.5, .bold = false, .ink = Ink::kText};
constexpr Style kStrong{.size = 8.5, .bold = true, .ink = Ink::kText};
constexpr Style kHeading{.size = 11.0, .bold = true, .ink = Ink::kText};

/// Points per pixel of a drawing.
double scale_of(const Drawing& drawing) {
  constexpr double kChartWidth = 560.0;
  constexpr double kTallest = PdfPages::kHeight - 2 * PdfPages::kMargin - 60;
  return std::min(kChartWidth / drawing.width, kTallest / drawing.height);
}

/// Writes the blocks of a section. A heading and a sentence stay with what they introduce.
class SectionWriter {
 public:
  SectionWriter(PdfPages& pages, const ReportSection& section)
      : pages_(pages), section_(section), tables_(section.blocks.size()) {
    for (std::size_t i = 0; i < section.blocks.size(); ++i) {
      const auto* const table = std::get_if<ReportTable>(&section.blocks[i]);
      if (table != nullptr) tables_[i].emplace(pages, *table);
    }
  }

  void write() {
    constexpr double kHeadingLine = 24.0;
    pages_.need(kHeadingLine + least_height(0));
    pages_.move_down(8);
    pages_.paragraph(say(section_.heading), 0, kHeading);
    for (std::size_t i = 0; i < section_.blocks.size(); ++i) {
      if (i > 0) pages_.need(least_height(i));
      at_ = i;
      std::visit(*this, section_.blocks[i]);
    }
  }

  void operator()(const ReportParagraph& block) const {
    Style style = kBody;
    style.ink = ink_of(block.tone);
    pages_.paragraph(say(block.text), 0, style);
  }
  void operator()(const ReportList& block) const {
    pages_.move_down(kListGap);
    pages_.paragraph(say(block.heading), 0, kStrong);
    for (const Text& item : block.items) {
      pages_.need(kBody.size * 1.35);
      const double y = pages_.y() - kBody.size * 1.1;
      pages_.text_at(PdfPages::kMargin + 4, y, "\u2022", kBody);
      pages_.paragraph(say(item), kIndent, kBody);
    }
  }
  void operator()(const ReportTable& /*block*/) {
    pages_.move_down(kTableGap);
    tables_[at_]->write();
    pages_.move_down(4);
  }
  void operator()(const Drawing& block) const {
    pages_.draw(block, scale_of(block));
    pages_.move_down(4);
  }

 private:
  static constexpr double kIndent = 14.0;
  static constexpr double kListGap = 4.0;
  static constexpr double kTableGap = 2.0;

  std::string say(const Text& text) const { return pages_.language().say(text); }

  /// The height of a text, or of the first lines of a long one.
  double height_of(const Text& text, double indent) const {
    constexpr std::size_t kFirstLines = 600;
    return pages_.height_of(say(text).substr(0, kFirstLines), indent, kBody);
  }

  /// The height of the beginning of a block that is not separated.
  double start_of(std::size_t index) const {
    const ReportBlock& block = section_.blocks[index];
    if (const auto* const drawing = std::get_if<Drawing>(&block)) {
      return drawing->height * scale_of(*drawing);
    }
    if (const auto* const paragraph = std::get_if<ReportParagraph>(&block)) {
      return height_of(paragraph->text, 0);
    }
    if (const auto* const list = std::get_if<ReportList>(&block)) return start_of(*list);
    return kTableGap + tables_[index]->least_height();
  }
  double start_of(const ReportList& list) const {
    constexpr std::size_t kFirstItems = 2;
    double height = kListGap + pages_.height_of(say(list.heading), 0, kStrong);
    double first = height;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      height += height_of(list.items[i], kIndent);
      if (i < kFirstItems) first = height;
      if (height > kUnbroken) return first;
    }
    return height;
  }
  /// The height of a block and of what it introduces: a sentence stays with the table, the list or
  /// the drawing after it.
  double least_height(std::size_t index) const {
    constexpr double kMost = PdfPages::kHeight - 2 * PdfPages::kMargin - 50;
    double height = 0.0;
    for (std::size_t i = index; i < section_.blocks.size(); ++i) {
      height += start_of(i);
      const bool introduces = std::holds_alternative<ReportParagraph>(section_.blocks[i]) &&
                              i + 1 < section_.blocks.size() &&
                              !std::holds_alternative<ReportParagraph>(section_.blocks[i + 1]);
      if (!introduces) break;
    }
    return height <= kMost ? height : 0.0;
  }

  PdfPages& pages_;
  const ReportSection& section_;
  std::vector<std::optional<TableWriter>> tables_;
  std::size_t at_ = 0;
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

void write_report(PdfPages& pages, const ReportDocument& document) {
  const Language& language = pages.language();
  pages.paragraph(language.say(document.title), 0, {.size = 15.0, .bold = true, .ink = Ink::kText});
  pages.paragraph(language.say(document.subtitle), 0,
                  {.size = 8.5, .bold = false, .ink = Ink::kMuted});
  for (const ReportSection& section : document.sections) SectionWriter(pages, section).write();
  if (Table terms = report_terms(document); terms.row_count() > 0) {
    const ReportSection section{.heading = tr("Terms"),
                                .blocks = {ReportTable{.table = std::move(terms)}}};
    SectionWriter(pages, section).write();
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
}

}  // namespace

Result<std::string> report_pdf(const ReportDocument& document, const Language& language) {
  const std::string title = language.say(document.title);
  PdfPages draft(title, language, 0);
  write_report(draft, document);
  PdfPages pages(title, language, draft.count());
  write_report(pages, document);
  return pages.finish();
}

}  // namespace nscope::cost
