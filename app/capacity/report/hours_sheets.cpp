#include "app/capacity/report/hours_sheets.h"

#include "costmodel/money/figures.h"

#include <array>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

using cost::fit_height;
using cost::formula;
using cost::text;
using cost::Workbook;

/// Columns of the sheet with the mixes.
enum Column : int { kYears, kBought, kMost, kPaid, kPrice, kUsd, kSource, kColumns };

constexpr std::array<double, kColumns> kWidths = {14, 34, 12, 16, 16, 16, 60};

std::string cell(Column column, lxw_row_t row) {
  return fmt::format("{}{}", static_cast<char>('A' + column), row + 1);
}

void write_offer(Workbook& book, lxw_worksheet* sheet, lxw_row_t row, int years,
                 const MixedOffer& each) {
  const cost::Priced& price = *each.offer.priced();
  const std::string bought =
      book.say(tr("{} in {}", purchase_title(each.offer), each.offer.region));
  const std::string source = book.say(source_text(each.offer));
  worksheet_write_number(sheet, row, kYears, years, book.whole);
  text(sheet, row, kBought, bought, book.beside);
  text(sheet, row, kSource, source, book.beside);
  fit_height(sheet, row, {{bought, kWidths[kBought]}, {source, kWidths[kSource]}});
  worksheet_write_number(sheet, row, kMost, each.instances, book.whole);
  worksheet_write_number(sheet, row, kPaid, each.per_hour / price.per_hour, book.input);
  worksheet_write_number(sheet, row, kPrice, price.per_hour.dollars(), book.input);
  formula(sheet, row, kUsd, fmt::format("{}*{}", cell(kPaid, row), cell(kPrice, row)),
          each.per_hour.dollars(), book.usd);
}

void write_mixes(Workbook& book, const std::vector<PurchaseMix>& mixes) {
  lxw_worksheet* const sheet = book.sheet(tr("Mixes of purchase options"));
  const std::array<Text, kColumns> headings = {tr("Term [years]"),
                                               tr("Purchase option"),
                                               tr("Most instances"),
                                               tr("Mean paid instances"),
                                               tr("Price of an instance [USD/h]"),
                                               tr("Mean cost [USD/h]"),
                                               tr("Source of the price")};
  std::vector<std::string> words;
  std::vector<cost::WrappedText> wrapped;
  words.reserve(headings.size());  // the views into it stay valid
  for (int c = 0; c < kColumns; ++c) {
    const auto at = static_cast<std::size_t>(c);
    const bool figure = c != kBought && c != kSource;
    words.push_back(book.say(headings[at]));
    wrapped.push_back({words.back(), kWidths[at]});
    text(sheet, 0, c, words.back(), book.heading_format(figure, !figure));
    const auto column = static_cast<lxw_col_t>(c);
    worksheet_set_column(sheet, column, column, kWidths[at], nullptr);
  }
  fit_height(sheet, 0, wrapped);
  worksheet_freeze_panes(sheet, 1, 0);
  worksheet_repeat_rows(sheet, 0, 0);
  cost::fit_to_width(sheet);
  lxw_row_t row = 1;
  for (const PurchaseMix& mix : mixes) {
    const lxw_row_t first = row;
    for (const MixedOffer& each : mix.offers) write_offer(book, sheet, row++, mix.years, each);
    worksheet_write_number(sheet, row, kYears, mix.years, book.whole);
    text(sheet, row, kBought, book.say(tr("All together")), book.beside);
    formula(sheet, row, kUsd, fmt::format("SUM({}:{})", cell(kUsd, first), cell(kUsd, row - 1)),
            mix.per_hour.dollars(), book.usd);
    row += 2;
  }
}

}  // namespace

void write_hours_sheets(Workbook& book, const FleetPlan& plan) {
  const ScaledFleet& scaled = *plan.scaled;
  const std::vector<double>& loads = plan.request.traffic.hourly;
  Table hours({{"hour", tr("Hour")},
               {"load", tr("Mean request rate"), "1/s", 3},
               {"instances", tr("Instances"), "", 0},
               {"paid", tr("Paid instances"), "", 3}});
  for (std::size_t i = 0; i < scaled.instances.size(); ++i) {
    hours.add_row({static_cast<std::int64_t>(i), loads[i], std::int64_t{scaled.instances[i]},
                   scaled.paid[i]});
  }
  cost::write_values(book, tr("Hours"), hours);
  if (!scaled.mixes.empty()) write_mixes(book, scaled.mixes);
}

}  // namespace nscope::capacity
