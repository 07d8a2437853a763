// The AWS Savings Plans price list in JSON. In contrast to the list of EC2, "products" and the
// terms are arrays, and the payment of a plan is in its product.
#include "costmodel/price_formats/aws_list_json.h"
#include "costmodel/price_formats/aws_savings_plan.h"
#include "costmodel/price_formats/readers.h"

#include <unordered_map>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Limits of one file; real lists have several thousand plans per region.
constexpr std::size_t kMostPlans = 1'000'000;
constexpr std::size_t kMostRates = 1'000'000;

class AwsSavingsPlanJsonReader : public AwsListJson {
 public:
  AwsSavingsPlanJsonReader(const PriceInput& input, PriceSink& sink) : AwsListJson(input, sink) {}

  Result<> run(TaskControl& control) {
    if (auto ok = read(control); !ok) return ok;
    if (!found_rates_) {
      return fail(ErrorCode::kBadInput, tr("missing key 'terms/savingsPlan', which has the rates"),
                  input().file.name());
    }
    describe_list(list(), "AWS Savings Plans price list, version", input(), sink());
    return {};
  }

 private:
  void read_other(JsonScanner& in, const std::string& name) override {
    if (name != "regionCode") return in.skip();
    in.string(region_);
  }

  void read_products(JsonScanner& in) override {
    std::string name;
    in.begin_array();
    while (in.next_element()) {
      std::string sku;
      SavingsPlan plan;
      in.begin_object();
      while (in.next_member(name)) {
        if (name == "sku") {
          in.string(sku);
        } else if (name == "productFamily") {
          in.string(plan.family);
        } else if (name == "attributes") {
          read_attributes(in, plan);
        } else {
          in.skip();
        }
      }
      plans_.insert_or_assign(sku, std::move(plan));
      if (plans_.size() > kMostPlans) {
        return in.reject("products", tr("has more than {} plans", as::count(kMostPlans)));
      }
    }
  }

  static void read_attributes(JsonScanner& in, SavingsPlan& plan) {
    std::string name;
    in.begin_object();
    while (in.next_member(name)) {
      if (name == "purchaseOption") {
        in.string(plan.payment);
      } else if (name == "purchaseTerm") {
        in.string(plan.lease);
      } else {
        in.skip();
      }
    }
  }

  void read_terms(JsonScanner& in) override {
    std::string name;
    in.begin_object();
    while (in.next_member(name)) {
      if (name != "savingsPlan") {
        sink().drop(kUnknownTermKind, name);
        in.skip();
        continue;
      }
      found_rates_ = true;
      in.begin_array();
      while (in.next_element()) read_plan(in);
    }
  }

  /// Reads one plan. Its rates can be before the members that they depend on.
  void read_plan(JsonScanner& in) {
    std::string sku;
    std::string effective;
    std::string lease;
    std::vector<SavingsPlanRate> rates;
    std::string name;
    in.begin_object();
    while (in.next_member(name)) {
      if (name == "sku") {
        in.string(sku);
      } else if (name == "effectiveDate") {
        in.string(effective);
      } else if (name == "leaseContractLength") {
        lease = read_lease(in);
      } else if (name == "rates") {
        read_rates(in, rates);
      } else {
        in.skip();
      }
    }
    if (!in.ok()) return;
    const auto found = plans_.find(sku);
    if (found == plans_.end()) {
      sink().drop(phrase("rates of a plan that is not in the products"), sku,
                  static_cast<std::int64_t>(rates.size()));
      return;
    }
    SavingsPlan plan = found->second;
    plan.effective = effective;
    if (!lease.empty()) plan.lease = lease;
    for (SavingsPlanRate& rate : rates) {
      if (rate.region.empty()) rate.region = region_;
      auto ok = give_rate(plan, rate, published(), sink());
      if (!ok && ok.error().where.empty()) ok.error().where = in.where();
      if (!ok) return in.reject(ok.error());
    }
  }

  /// {"duration": 1, "unit": "year"}
  static std::string read_lease(JsonScanner& in) {
    std::string duration;
    std::string unit;
    std::string name;
    in.begin_object();
    while (in.next_member(name)) {
      if (name == "duration") {
        in.string(duration);
      } else if (name == "unit") {
        in.string(unit);
      } else {
        in.skip();
      }
    }
    return duration + (unit == "year" ? "yr" : unit);
  }

  void read_rates(JsonScanner& in, std::vector<SavingsPlanRate>& rates) {
    SavingsPlanRate rate;
    in.begin_array();
    while (in.next_element()) {
      read_rate(in, rate);
      if (!in.ok()) return;
      const Phrase why = why_not_the_true_rate(rate, sink());
      if (!why.english.empty()) {
        sink().drop(why, fmt::format("{} {} {}", rate.sku, rate.usage_type, rate.operation));
        continue;
      }
      rates.push_back(rate);
      if (rates.size() > kMostRates) {
        return in.reject("rates", tr("has more than {} rates", as::count(kMostRates)));
      }
    }
  }

  static void read_rate(JsonScanner& in, SavingsPlanRate& rate) {
    rate = {};
    std::string name;
    in.begin_object();
    while (in.next_member(name)) {
      if (name == "discountedSku") {
        in.string(rate.sku);
      } else if (name == "discountedUsageType") {
        in.string(rate.usage_type);
      } else if (name == "discountedOperation") {
        in.string(rate.operation);
      } else if (name == "discountedServiceCode") {
        in.string(rate.service);
      } else if (name == "discountedRegionCode") {
        in.string(rate.region);
      } else if (name == "discountedInstanceType") {
        in.string(rate.instance);
      } else if (name == "unit") {
        in.string(rate.unit);
      } else if (name == "discountedRate") {
        read_money(in, rate);
      } else {
        in.skip();
      }
    }
  }

  /// {"price": "0.08836", "currency": "USD"}
  static void read_money(JsonScanner& in, SavingsPlanRate& rate) {
    std::string name;
    in.begin_object();
    while (in.next_member(name)) {
      if (name == "price") {
        in.string(rate.amount);
      } else if (name == "currency") {
        in.string(rate.currency);
      } else {
        in.skip();
      }
    }
  }

  std::string region_;
  std::unordered_map<std::string, SavingsPlan> plans_;
  bool found_rates_ = false;
};

}  // namespace

bool sniff_aws_savings_plan_json(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '{') return false;
  const auto has = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
  return has("SavingsPlan") && (has("\"products\"") || has("\"savingsPlan\"")) &&
         !has("\"offers\"") && !has("\"versionUrl\"");
}

Result<> read_aws_savings_plan_json(const PriceInput& input, PriceSink& sink,
                                    TaskControl& control) {
  return AwsSavingsPlanJsonReader(input, sink).run(control);
}

}  // namespace nscope::cost
