// AWS's bulk price list as JSON: one document of up to several gigabytes, first all
// products, then all terms. It is walked through once; only the products whose prices
// are wanted are kept. A document with its terms in front takes a second walk.
#include "costmodel/price_formats/aws_terms.h"
#include "costmodel/price_formats/readers.h"

#include <unordered_map>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// About 40'000 in all regions in 2026.
constexpr std::size_t kMostProducts = 1'000'000;

class Reader {
 public:
  Reader(const PriceInput& input, PriceSink& sink, TaskControl& control)
      : input_(input), sink_(sink), control_(control) {}

  Result<> run() {
    if (auto ok = walk(); !ok) return ok;
    if (terms_wait_) {
      if (auto ok = walk(); !ok) return ok;
    }
    if (!found_products_) {
      return fail(ErrorCode::kBadInput, "products: is missing, so these are no prices",
                  input_.file.name());
    }
    if (!found_terms_) {
      return fail(ErrorCode::kBadInput, "terms: is missing, so there are no prices",
                  input_.file.name());
    }
    describe_list(list_, "AWS price list of EC2, version", input_, sink_);
    return {};
  }

 private:
  Result<> walk() {
    control_.begin("reading", input_.file.size());
    auto text = UnpackedText::open(input_.file);
    if (!text) return fail(text.error());
    JsonScanner in(std::move(*text), control_);
    std::string name;
    in.begin_object();
    while (in.next_member(name)) read_member(in, name);
    return in.finish();
  }

  void read_member(JsonScanner& in, const std::string& name) {
    if (name == "offerCode") {
      in.string(list_.code);
      if (in.ok() && list_.code != "AmazonEC2") {
        in.reject("offerCode", fmt::format("'{}' is the price list of another service; instances "
                                           "are in that of AmazonEC2",
                                           list_.code.substr(0, 40)));
      }
    } else if (name == "version") {
      in.string(list_.version);
    } else if (name == "publicationDate") {
      in.string(list_.published);
      const auto day = day_of(list_.published);
      if (in.ok() && !day) in.reject("publicationDate", day.error().message);
      if (day) published_ = *day;
    } else if (name == "products" && !found_products_) {
      read_products(in);
    } else if (name == "terms") {
      read_terms(in);
    } else {
      in.skip();
    }
  }

  void read_products(JsonScanner& in) {
    found_products_ = true;
    std::string sku;
    in.begin_object();
    while (in.next_member(sku)) {
      OfferProduct product = read_offer_product(in);
      if (!in.ok()) return;
      const std::string_view why = why_dropped(product);
      if (!why.empty()) {
        sink_.drop(why, fmt::format("{} {} {}", sku, product.instance, product.region));
        continue;
      }
      OfferProduct kept;
      kept.sku = sku;
      kept.instance = std::move(product.instance);
      kept.region = std::move(product.region);
      products_.insert_or_assign(sku, std::move(kept));
      if (products_.size() > kMostProducts) {
        return in.reject("products", "more Linux instances than AWS can have");
      }
    }
  }

  std::string_view why_dropped(const OfferProduct& product) const {
    const std::string_view why = why_not_the_true_row(product);
    if (!why.empty()) return why;
    if (!sink_.wants(product.instance)) return "another instance type than asked for";
    if (product.region.empty()) return "a location whose region is not known";
    return {};
  }

  void read_terms(JsonScanner& in) {
    terms_wait_ = !found_products_;
    if (terms_wait_) return in.skip();
    found_terms_ = true;
    std::string kind;
    in.begin_object();
    while (in.next_member(kind)) {
      if (kind == "OnDemand" || kind == "Reserved") {
        read_terms_of(in, kind == "Reserved");
      } else {
        sink_.drop("a kind of term that we do not know", kind);
        in.skip();
      }
    }
  }

  void read_terms_of(JsonScanner& in, bool reserved) {
    std::string sku;
    in.begin_object();
    while (in.next_member(sku)) {
      const auto found = products_.find(sku);
      if (found == products_.end()) {
        in.skip();
      } else {
        read_offer_terms(in, found->second, reserved, published_, sink_);
      }
    }
  }

  const PriceInput& input_;
  PriceSink& sink_;
  TaskControl& control_;
  OfferList list_;
  PriceDate published_{input_.today, PriceDate::Precision::kDay};
  std::unordered_map<std::string, OfferProduct> products_;
  bool found_products_ = false;
  bool found_terms_ = false;
  bool terms_wait_ = false;
};

/// Where the value of the first member of that name begins in `head`, or 0.
char first_letter_of(std::string_view head, std::string_view member) {
  const std::size_t at = head.find(member);
  if (at == std::string_view::npos) return 0;
  const std::size_t value = head.find_first_not_of(" \t\r\n:", at + member.size());
  return value == std::string_view::npos ? char{0} : head[value];
}

}  // namespace

bool sniff_aws_offer_json(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '{') return false;
  return head.find("\"offerCode\"") != std::string_view::npos &&
         (first_letter_of(head, "\"products\"") == '{' ||
          first_letter_of(head, "\"terms\"") == '{') &&
         head.find("\"offers\"") == std::string_view::npos;
}

Result<> read_aws_offer_json(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  return Reader(input, sink, control).run();
}

}  // namespace nscope::cost
