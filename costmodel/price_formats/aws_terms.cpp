#include "costmodel/price_formats/aws_terms.h"

#include "costmodel/prices/price_file.h"

namespace nscope::cost {
namespace {

void read_attributes(JsonScanner& in, OfferProduct& product) {
  std::string name;
  in.begin_object();
  while (in.next_member(name)) {
    if (std::string* const value = offer_attribute(product, name)) {
      in.string(*value);
    } else {
      in.skip();
    }
  }
}

/// Reads {"USD": "21.5"}: the amount in US dollars, or in the first currency if there is none.
void read_price_per_unit(JsonScanner& in, std::string& currency, std::string& amount) {
  std::string name;
  std::string value;
  in.begin_object();
  while (in.next_member(name)) {
    in.string(value);
    if (currency.empty() || name == "USD") {
      currency = name;
      amount = value;
    }
  }
}

/// One entry of "priceDimensions".
void read_dimension(JsonScanner& in, const OfferProduct& product, OfferPrice& price,
                    PriceSink& sink) {
  std::string name;
  std::string unit;
  std::string currency;
  std::string amount;
  in.begin_object();
  while (in.next_member(name)) {
    if (name == "unit") {
      in.string(unit);
    } else if (name == "pricePerUnit") {
      read_price_per_unit(in, currency, amount);
    } else {
      in.skip();
    }
  }
  if (!in.ok()) return;
  const bool hourly = unit == "Hrs";
  if (!hourly && unit != "Quantity") {
    sink.drop(kUnknownUnit, product.sku + " " + unit);
    return;
  }
  if (!is_currency(currency)) return in.reject("pricePerUnit", tr("must have a currency"));
  const auto money = parse_price(amount, "pricePerUnit", hourly ? kMostPerHour : kMostUpfront);
  if (!money) return in.reject(Error{money.error().code, money.error().message, in.where()});
  if (!price.currency.empty() && price.currency != currency) {
    return in.reject("pricePerUnit", tr("a price has two currencies"));
  }
  price.currency = currency;
  (hourly ? price.hourly : price.upfront) = *money;
}

void read_term_attributes(JsonScanner& in, OfferPrice& price) {
  std::string name;
  in.begin_object();
  while (in.next_member(name)) {
    if (name == "LeaseContractLength") {
      in.string(price.lease);
    } else if (name == "PurchaseOption") {
      in.string(price.payment);
    } else if (name == "OfferingClass") {
      in.string(price.offering);
    } else {
      in.skip();
    }
  }
}

OfferPrice read_term(JsonScanner& in, const OfferProduct& product, bool reserved, PriceSink& sink) {
  OfferPrice price;
  price.reserved = reserved;
  std::string name;
  in.begin_object();
  while (in.next_member(name)) {
    if (name == "effectiveDate") {
      in.string(price.effective);
    } else if (name == "priceDimensions") {
      in.begin_object();
      while (in.next_member(name)) read_dimension(in, product, price, sink);
    } else if (name == "termAttributes") {
      read_term_attributes(in, price);
    } else {
      in.skip();
    }
  }
  return price;
}

}  // namespace

OfferProduct read_offer_product(JsonScanner& in) {
  OfferProduct product;
  std::string name;
  in.begin_object();
  while (in.next_member(name)) {
    if (name == "sku") {
      in.string(product.sku);
    } else if (name == "productFamily") {
      in.string(product.family);
    } else if (name == "attributes") {
      read_attributes(in, product);
    } else {
      in.skip();
    }
  }
  product.region = region_of(product.region, product.location);
  return product;
}

void read_offer_terms(JsonScanner& in, const OfferProduct& product, bool reserved,
                      const std::optional<PriceDate>& published, PriceSink& sink) {
  std::string name;
  in.begin_object();
  while (in.next_member(name)) {
    const OfferPrice price = read_term(in, product, reserved, sink);
    if (!in.ok()) return;
    if (!price.hourly && !price.upfront) {
      sink.drop(phrase("term without a price"), name);
      continue;
    }
    auto given = give_price(product, price, published, sink);
    if (!given && given.error().where.empty()) given.error().where = in.where();
    if (!given) return in.reject(given.error());
  }
}

void read_kinds_of_terms(JsonScanner& in, PriceSink& sink,
                         const std::function<void(bool reserved)>& read) {
  std::string kind;
  in.begin_object();
  while (in.next_member(kind)) {
    if (kind == "OnDemand" || kind == "Reserved") {
      read(kind == "Reserved");
    } else {
      sink.drop(kUnknownTermKind, kind);
      in.skip();
    }
  }
}

}  // namespace nscope::cost
