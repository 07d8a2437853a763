#include "costmodel/prices/price_file.h"

#include "costmodel/money/figures.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/csv.h"

#include <set>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

const std::vector<std::string> kColumns = {"instance",     "region", "zone",   "option", "term",
                                           "usd_per_hour", "date",   "source", "state",  "note"};

const std::vector<std::string> kExtraColumns = {"upfront", "currency", "effective"};

std::vector<std::string> all_columns() {
  std::vector<std::string> all = kColumns;
  all.insert(all.end(), kExtraColumns.begin(), kExtraColumns.end());
  return all;
}

std::optional<PriceObservation::State> parse_state(std::string_view text) {
  using State = PriceObservation::State;
  if (text == "priced") return State::kPriced;
  if (text == "estimate") return State::kEstimate;
  if (text == "not_offered") return State::kNotOffered;
  return std::nullopt;
}

/// The hourly fee of a row. Errors: kBadInput without a place.
Result<Usd> read_price(const std::string& text, PriceObservation::State state, Usd upfront) {
  if (state == PriceObservation::State::kNotOffered) {
    if (text.empty()) return Usd();
    return fail(ErrorCode::kBadInput, tr("usd_per_hour must be empty if the state is not_offered"));
  }
  const auto price = parse_price(text, "usd_per_hour", kMostPerHour);
  if (!price) return fail(price.error());
  if (price->nano() < 0 || (*price == Usd() && upfront == Usd())) {
    return fail(ErrorCode::kBadInput,
                tr("usd_per_hour must be greater than 0; use the state not_offered if the instance "
                   "cannot be bought"));
  }
  return *price;
}

/// The optional columns. Errors: kBadInput without a place.
Result<> read_extra(const std::vector<std::string>& fields, PriceObservation& row) {
  if (fields.size() == kColumns.size()) return {};
  const std::string& upfront = fields[kColumns.size()];
  if (!upfront.empty()) {
    const auto fee = parse_price(upfront, "upfront", kMostUpfront);
    if (!fee) return fail(fee.error());
    if (fee->nano() < 0 || (*fee != Usd() && !is_commitment(row.purchase.option))) {
      return fail(ErrorCode::kBadInput,
                  tr("upfront must not be negative and is allowed for commitments only"));
    }
    row.upfront = *fee;
  }
  const std::string& currency = fields[kColumns.size() + 1];
  if (!currency.empty()) {
    if (!is_known_currency(currency)) {
      return fail(ErrorCode::kBadInput,
                  tr("unknown currency '{}'; use a code of ISO 4217, for example USD",
                     currency.substr(0, 40)));
    }
    row.currency = currency;
  }
  const std::string& effective = fields[kColumns.size() + 2];
  if (!effective.empty()) {
    const auto date = parse_price_date(effective);
    if (!date) return fail(ErrorCode::kBadInput, tr("effective: {}", date.error().message));
    row.effective = *date;
  }
  return {};
}

/// One row. Errors: kBadInput without a place.
Result<PriceObservation> read_row(const std::vector<std::string>& fields, std::size_t columns) {
  if (fields.size() != columns) {
    return fail(ErrorCode::kBadInput,
                tr("the row has {} fields instead of {}", fields.size(), columns));
  }
  for (const std::size_t required : {0, 1, 3, 6, 7, 8}) {
    if (fields[required].empty()) {
      return fail(ErrorCode::kBadInput, tr("{} must not be empty", kColumns[required]));
    }
  }
  PriceObservation row;
  row.instance = fields[0];
  row.region = fields[1];
  row.zone = fields[2];
  const auto purchase = parse_purchase_option(fields[3]);
  if (!purchase) {
    return fail(ErrorCode::kBadInput, unknown_purchase_option(fields[3]));
  }
  row.purchase = *purchase;
  row.term = fields[4];
  const auto state = parse_state(fields[8]);
  if (!state) {
    return fail(ErrorCode::kBadInput, tr("unknown state '{}'; use priced, estimate or not_offered",
                                         fields[8].substr(0, 40)));
  }
  row.state = *state;
  if (auto ok = read_extra(fields, row); !ok) return fail(ok.error());
  const auto price = read_price(fields[5], row.state, row.upfront);
  if (!price) return fail(price.error());
  row.per_hour = *price;
  constexpr std::int64_t kRounding = 1000;  // rates are often stated with few decimals
  const Usd share = upfront_per_hour(row);
  if (is_savings_plan(row.purchase.option) &&
      share.nano() > row.per_hour.nano() + row.per_hour.nano() / kRounding) {
    return fail(ErrorCode::kBadInput,
                tr("usd_per_hour must be the whole rate of the Savings Plan, including the upfront "
                   "payment, which alone is USD {} per hour",
                   as_price(share)));
  }
  const auto date = parse_price_date(fields[6]);
  if (!date) return fail(date.error());
  row.observed = *date;
  row.source = fields[7];
  row.note = fields[9];
  return row;
}

}  // namespace

Result<Usd> parse_price(std::string_view text, std::string_view field, Usd limit) {
  const auto amount = Usd::parse(text);
  if (!amount) return fail(ErrorCode::kBadInput, tr("{}: {}", field, amount.error().message));
  if (*amount > limit || *amount < Usd() - limit) {
    return fail(ErrorCode::kBadInput, tr("{}: value out of range; {} exceeds the limit of {}",
                                         field, text.substr(0, 40), as_usd(limit, 0)));
  }
  return *amount;
}

bool is_currency(std::string_view text) {
  return text.size() == 3 &&
         text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string_view::npos;
}

bool is_known_currency(std::string_view text) {
  constexpr std::string_view kCodes =
      "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP "
      "BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD "
      "FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD "
      "JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK "
      "MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR "
      "PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP "
      "SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF "
      "XCD XCG XOF XPF YER ZAR ZMW ZWG ";
  return is_currency(text) && kCodes.find(text) != std::string_view::npos;
}

Result<std::vector<PriceObservation>> read_prices(
    std::string_view content, std::string_view name,
    const std::function<Result<>(const PriceObservation& row, const Place& where)>& check) {
  CsvReader reader(content, std::string(name));
  std::vector<std::string> fields;
  const auto heading = reader.next(fields);
  if (!heading) return fail(heading.error());
  const std::size_t columns = fields.size();
  if (fields != kColumns && fields != all_columns()) {
    return fail(ErrorCode::kBadInput,
                tr("the first row must be {}, optionally followed by ,{}",
                   fmt::format("{}", fmt::join(kColumns, ",")),
                   fmt::format("{}", fmt::join(kExtraColumns, ","))),
                reader.where());
  }
  std::vector<PriceObservation> rows;
  while (true) {
    const auto more = reader.next(fields);
    if (!more) return fail(more.error());
    if (!*more) return rows;
    auto row = read_row(fields, columns);
    if (!row) return fail(row.error().code, row.error().message, reader.where());
    if (check) {
      const auto ok = check(*row, reader.where());
      if (!ok) return fail(ok.error().code, ok.error().message, reader.where());
    }
    rows.push_back(std::move(*row));
  }
}

Result<std::vector<PriceSource>> read_price_sources(std::string_view content,
                                                    std::string_view name) {
  const auto json = parse_json(content, name);
  if (!json) return fail(json.error());
  StrictObject in(*json, std::string(name));
  if (in.string("schema") != "nscope.price-sources/1") {
    in.reject("schema", tr("must be \"nscope.price-sources/1\""));
  }
  std::vector<PriceSource> sources;
  std::set<std::string> ids;
  for (const Json& entry : in.array("sources")) {
    StrictObject item(entry, in.path(fmt::format("sources/{}", sources.size())));
    PriceSource source{item.string("id"), item.string("name"), item.string("origin"),
                       item.string("retrieved"), item.optional_string("note").value_or("")};
    if (!ids.insert(source.id).second) item.reject("id", tr("duplicate '{}'", source.id));
    if (auto ok = item.finish(); !ok) return fail(ok.error());
    sources.push_back(std::move(source));
  }
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return sources;
}

}  // namespace nscope::cost
