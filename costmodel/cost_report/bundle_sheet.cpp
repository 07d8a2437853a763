#include "costmodel/cost_report/bundle_sheet.h"

#include <map>
#include <string>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr Phrase kUnknownPart = phrase("unknown");
constexpr Phrase kPartPrice = phrase("Price of one [USD/h]");

/// The inputs of a part are count, hours and price of its instances, or a stated amount.
void write_part(Workbook& book, lxw_worksheet* sheet, lxw_row_t at, const BundleLine& line) {
  if (line.hours > 0.0) {
    worksheet_write_number(sheet, at, 2, line.count, book.input);
    worksheet_write_number(sheet, at, 3, line.hours, book.input);
    if (line.per_hour) {
      worksheet_write_number(sheet, at, 4, line.per_hour->dollars(), book.input);
    } else {
      text(sheet, at, 4, book.say(kUnknownPart), book.input);
    }
    const std::string value = fmt::format("IF(ISNUMBER(E{0}),C{0}*D{0}*E{0},E{0})", at + 1);
    if (line.amount) {
      formula(sheet, at, 5, value, line.amount->dollars(), book.usd);
    } else {
      formula(sheet, at, 5, value, book.say(kUnknownPart), book.usd);
    }
    return;
  }
  if (line.amount) {
    worksheet_write_number(sheet, at, 5, line.amount->dollars(), book.input);
  } else {
    text(sheet, at, 5, book.say(kUnknownPart), book.input);
  }
}

}  // namespace

void write_bundles(Workbook& book, std::span<const BundleLine> lines) {
  lxw_worksheet* const sheet = book.sheet(tr("Bundles"));
  constexpr Phrase kBundleHeadings[] = {
      phrase("Bundle"), phrase("Part"),  phrase("Instances"),     phrase("Hours"), kPartPrice,
      phrase("USD"),    phrase("Ratio"), phrase("Compared with"), phrase("Source")};
  const int widths[] = {38, 38, 11, 11, 14, 16, 9, 38, 70};
  for (int c = 0; c < 9; ++c) {
    text(sheet, 0, c, book.say(kBundleHeadings[c]), book.heading_format(c >= 2 && c <= 6, c == 7));
    worksheet_set_column(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c), widths[c],
                         nullptr);
  }
  const std::string longest = book.say(kPartPrice);
  fit_height(sheet, 0, {{longest, 14}});
  worksheet_freeze_panes(sheet, 1, 0);
  fit_to_width(sheet);
  std::map<std::string, lxw_row_t> totals;  // a bundle can be compared with a later one
  lxw_row_t at = 1;
  for (const BundleLine& line : lines) {
    if (line.part.empty()) totals.emplace(line.bundle, at);
    ++at;
  }
  at = 1;
  lxw_row_t first = 1;
  for (const BundleLine& line : lines) {
    const bool total = line.part.empty();
    const std::string source = book.say(line.source);
    text(sheet, at, 0, line.bundle, total ? book.bold : book.wrap);
    text(sheet, at, 1, total ? book.say(tr("total")) : line.part, total ? book.bold : book.wrap);
    text(sheet, at, 8, source, book.wrap);
    fit_height(sheet, at, {{line.bundle, 38}, {line.part, 38}, {source, 70}});
    if (!total) {
      write_part(book, sheet, at++, line);
      continue;
    }
    const std::string sum = fmt::format("IF(COUNT(F{0}:F{1})={2},SUM(F{0}:F{1}),{3})", first + 1,
                                        at, at - first, book.quoted(kUnknownPart));
    if (line.amount) {
      formula(sheet, at, 5, sum, line.amount->dollars(), book.usd);
    } else {
      formula(sheet, at, 5, sum, book.say(kUnknownPart), book.usd);
    }
    const auto base = totals.find(line.compared_with);
    if (line.to_base && base != totals.end()) {
      formula(sheet, at, 6, fmt::format("F{}/F{}", at + 1, base->second + 1), *line.to_base,
              book.decimals(4));
      text(sheet, at, 7, line.compared_with, book.beside);
    }
    first = ++at;
  }
}

}  // namespace nscope::cost
