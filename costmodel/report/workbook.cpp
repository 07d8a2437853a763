#include "costmodel/report/workbook.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numeric>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

// Column widths of the sheet "Inputs".
constexpr double kLabelWidth = 48.0;
constexpr double kFigureWidth = 18.0;
constexpr double kSourceWidth = 70.0;

constexpr double kNarrowest = 9.0;  ///< characters
constexpr double kWidest = 60.0;

constexpr Phrase kInputs = phrase("Inputs");

bool is_ascii_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// The width of a column in characters.
double width_of(const Table& table, std::size_t column, const Language& language) {
  constexpr double kPadding = 2.0;
  constexpr double kHeadingLine = 14.0;  // headings wrap
  double widest = std::min(
      static_cast<double>(display_width(table.columns()[column].heading(language))), kHeadingLine);
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    const std::string shown =
        to_string(table.at(r, column), language, table.columns()[column].decimals);
    widest = std::max(widest, static_cast<double>(display_width(shown)) * 1.1);
  }
  return std::clamp(widest + kPadding, kNarrowest, kWidest);
}

void write_cells(Workbook& book, lxw_worksheet* sheet, lxw_row_t row, const Table& table,
                 std::size_t r, const std::vector<double>& widths,
                 const std::vector<bool>& figures) {
  std::vector<std::string> words;
  std::vector<WrappedText> wrapped;
  words.reserve(widths.size());  // the views into it stay valid
  for (std::size_t c = 0; c < widths.size(); ++c) {
    const Cell& cell = table.at(r, c);
    const auto column = static_cast<lxw_col_t>(c);
    const bool after_figure = c > 0 && figures[c - 1];
    if (const auto* real = std::get_if<double>(&cell)) {
      worksheet_write_number(sheet, row, column, *real, book.decimals(table.columns()[c].decimals));
    } else if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
      worksheet_write_number(sheet, row, column, static_cast<double>(*whole), book.decimals(0));
    } else {
      words.push_back(to_string(cell, book.language()));
      text(sheet, row, static_cast<int>(c), words.back(),
           figures[c]     ? book.decimals(0)
           : after_figure ? book.beside
                          : book.wrap);
      wrapped.push_back({words.back(), widths[c]});
    }
  }
  fit_height(sheet, row, wrapped);
}

}  // namespace

Workbook::Workbook(lxw_workbook* book, const Language& language)
    : book_(book), language_(language) {
  const auto underlined = [&] {
    lxw_format* const format = workbook_add_format(book);
    format_set_bold(format);
    format_set_bottom(format, LXW_BORDER_THIN);
    format_set_text_wrap(format);
    format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
    return format;
  };
  heading = underlined();
  figure_heading = underlined();
  format_set_align(figure_heading, LXW_ALIGN_RIGHT);
  heading_beside = underlined();
  format_set_indent(heading_beside, 1);
  bold = workbook_add_format(book);
  format_set_bold(bold);
  format_set_align(bold, LXW_ALIGN_VERTICAL_TOP);
  title = workbook_add_format(book);
  format_set_bold(title);
  format_set_font_size(title, 14);
  muted = workbook_add_format(book);
  format_set_font_color(muted, 0x5D6878);
  format_set_text_wrap(muted);
  format_set_align(muted, LXW_ALIGN_VERTICAL_TOP);
  usd = with_number("#,##0.00;[Red]-#,##0.00");
  whole = with_number("#,##0");
  share = with_number("0.00%");
  months = with_number("0.00");
  input = with_number("#,##0.######");
  format_set_bg_color(input, 0xFFF7D6);
  wrap = workbook_add_format(book);
  format_set_text_wrap(wrap);
  format_set_align(wrap, LXW_ALIGN_VERTICAL_TOP);
  beside = workbook_add_format(book);
  format_set_text_wrap(beside);
  format_set_align(beside, LXW_ALIGN_VERTICAL_TOP);
  format_set_indent(beside, 1);
}

lxw_format* Workbook::heading_format(bool figures, bool after_figures) const {
  if (figures) return figure_heading;
  return after_figures ? heading_beside : heading;
}

std::string Workbook::quoted(const Text& text) const {
  std::string literal = "\"";
  for (const char c : say(text)) literal += c == '"' ? std::string("\"\"") : std::string(1, c);
  return literal + "\"";
}

std::string Workbook::sheet_name(const Text& name) const {
  std::string translated = say(name);
  return workbook_validate_sheet_name(book_, translated.c_str()) == LXW_NO_ERROR ? translated
                                                                                 : name.english();
}

lxw_worksheet* Workbook::sheet(const Text& name) {
  const std::string valid = sheet_name(name);
  names_.emplace(name.english(), valid);
  return workbook_add_worksheet(book_, valid.c_str());
}

std::string Workbook::sheet_reference(const Text& name) const {
  const auto added = names_.find(name.english());
  const std::string valid = added != names_.end() ? added->second : sheet_name(name);
  if (std::all_of(valid.begin(), valid.end(), is_ascii_letter)) return valid;
  std::string reference = "'";
  for (const char c : valid) reference += c == '\'' ? std::string("''") : std::string(1, c);
  return reference + "'";
}

void Workbook::name(const std::string& word, const std::string& cells) {
  workbook_define_name(book_, word.c_str(), ("=" + cells).c_str());
}

lxw_format* Workbook::decimals(int count) {
  const auto known = decimals_.find(count);
  if (known != decimals_.end()) return known->second;
  const std::string digits = count < 0 ? "0.######"
                             : count == 0
                                 ? "0"
                                 : "0." + std::string(static_cast<std::size_t>(count), '0');
  lxw_format* const format = with_number("#,##" + digits);
  decimals_.emplace(count, format);
  return format;
}

lxw_format* Workbook::with_number(const std::string& pattern) {
  lxw_format* const format = workbook_add_format(book_);
  format_set_num_format(format, pattern.c_str());
  format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
  format_set_align(format, LXW_ALIGN_RIGHT);  // also the words of missing figures
  return format;
}

Result<> write_workbook(const std::string& path, const Text& title, Day as_of,
                        const Language& language, const std::function<void(Workbook&)>& fill) {
  AtomicFile file(path);
  // Checked first, because the library prints a message if it cannot write.
  if (!std::ofstream(file.temporary_path())) {
    return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(errno)), path);
  }
  lxw_workbook* workbook = workbook_new(file.temporary_path().c_str());
  if (workbook == nullptr) return fail(ErrorCode::kIo, tr("cannot create a workbook"), path);
  // Without a date the library writes the current time.
  lxw_doc_properties properties{};
  std::string name = language.say(title);
  shorten(name, 200);
  std::string comments = fmt::format("Neuronscope {}", NSCOPE_VERSION);
  properties.title = name.data();
  properties.comments = comments.data();
  properties.created =
      std::chrono::duration_cast<std::chrono::seconds>(as_of.time_since_epoch()).count();
  workbook_set_properties(workbook, &properties);
  Workbook book(workbook, language);
  fill(book);
  if (const lxw_error error = workbook_close(workbook); error != LXW_NO_ERROR) {
    return fail(ErrorCode::kIo, Text::verbatim(lxw_strerror(error)), path);
  }
  return file.commit();
}

void fit_to_width(lxw_worksheet* sheet) {
  constexpr std::uint8_t kA4 = 9;
  worksheet_set_landscape(sheet);
  worksheet_set_paper(sheet, kA4);
  worksheet_fit_to_pages(sheet, 1, 0);
}

namespace {

/// The width of a text in digits of the same font: proportional fonts have wide and narrow letters.
/// Slightly more than in the default font of workbooks and in those that replace it.
double text_width(std::string_view text) {
  constexpr std::string_view kNarrow = " ijl.,;:'|!";
  constexpr std::string_view kLessNarrow = "frt()[]-/\"";
  constexpr std::string_view kMedium = "cskvxyz";
  constexpr std::string_view kWide = "mwMW%@";
  double width = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    const char c = text[i];
    if (end - i > 1) {
      width += static_cast<double>(display_width(text.substr(i, end - i)));
    } else if (kNarrow.find(c) != std::string_view::npos) {
      width += 0.48;
    } else if (kLessNarrow.find(c) != std::string_view::npos) {
      width += 0.68;
    } else if (kMedium.find(c) != std::string_view::npos) {
      width += 0.88;
    } else if (kWide.find(c) != std::string_view::npos) {
      width += 1.6;
    } else {
      width += c >= 'A' && c <= 'Z' ? 1.2 : 1.0;
    }
    i = end;
  }
  return width;
}

}  // namespace

int wrapped_lines(std::string_view text, double width) {
  constexpr double kPadding = 1.0;  // left and right of the text in its cell
  const double inside = std::max(1.0, width - kPadding);
  const double space = text_width(" ");
  int lines = 1;
  double filled = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const double word = text_width(text.substr(0, end));
    const double gap = filled > 0 ? space : 0;
    if (filled + gap + word <= inside) {
      filled += gap + word;
    } else {
      if (filled > 0) ++lines;
      // A longer word is divided.
      const double more = std::ceil(word / inside) - 1;
      lines += static_cast<int>(more);
      filled = word - more * inside;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void fit_height(lxw_worksheet* sheet, lxw_row_t row, const std::vector<WrappedText>& texts) {
  constexpr double kLine = 15.0;      // points, of the default font
  constexpr double kHighest = 400.0;  // Excel allows 409
  int lines = 1;
  for (const WrappedText& each : texts) {
    lines = std::max(lines, wrapped_lines(each.text, each.width));
  }
  if (lines > 1) worksheet_set_row(sheet, row, std::min(lines * kLine, kHighest), nullptr);
}

lxw_row_t write_lists(const Workbook& book, lxw_worksheet* sheet, lxw_row_t row,
                      std::span<const ReportList> lists) {
  for (const ReportList& list : lists) {
    if (list.items.empty()) continue;
    text(sheet, ++row, 0, book.say(list.heading), book.heading);
    for (const Text& item : list.items) {
      const std::string line = book.say(item);
      fit_height(sheet, ++row, {{line, kListWidth}});
      text(sheet, row, 0, line, book.wrap);
    }
    ++row;
  }
  return row;
}

void text(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
          lxw_format* format) {
  constexpr std::size_t kLongest = 32'000;  // a cell of Excel holds 32,767 characters
  std::string shown = value;
  shorten(shown, kLongest);
  worksheet_write_string(sheet, row, static_cast<lxw_col_t>(column), shown.c_str(), format);
}

void formula(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
             double result, lxw_format* format) {
  worksheet_write_formula_num(sheet, row, static_cast<lxw_col_t>(column), ("=" + value).c_str(),
                              format, result);
}

void formula(lxw_worksheet* sheet, lxw_row_t row, int column, const std::string& value,
             const std::string& result, lxw_format* format) {
  worksheet_write_formula_str(sheet, row, static_cast<lxw_col_t>(column), ("=" + value).c_str(),
                              format, result.c_str());
}

void write_values(Workbook& book, const Text& name, const Table& table) {
  lxw_worksheet* const sheet = book.sheet(name);
  const std::size_t n = table.columns().size();
  std::vector<double> widths;
  std::vector<bool> figures;
  std::vector<std::string> headings;
  std::vector<WrappedText> wrapped;
  for (std::size_t c = 0; c < n; ++c) {
    const auto column = static_cast<lxw_col_t>(c);
    widths.push_back(width_of(table, c, book.language()));
    figures.push_back(is_figure_column(table, c));
    headings.push_back(table.columns()[c].heading(book.language()));
    worksheet_set_column(sheet, column, column, widths[c], nullptr);
    text(sheet, 0, static_cast<int>(c), headings[c],
         book.heading_format(figures[c], c > 0 && figures[c - 1]));
  }
  for (std::size_t c = 0; c < n; ++c) wrapped.push_back({headings[c], widths[c]});
  fit_height(sheet, 0, wrapped);
  worksheet_freeze_panes(sheet, 1, 0);
  worksheet_repeat_rows(sheet, 0, 0);
  fit_to_width(sheet);
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    write_cells(book, sheet, static_cast<lxw_row_t>(r + 1), table, r, widths, figures);
  }
  auto below = static_cast<lxw_row_t>(table.row_count() + 2);
  const double whole = std::accumulate(widths.begin(), widths.end(), 0.0);
  for (const Text& note : table.notes()) {
    // A longer line would widen the printed page.
    const std::string line = book.say(note);
    if (n > 1) {
      worksheet_merge_range(sheet, below, 0, below, static_cast<lxw_col_t>(n - 1), "", book.muted);
    }
    fit_height(sheet, below, {{line, whole}});
    text(sheet, below++, 0, line, book.muted);
  }
}

InputSheet::InputSheet(Workbook& book) : book_(book), sheet_(book.sheet(kInputs)) {
  worksheet_set_column(sheet_, 0, 0, kLabelWidth, nullptr);
  worksheet_set_column(sheet_, 1, 3, kFigureWidth, nullptr);
  worksheet_set_column(sheet_, 4, 4, kSourceWidth, nullptr);
  fit_to_width(sheet_);
  text(sheet_, 0, 0,
       book_.say(tr("Yellow cells are inputs. If you change them, all sheets with formulas are "
                    "recalculated.")),
       book_.bold);
  row_ = 2;
}

void InputSheet::heading(const Text& first, const Text& second, const Text& third,
                         const Text& fourth) {
  ++row_;
  const std::string all[] = {book_.say(first), book_.say(second), book_.say(third),
                             book_.say(fourth), book_.say(tr("Source"))};
  for (int c = 0; c < 5; ++c) text(sheet_, row_, c, all[c], book_.heading);
  fit_height(sheet_, row_, {{all[0], kLabelWidth}});
  ++row_;
}

void InputSheet::one(const Text& label, const std::string& word, double value, const Text& unit,
                     const Text& source) {
  worksheet_write_number(sheet_, row_, 1, value, book_.input);
  finish_row(label, word, unit, source);
}

void InputSheet::missing(const Text& label, const std::string& word, const Text& reason,
                         const Text& unit, const Text& source) {
  text(sheet_, row_, 1, book_.say(reason), book_.input);
  finish_row(label, word, unit, source);
}

void InputSheet::finish_row(const Text& label, const std::string& word, const Text& unit,
                            const Text& source) {
  const std::string shown_label = book_.say(label);
  const std::string shown_unit = book_.say(unit);
  const std::string shown_source = book_.say(source);
  text(sheet_, row_, 0, shown_label, book_.wrap);
  text(sheet_, row_, 2, shown_unit, book_.beside);
  text(sheet_, row_, 4, shown_source, book_.wrap);
  fit_height(
      sheet_, row_,
      {{shown_label, kLabelWidth}, {shown_source, kSourceWidth}, {shown_unit, kFigureWidth}});
  book_.name(word, fmt::format("{}!$B${}", book_.sheet_reference(kInputs), row_ + 1));
  ++row_;
}

void InputSheet::list(const std::array<const char*, 3>& words, std::vector<Item> items) {
  if (items.empty()) items.push_back({tr("(none)"), {0.0, 0.0, 0.0}, {}});
  const lxw_row_t first = row_;
  for (const Item& item : items) {
    const std::string label = book_.say(item.label);
    const std::string source = book_.say(item.source);
    text(sheet_, row_, 0, label, book_.wrap);
    for (std::size_t c = 0; c < 3; ++c) {
      if (words[c] == nullptr) continue;
      worksheet_write_number(sheet_, row_, static_cast<lxw_col_t>(c + 1), item.figures[c],
                             book_.input);
    }
    text(sheet_, row_, 4, source, book_.beside);
    fit_height(sheet_, row_, {{label, kLabelWidth}, {source, kSourceWidth}});
    ++row_;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    if (words[c] == nullptr) continue;
    const char column = static_cast<char>('B' + c);
    book_.name(words[c], fmt::format("{}!${}${}:${}${}", book_.sheet_reference(kInputs), column,
                                     first + 1, column, row_));
  }
}

}  // namespace nscope::cost
