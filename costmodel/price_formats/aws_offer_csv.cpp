// AWS's bulk price list as CSV: five lines about the list, the heading, then a row for
// each price. The hourly and the upfront fee of a Reserved price are rows of their own.
#include "costmodel/price_file.h"
#include "costmodel/price_formats/aws_list_csv.h"
#include "costmodel/price_formats/aws_offer.h"
#include "costmodel/price_formats/readers.h"

#include <array>
#include <map>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

struct ProductColumn {
  std::string_view heading;
  std::string OfferProduct::* member;
};

constexpr std::array kProductColumns = {
    ProductColumn{"SKU", &OfferProduct::sku},
    ProductColumn{"Product Family", &OfferProduct::family},
    ProductColumn{"Instance Type", &OfferProduct::instance},
    ProductColumn{"Region Code", &OfferProduct::region},
    ProductColumn{"Location", &OfferProduct::location},
    ProductColumn{"Location Type", &OfferProduct::location_type},
    ProductColumn{"Tenancy", &OfferProduct::tenancy},
    ProductColumn{"Operating System", &OfferProduct::system},
    ProductColumn{"Pre Installed S/W", &OfferProduct::software},
    ProductColumn{"License Model", &OfferProduct::license},
    ProductColumn{"CapacityStatus", &OfferProduct::capacity_status},
    ProductColumn{"MarketOption", &OfferProduct::market},
    ProductColumn{"usageType", &OfferProduct::usage_type},
    ProductColumn{"operation", &OfferProduct::operation},
};

/// Columns of the price itself. The list of 2016 has all of them but the class.
struct PriceColumns {
  std::size_t sku, term, type, unit, amount, currency, effective, lease, payment, offering;
};

/// Half of a Reserved price, until its other row comes.
struct Pending {
  OfferProduct product;
  OfferPrice price;
  std::string where;
};

/// Rows of one price lie beside each other; more than this many halves are no list.
constexpr std::size_t kMostPending = 100'000;

class Reader {
 public:
  Reader(const PriceInput& input, PriceSink& sink) : input_(input), sink_(sink) {}

  Result<> run(CsvStream csv) {
    auto head = read_list_head(csv);
    if (!head) return fail(head.error());
    if (head->list.code != "AmazonEC2") {
      return fail(ErrorCode::kBadInput,
                  fmt::format("OfferCode: '{}' is the price list of another service; instances are "
                              "in that of AmazonEC2",
                              head->list.code.substr(0, 40)),
                  input_.file.name() + ": line 5");
    }
    published_ = head->published.value_or(PriceDate{input_.today, PriceDate::Precision::kDay});
    if (auto ok = find_columns(head->columns, csv.where()); !ok) return ok;
    std::vector<std::string> fields;
    while (true) {
      const auto more = csv.next(fields);
      if (!more) return fail(more.error());
      if (!*more) break;
      if (fields.size() != head->columns.size()) {
        return fail(ErrorCode::kBadInput,
                    fmt::format("{} fields instead of {}: the row is cut off or damaged",
                                fields.size(), head->columns.size()),
                    csv.where());
      }
      auto ok = read_row(fields, csv.where());
      if (!ok && ok.error().where.empty()) ok.error().where = csv.where();
      if (!ok) return ok;
    }
    if (auto ok = flush(); !ok) return ok;
    describe_list(head->list, "AWS price list of EC2, version", input_, sink_);
    return {};
  }

 private:
  Result<> find_columns(const CsvColumns& columns, const std::string& where) {
    for (std::size_t i = 0; i < kProductColumns.size(); ++i) {
      product_columns_[i] = columns.find(kProductColumns[i].heading);
    }
    const auto need = [&](std::string_view name) -> std::size_t {
      const std::size_t at = columns.find(name);
      if (at == CsvColumns::kNone && missing_.empty()) missing_ = name;
      return at;
    };
    at_ = {need("SKU"),
           need("OfferTermCode"),
           need("TermType"),
           need("Unit"),
           need("PricePerUnit"),
           need("Currency"),
           need("EffectiveDate"),
           need("LeaseContractLength"),
           need("PurchaseOption"),
           columns.find("OfferingClass")};
    for (const char* name :
         {"Product Family", "Instance Type", "Location", "Tenancy", "Operating System"}) {
      need(name);
    }
    if (missing_.empty()) return {};
    return fail(ErrorCode::kBadInput, fmt::format("the heading has no column '{}'", missing_),
                where);
  }

  OfferProduct product_of(const std::vector<std::string>& fields) const {
    OfferProduct product;
    for (std::size_t i = 0; i < kProductColumns.size(); ++i) {
      if (product_columns_[i] == CsvColumns::kNone) continue;
      product.*kProductColumns[i].member = fields[product_columns_[i]];
    }
    product.region = region_of(product.region, product.location);
    return product;
  }

  std::string_view why_dropped(const OfferProduct& product, const std::string& type) const {
    const std::string_view why = why_not_the_true_row(product);
    if (!why.empty()) return why;
    if (!sink_.wants(product.instance)) return "another instance type than asked for";
    if (product.region.empty()) return "a location whose region is not known";
    if (type != "OnDemand" && type != "Reserved") return "a kind of term that we do not know";
    return {};
  }

  Result<> read_row(const std::vector<std::string>& fields, const std::string& where) {
    OfferProduct product = product_of(fields);
    const std::string& type = fields[at_.type];
    const std::string_view why = why_dropped(product, type);
    if (!why.empty()) {
      sink_.drop(why, fmt::format("{} {} {}", product.sku, product.instance, product.region));
      return {};
    }
    OfferPrice price;
    if (auto ok = read_price(fields, price); !ok) return ok;
    if (!price.hourly && !price.upfront) {
      sink_.drop("the unit is neither Hrs nor Quantity", product.sku + " " + fields[at_.unit]);
      return {};
    }
    if (!price.reserved || price.payment == "No Upfront") {
      return give_price(product, price, published_, sink_);
    }
    return join(product, price, fields[at_.sku] + "." + fields[at_.term], where);
  }

  Result<> read_price(const std::vector<std::string>& fields, OfferPrice& price) const {
    price.reserved = fields[at_.type] == "Reserved";
    price.effective = fields[at_.effective];
    price.lease = fields[at_.lease];
    price.payment = fields[at_.payment];
    if (at_.offering != CsvColumns::kNone) price.offering = fields[at_.offering];
    price.currency = fields[at_.currency];
    if (!is_currency(price.currency)) {
      return fail(ErrorCode::kBadInput, "Currency: must be three capital letters like USD");
    }
    const bool hourly = fields[at_.unit] == "Hrs";
    if (!hourly && fields[at_.unit] != "Quantity") return {};
    const auto money =
        parse_price(fields[at_.amount], "PricePerUnit", hourly ? kMostPerHour : kMostUpfront);
    if (!money) return fail(money.error());
    (hourly ? price.hourly : price.upfront) = *money;
    return {};
  }

  /// Completes a price with the half that came before, or waits for the other.
  Result<> join(const OfferProduct& product, const OfferPrice& price, const std::string& key,
                const std::string& where) {
    const auto found = pending_.find(key);
    if (found == pending_.end()) {
      if (pending_.size() == kMostPending) {
        return fail(ErrorCode::kBadInput, "too many Reserved prices of which half is missing");
      }
      pending_.emplace(key, Pending{product, price, where});
      return {};
    }
    OfferPrice whole = found->second.price;
    pending_.erase(found);
    if (whole.currency != price.currency) {
      return fail(ErrorCode::kBadInput, "Currency: one price is in two currencies");
    }
    if (price.hourly) whole.hourly = price.hourly;
    if (price.upfront) whole.upfront = price.upfront;
    return give_price(product, whole, published_, sink_);
  }

  /// All Upfront may come without an hourly row; other halves are counted.
  Result<> flush() {
    for (const auto& [key, half] : pending_) {
      auto ok = give_price(half.product, half.price, published_, sink_);
      if (!ok && ok.error().where.empty()) ok.error().where = half.where;
      if (!ok) return ok;
    }
    return {};
  }

  const PriceInput& input_;
  PriceSink& sink_;
  PriceDate published_;
  std::array<std::size_t, kProductColumns.size()> product_columns_{};
  PriceColumns at_{};
  std::string missing_;
  std::map<std::string, Pending> pending_;
};

}  // namespace

bool sniff_aws_offer_csv(std::string_view head) {
  return sniff_list_csv(head) && head.find("PricePerUnit") != std::string_view::npos &&
         head.find("DiscountedSKU") == std::string_view::npos;
}

Result<> read_aws_offer_csv(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  auto stream = TextStream::open(input.file, control);
  if (!stream) return fail(stream.error());
  return Reader(input, sink).run(CsvStream(std::move(*stream)));
}

}  // namespace nscope::cost
