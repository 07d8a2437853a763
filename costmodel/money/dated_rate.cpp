#include "costmodel/money/dated_rate.h"

#include "profiler/base/resources.h"
#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using Heading = std::array<std::string_view, 7>;
constexpr Heading kServices = {"service", "region", "unit", "usd", "date", "source", "note"};
constexpr Heading kCarbon = {"kind", "name", "value", "unit", "date", "source", "note"};

bool is_heading(const std::vector<std::string>& fields, const Heading& heading) {
  return std::equal(fields.begin(), fields.end(), heading.begin(), heading.end());
}

std::optional<double> parse(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool fine = error == std::errc() && end == text.data() + text.size();
  return fine && std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

Result<DatedRate> read_row(const std::vector<std::string>& fields, bool services,
                           const Place& where) {
  const auto bad = [&](std::string_view field, const Text& why) {
    return fail(ErrorCode::kBadInput, tr("{}: {}", field, why), where);
  };
  if (fields.size() != kServices.size()) {
    return fail(ErrorCode::kBadInput,
                tr("the row has {} fields instead of {}", fields.size(), kServices.size()), where);
  }
  DatedRate row{.what = fields[0],
                .where = fields[1],
                .value = services ? fields[3] : fields[2],
                .unit = services ? fields[2] : fields[3],
                .date = {},
                .source = fields[5],
                .note = fields[6]};
  const Heading& names = services ? kServices : kCarbon;
  if (row.what.empty()) return bad(names[0], tr("must not be empty"));
  if (row.where.empty()) return bad(names[1], tr("must not be empty"));
  if (row.source.empty()) return bad("source", tr("must not be empty"));
  if (!parse(row.value)) {
    return bad(services ? "usd" : "value", tr("'{}' is not a positive number", row.value));
  }
  const auto date = parse_price_date(fields[4]);
  if (!date) return bad("date", date.error().message);
  row.date = *date;
  return row;
}

}  // namespace

double DatedRate::number() const {
  return parse(value).value_or(0);
}

std::string DatedRate::citation() const {
  return fmt::format("{}, {}{}{}", source, to_string(date), note.empty() ? "" : ", ", note);
}

Result<DatedRates> DatedRates::read(std::string_view content, std::string_view name) {
  CsvReader reader(content, std::string(name));
  std::vector<std::string> fields;
  const auto any = reader.next(fields);
  if (!any) return fail(any.error());
  const bool services = is_heading(fields, kServices);
  if (!*any || (!services && !is_heading(fields, kCarbon))) {
    return fail(ErrorCode::kBadInput,
                tr("the first row must be {} or {}", fmt::format("{}", fmt::join(kServices, ",")),
                   fmt::format("{}", fmt::join(kCarbon, ","))),
                std::string(name));
  }
  DatedRates rates;
  while (true) {
    const auto more = reader.next(fields);
    if (!more) return fail(more.error());
    if (!*more) return rates;
    auto row = read_row(fields, services, reader.where());
    if (!row) return fail(row.error());
    rates.rows_.push_back(std::move(*row));
  }
}

Result<DatedRates> DatedRates::of_folder(std::string_view folder) {
  DatedRates all;
  for (const Resource& file : list_resources(folder)) {
    auto rates = read(file.content, file.path);
    if (!rates) return rates;
    all.rows_.insert(all.rows_.end(), rates->rows_.begin(), rates->rows_.end());
  }
  return all;
}

Result<DatedRates> DatedRates::services() {
  return of_folder("service-rates/");
}
Result<DatedRates> DatedRates::carbon() {
  return of_folder("carbon/");
}

const DatedRate* DatedRates::find(std::string_view what, std::string_view where, Day day) const {
  const DatedRate* best = nullptr;
  for (const DatedRate& row : rows_) {
    if (row.what != what || row.date.first > day) continue;
    const bool exact = row.where == where;
    if (!exact && row.where != "*") continue;
    const bool better = best == nullptr || (exact && best->where == "*") ||
                        (exact == (best->where == where) && row.date >= best->date);
    if (better) best = &row;
  }
  return best;
}

}  // namespace nscope::cost
