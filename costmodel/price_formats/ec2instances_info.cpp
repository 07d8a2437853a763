// instances.json of ec2instances.info (Vantage): an array of instance types with prices by region
// and operating system. Prices of commitments are effective hourly prices.
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

std::string_view currency_of(std::string_view region) {
  return region.starts_with("cn-") ? "CNY" : "USD";
}

struct Term {
  Purchase purchase;
  bool kind_unstated = false;  ///< a Compute or an EC2 Instance Savings Plan
};

/// The term of a key like "yrTerm1Standard.noUpfront"; empty for other keys.
std::optional<Term> term_of(std::string_view key) {
  constexpr std::string_view kYears = "yrTerm";
  if (!key.starts_with(kYears) || key.size() < kYears.size() + 2) return std::nullopt;
  const char digit = key[kYears.size()];
  const int years = digit == '1' ? 1 : digit == '3' ? 3 : 0;
  const std::string_view rest = key.substr(kYears.size() + 1);
  const std::size_t dot = rest.find('.');
  if (years == 0 || dot == std::string_view::npos) return std::nullopt;
  const std::string_view payment_word = rest.substr(dot + 1);
  Payment payment = Payment::kNoUpfront;
  if (payment_word == "partialUpfront")
    payment = Payment::kPartialUpfront;
  else if (payment_word == "allUpfront")
    payment = Payment::kAllUpfront;
  else if (payment_word != "noUpfront")
    return std::nullopt;
  const std::string_view kind = rest.substr(0, dot);
  if (kind == "Standard") return Term{Purchase(PurchaseOption::kReserved, years, payment)};
  if (kind == "Convertible") {
    return Term{Purchase(PurchaseOption::kReserved, years, payment, OfferingClass::kConvertible)};
  }
  if (kind == "Savings") {
    return Term{Purchase(PurchaseOption::kInstanceSavingsPlan, years, payment), true};
  }
  return std::nullopt;
}

/// Reads the prices of one instance type.
class InstanceReader {
 public:
  InstanceReader(const PriceDate& observed, PriceSink& sink, std::string where)
      : observed_(observed), sink_(sink), where_(std::move(where)) {}

  Result<> read(const Json& json) {
    StrictObject in(json, where_);
    instance_ = in.string("instance_type");
    const Json& pricing = in.object("pricing");
    if (auto ok = in.first_error(); !ok) return ok;
    if (!sink_.wants(instance_)) {
      sink_.drop(kOtherInstance, instance_);
      return {};
    }
    for (const auto& [region, systems] : pricing.items()) {
      region_ = region;
      const std::string place = fmt::format("{}/pricing/{}", where_, region);
      if (!systems.is_object()) return fail(ErrorCode::kBadInput, tr("must be an object"), place);
      for (const auto& [system, prices] : systems.items()) {
        if (system != "linux") {
          sink_.drop(phrase("operating system is not Linux with shared tenancy"), system);
          continue;
        }
        if (auto ok = read_prices(prices, place + "/linux"); !ok) return ok;
      }
    }
    return {};
  }

 private:
  Result<> read_prices(const Json& json, const std::string& place) {
    StrictObject in(json, place);
    if (auto ok = put(in, "ondemand", {PurchaseOption::kOnDemand}, {}); !ok) return ok;
    const auto interrupted = in.optional("pct_interrupt");
    std::string note = "average over the period that the site stores";
    if (interrupted != nullptr && interrupted->is_string()) {
      note += "; " + interrupted->get<std::string>() + " interrupted per month";
    }
    if (auto ok = put(in, "spot_avg", {PurchaseOption::kSpot}, note); !ok) return ok;
    const Json* const reserved = in.optional("reserved");
    if (auto ok = in.first_error(); !ok) return ok;
    return reserved == nullptr ? Result<>() : read_terms(*reserved, place + "/reserved");
  }

  Result<> read_terms(const Json& json, const std::string& place) {
    StrictObject in(json, place);
    if (auto ok = in.first_error(); !ok) return ok;
    for (const auto& [key, price] : json.items()) {
      const auto term = term_of(key);
      if (!term) {
        sink_.drop(kUnknownTermKind, key);
        continue;
      }
      std::string note = "effective hourly price; the fees are not stated separately";
      if (term->purchase.payment == Payment::kNoUpfront) note.clear();
      if (term->kind_unstated) {
        note += fmt::format("{}key {}: the kind of Savings Plan is not stated",
                            note.empty() ? "" : "; ", key);
      }
      if (auto ok = put(in, key.c_str(), term->purchase, note, term->kind_unstated); !ok) return ok;
    }
    return in.first_error();
  }

  Result<> put(StrictObject& in, const char* key, Purchase purchase, std::string note,
               bool estimate = false) {
    const Json* const member = in.optional(key);
    if (member != nullptr && member->is_string()) {
      const auto& text = member->get_ref<const std::string&>();
      if (text.empty() || text == "N/A") return {};
    }
    const auto price = json_price(in, key);
    if (auto ok = in.first_error(); !ok) return ok;
    if (!price) return {};
    if (*price == Usd()) {
      sink_.drop(kZeroPrice, fmt::format("{} {} {}", instance_, region_, key));
      return {};
    }
    PriceObservation row;
    row.instance = instance_;
    row.region = region_;
    row.purchase = purchase;
    row.per_hour = *price;
    row.currency = currency_of(region_);
    row.observed = observed_;
    row.note = std::move(note);
    if (estimate) row.state = PriceObservation::State::kEstimate;
    return sink_.row(std::move(row));
  }

  const PriceDate& observed_;
  PriceSink& sink_;
  std::string where_;
  std::string instance_;
  std::string region_;
};

/// The end of the JSON value at `at`, which is used to split an array into entries. Only brackets
/// outside of strings are counted; the parser checks the rest.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  bool in_text = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (in_text) {
      if (c == '\\')
        ++at;
      else if (c == '"')
        in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth <= 0) return depth == 0 ? at + 1 : at;
    } else if (c == ',' && depth == 0) {
      return at;
    }
  }
  return text.size();
}

}  // namespace

bool sniff_ec2instances_info(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && head[first] == '[' &&
         head.find("\"instance_type\"") != std::string_view::npos &&
         (head.find("\"pretty_name\"") != std::string_view::npos ||
          head.find("\"pricing\"") != std::string_view::npos);
}

Result<> read_ec2instances_info(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto observed = download_day(input);
  if (!observed) return fail(observed.error());
  const auto text = whole_text(input.file, control);
  if (!text) return fail(text.error());
  const std::string& name = input.file.name();
  const auto bad = [&](std::size_t at, Text why) {
    const auto line = 1 + std::count(text->begin(), text->begin() + static_cast<long>(at), '\n');
    return fail(ErrorCode::kBadInput, tr("not valid JSON: {}", why), tr("{}: line {}", name, line));
  };
  constexpr std::string_view kSpace = " \t\r\n";
  std::size_t at = text->find('[');
  if (at == std::string::npos) return bad(0, tr("must be an array"));
  at = text->find_first_not_of(kSpace, at + 1);
  for (std::size_t i = 0; at != std::string::npos && (*text)[at] != ']'; ++i) {
    if (control.cancelled()) return cancelled();
    const std::size_t end = end_of_value(*text, at);
    const std::string where = fmt::format("{}: /{}", name, i);
    // Entries are parsed one by one, because the whole document needs many times its size.
    const auto entry = parse_foreign_json(std::string_view(*text).substr(at, end - at), where);
    if (!entry) return bad(at, tr("in the entry that starts here: {}", entry.error().message));
    if (auto ok = InstanceReader(*observed, sink, where).read(*entry); !ok) return ok;
    at = text->find_first_not_of(kSpace, end);
    if (at == std::string::npos || ((*text)[at] != ',' && (*text)[at] != ']')) {
      return bad(std::min(end, text->size()), tr("unexpected end of the array"));
    }
    if ((*text)[at] == ',') at = text->find_first_not_of(kSpace, at + 1);
  }
  if (at == std::string::npos) return bad(text->size(), tr("unexpected end of the array"));
  sink.describe({.id = {},
                 .name = "ec2instances.info (Vantage)",
                 .origin = "instances.vantage.sh",
                 .retrieved = to_string(*observed),
                 .note = "prices of commitments are effective hourly prices"});
  return {};
}

}  // namespace nscope::cost
