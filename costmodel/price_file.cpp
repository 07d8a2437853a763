#include "costmodel/price_file.h"

#include "profiler/base/csv.h"
#include "profiler/base/json.h"

#include <set>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

const std::vector<std::string> kColumns = {"instance",     "region", "zone",   "option", "term",
                                           "usd_per_hour", "date",   "source", "state",  "note"};

std::optional<PriceObservation::State> parse_state(std::string_view text) {
  using State = PriceObservation::State;
  if (text == "priced") return State::kPriced;
  if (text == "estimate") return State::kEstimate;
  if (text == "not_offered") return State::kNotOffered;
  return std::nullopt;
}

/// The price of a row. Errors: kBadInput without a place.
Result<Usd> read_price(const std::string& text, PriceObservation::State state) {
  if (state == PriceObservation::State::kNotOffered) {
    if (text.empty()) return Usd();
    return fail(ErrorCode::kBadInput, "usd_per_hour must be empty where the state is not_offered");
  }
  const auto price = Usd::parse(text);
  if (!price) return fail(ErrorCode::kBadInput, "usd_per_hour: " + price.error().message);
  if (price->nano() <= 0) {
    return fail(ErrorCode::kBadInput,
                "usd_per_hour must be positive; what cannot be bought has the state not_offered");
  }
  return *price;
}

/// One row. Errors: kBadInput without a place.
Result<PriceObservation> read_row(const std::vector<std::string>& fields) {
  if (fields.size() != kColumns.size()) {
    return fail(ErrorCode::kBadInput,
                fmt::format("{} fields instead of {}", fields.size(), kColumns.size()));
  }
  for (const std::size_t required : {0, 1, 3, 6, 7, 8}) {
    if (fields[required].empty()) {
      return fail(ErrorCode::kBadInput, kColumns[required] + " is empty");
    }
  }
  PriceObservation row;
  row.instance = fields[0];
  row.region = fields[1];
  row.zone = fields[2];
  const auto option = parse_purchase_option(fields[3]);
  if (!option) {
    return fail(ErrorCode::kBadInput,
                fmt::format("'{}' is not a purchase option: on_demand, ri_1yr, ri_3yr, spot or "
                            "capacity_block",
                            fields[3].substr(0, 40)));
  }
  row.option = *option;
  row.term = fields[4];
  const auto state = parse_state(fields[8]);
  if (!state) {
    return fail(ErrorCode::kBadInput,
                fmt::format("'{}' is not a state: priced, estimate or not_offered",
                            fields[8].substr(0, 40)));
  }
  row.state = *state;
  const auto price = read_price(fields[5], row.state);
  if (!price) return fail(price.error());
  row.per_hour = *price;
  const auto date = parse_price_date(fields[6]);
  if (!date) return fail(date.error());
  row.date = *date;
  row.source = fields[7];
  row.note = fields[9];
  return row;
}

}  // namespace

Result<std::vector<PriceObservation>> read_prices(std::string_view content, std::string_view name) {
  CsvReader reader(content, std::string(name));
  std::vector<std::string> fields;
  const auto heading = reader.next(fields);
  if (!heading) return fail(heading.error());
  if (fields != kColumns) {
    return fail(ErrorCode::kBadInput,
                fmt::format("the heading must be {}", fmt::join(kColumns, ",")), reader.where());
  }
  std::vector<PriceObservation> rows;
  while (true) {
    const auto more = reader.next(fields);
    if (!more) return fail(more.error());
    if (!*more) return rows;
    auto row = read_row(fields);
    if (!row) return fail(row.error().code, row.error().message, reader.where());
    rows.push_back(std::move(*row));
  }
}

Result<std::vector<PriceSource>> read_price_sources(std::string_view content,
                                                    std::string_view name) {
  const auto json = parse_json(content, name);
  if (!json) return fail(json.error());
  StrictObject in(*json, std::string(name));
  if (in.string("schema") != "nscope.price-sources/1") {
    in.reject("schema", "must be \"nscope.price-sources/1\"");
  }
  std::vector<PriceSource> sources;
  std::set<std::string> ids;
  for (const Json& entry : in.array("sources")) {
    StrictObject item(entry, in.path(fmt::format("sources/{}", sources.size())));
    PriceSource source{item.string("id"), item.string("name"), item.string("origin"),
                       item.string("retrieved"), item.optional_string("note").value_or("")};
    if (!ids.insert(source.id).second) item.reject("id", "is there twice");
    if (auto ok = item.finish(); !ok) return fail(ok.error());
    sources.push_back(std::move(source));
  }
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return sources;
}

}  // namespace nscope::cost
