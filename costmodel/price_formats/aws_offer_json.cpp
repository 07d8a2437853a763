// The AWS bulk price list in JSON. Only products with wanted prices are kept in memory.
#include "costmodel/price_formats/aws_list_json.h"
#include "costmodel/price_formats/aws_terms.h"
#include "costmodel/price_formats/readers.h"

#include <unordered_map>

namespace nscope::cost {
namespace {

/// In 2026 there are about 40'000 in all regions.
constexpr std::size_t kMostProducts = 1'000'000;

class AwsOfferJsonReader : public AwsListJson {
 public:
  AwsOfferJsonReader(const PriceInput& input, PriceSink& sink) : AwsListJson(input, sink) {}

  Result<> run(TaskControl& control) {
    if (auto ok = read(control); !ok) return ok;
    describe_list(list(), "AWS price list of EC2, version", input(), sink());
    return {};
  }

 private:
  void read_other(JsonScanner& in, const std::string& name) override {
    if (name != "offerCode") return in.skip();
    std::string& code = list().code;
    in.string(code);
    if (in.ok() && code != "AmazonEC2") {
      in.reject("offerCode",
                tr("'{}' is the price list of another service; instances are in that of AmazonEC2",
                   code.substr(0, 40)));
    }
  }

  void read_products(JsonScanner& in) override {
    std::string sku;
    in.begin_object();
    while (in.next_member(sku)) {
      OfferProduct product = read_offer_product(in);
      if (!in.ok()) return;
      product.sku = sku;
      if (drop_unwanted(product, sink())) continue;
      OfferProduct kept;
      kept.sku = sku;
      kept.instance = std::move(product.instance);
      kept.region = std::move(product.region);
      products_.insert_or_assign(sku, std::move(kept));
      if (products_.size() > kMostProducts) {
        return in.reject("products",
                         tr("has more than {} Linux instances", as::count(kMostProducts)));
      }
    }
  }

  void read_terms(JsonScanner& in) override {
    read_kinds_of_terms(in, sink(), [&](bool reserved) { read_terms_of(in, reserved); });
  }

  void read_terms_of(JsonScanner& in, bool reserved) {
    std::string sku;
    in.begin_object();
    while (in.next_member(sku)) {
      const auto found = products_.find(sku);
      if (found == products_.end()) {
        in.skip();
      } else {
        read_offer_terms(in, found->second, reserved, published(), sink());
      }
    }
  }

  std::unordered_map<std::string, OfferProduct> products_;
};

/// The first character of the value of a member in `head`, or 0.
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
  return AwsOfferJsonReader(input, sink).run(control);
}

}  // namespace nscope::cost
