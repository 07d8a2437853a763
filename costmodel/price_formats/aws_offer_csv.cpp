// The AWS bulk price list in CSV: five lines about the list, the column names, then one row per
// price. The hourly and the upfront fee of a Reserved price are separate rows.
#include "costmodel/price_formats/aws_list_csv.h"
#include "costmodel/price_formats/aws_offer.h"
#include "costmodel/price_formats/readers.h"
#include "costmodel/prices/price_file.h"

#include <array>
#include <map>
#include <utility>

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

/// The columns of the price. The list of 2016 has all of them except the offering class.
struct PriceColumns {
  std::size_t sku, term, type, unit, amount, currency, effective, lease, payment;
  Column offering;
};

/// A Reserved price of which only one of two rows has been read.
struct Pending {
  OfferProduct product;
  OfferPrice price;
  Place where;
};

/// The two rows of a price are close to each other, so that a valid list has fewer incomplete ones.
constexpr std::size_t kMostPending = 100'000;

class AwsOfferCsvReader {
 public:
  AwsOfferCsvReader(const PriceInput& input, AwsListCsv list, PriceSink& sink)
      : input_(input), list_(std::move(list)), sink_(sink) {}

  Result<> run() {
    if (list_.list().code != "AmazonEC2") {
      return fail(ErrorCode::kBadInput,
                  tr("OfferCode: '{}' is the price list of another service; instances are in that "
                     "of AmazonEC2",
                     list_.list().code.substr(0, 40)),
                  tr("{}: line {}", input_.file.name(), 5));
    }
    if (auto ok = find_columns(); !ok) return ok;
    if (auto ok = list_.each_row([&] { return read_row(); }); !ok) return ok;
    if (auto ok = flush(); !ok) return ok;
    describe_list(list_.list(), "AWS price list of EC2, version", input_, sink_);
    return {};
  }

 private:
  Result<> find_columns() {
    const CsvRows& rows = list_.rows();
    for (std::size_t i = 0; i < kProductColumns.size(); ++i) {
      product_columns_[i] = rows.find_column(kProductColumns[i].heading);
    }
    const std::pair<std::string_view, std::size_t*> needed[] = {
        {"SKU", &at_.sku},
        {"OfferTermCode", &at_.term},
        {"TermType", &at_.type},
        {"Unit", &at_.unit},
        {"PricePerUnit", &at_.amount},
        {"Currency", &at_.currency},
        {"EffectiveDate", &at_.effective},
        {"LeaseContractLength", &at_.lease},
        {"PurchaseOption", &at_.payment},
        {"Product Family", nullptr},
        {"Instance Type", nullptr},
        {"Location", nullptr},
        {"Tenancy", nullptr},
        {"Operating System", nullptr},
    };
    for (const auto& [name, at] : needed) {
      const auto found = rows.need_column(name);
      if (!found) return fail(found.error());
      if (at != nullptr) *at = *found;
    }
    at_.offering = rows.find_column("OfferingClass");
    return {};
  }

  std::string_view field(std::size_t column) const { return list_.rows().field(column); }

  OfferProduct product_of_row() const {
    OfferProduct product;
    for (std::size_t i = 0; i < kProductColumns.size(); ++i) {
      if (product_columns_[i]) product.*kProductColumns[i].member = field(*product_columns_[i]);
    }
    product.region = region_of(product.region, product.location);
    return product;
  }

  Result<> read_row() {
    const OfferProduct product = product_of_row();
    if (drop_unwanted(product, sink_)) return {};
    const std::string_view type = field(at_.type);
    if (type != "OnDemand" && type != "Reserved") {
      sink_.drop(kUnknownTermKind, type);
      return {};
    }
    OfferPrice price;
    if (auto ok = read_price(price); !ok) return ok;
    if (!price.hourly && !price.upfront) {
      sink_.drop(kUnknownUnit, fmt::format("{} {}", product.sku, field(at_.unit)));
      return {};
    }
    if (!price.reserved || price.payment == "No Upfront") {
      return give_price(product, price, list_.published(), sink_);
    }
    return join(product, price, fmt::format("{}.{}", field(at_.sku), field(at_.term)));
  }

  Result<> read_price(OfferPrice& price) const {
    price.reserved = field(at_.type) == "Reserved";
    price.effective = field(at_.effective);
    price.lease = field(at_.lease);
    price.payment = field(at_.payment);
    if (at_.offering) price.offering = field(*at_.offering);
    price.currency = field(at_.currency);
    if (!is_currency(price.currency)) {
      return fail(ErrorCode::kBadInput,
                  tr("Currency: must be three capital letters, for example USD"));
    }
    const std::string_view unit = field(at_.unit);
    const bool hourly = unit == "Hrs";
    if (!hourly && unit != "Quantity") return {};
    const auto money =
        parse_price(field(at_.amount), "PricePerUnit", hourly ? kMostPerHour : kMostUpfront);
    if (!money) return fail(money.error());
    (hourly ? price.hourly : price.upfront) = *money;
    return {};
  }

  /// Completes a price with the row that was read before, or keeps it until the other row.
  Result<> join(const OfferProduct& product, const OfferPrice& price, const std::string& key) {
    const auto found = pending_.find(key);
    if (found == pending_.end()) {
      if (pending_.size() == kMostPending) {
        return fail(
            ErrorCode::kBadInput,
            tr("more than {} Reserved prices have only one of two rows", as::count(kMostPending)));
      }
      pending_.emplace(key, Pending{product, price, list_.rows().where()});
      return {};
    }
    OfferPrice whole = found->second.price;
    pending_.erase(found);
    if (whole.currency != price.currency) {
      return fail(ErrorCode::kBadInput, tr("Currency: a price has two currencies"));
    }
    if (price.hourly) whole.hourly = price.hourly;
    if (price.upfront) whole.upfront = price.upfront;
    return give_price(product, whole, list_.published(), sink_);
  }

  /// All Upfront prices can lack the hourly row; other incomplete prices are counted as skipped.
  Result<> flush() {
    for (const auto& [key, half] : pending_) {
      auto ok = give_price(half.product, half.price, list_.published(), sink_);
      if (!ok && ok.error().where.empty()) ok.error().where = half.where;
      if (!ok) return ok;
    }
    return {};
  }

  const PriceInput& input_;
  AwsListCsv list_;
  PriceSink& sink_;
  std::array<Column, kProductColumns.size()> product_columns_{};
  PriceColumns at_{};
  std::map<std::string, Pending> pending_;
};

}  // namespace

bool sniff_aws_offer_csv(std::string_view head) {
  return sniff_list_csv(head) && head.find("PricePerUnit") != std::string_view::npos &&
         head.find("DiscountedSKU") == std::string_view::npos;
}

Result<> read_aws_offer_csv(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  auto list = AwsListCsv::open(input, control);
  if (!list) return fail(list.error());
  return AwsOfferCsvReader(input, std::move(*list), sink).run();
}

}  // namespace nscope::cost
