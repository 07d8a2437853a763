// Random whole plans: types, traffic, bursts, limits, own prices, purchase options and regions. A
// harder question never has a cheaper answer, and the answer is the cheapest of all purchases.
#include "app/capacity/fleet/plan_fleet.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

constexpr std::uint64_t kWholeQuestions = 100;
/// Harder questions for each, which share its answer: 200 comparisons.
constexpr int kHarderEach = 2;

using Strings = std::vector<std::string>;
/// USD per instance-hour by type, region and option.
using PriceTable = std::map<std::tuple<std::string, std::string, std::string>, double>;

const Strings kRegions{"us-east-1", "us-west-2"};
const Strings kOptions{"on_demand", "ri_1yr", "ri_3yr", "spot"};
const Strings kTypes{"inf2.xlarge",   "inf2.8xlarge", "inf2.24xlarge",
                     "trn1.2xlarge",  "g5.xlarge",    "g6e.xlarge",
                     "trn1.32xlarge", "g5.12xlarge",  "inf2.48xlarge"};

/// The first question and their number; NSCOPE_PLAN_QUESTIONS="1000 2000" asks others.
std::pair<std::uint64_t, std::uint64_t> asked_range() {
  std::pair<std::uint64_t, std::uint64_t> range{0, kWholeQuestions};
  const char* const text = std::getenv("NSCOPE_PLAN_QUESTIONS");
  if (text == nullptr) return range;
  char* end = nullptr;
  range.first = std::strtoull(text, &end, 10);
  range.second = std::strtoull(end, nullptr, 10);
  return range;
}

/// At least one of the strings, in their order.
Strings some_of(RandomStream& random, const Strings& all) {
  Strings chosen;
  for (const std::string& one : all) {
    if (random.below(2) == 0) chosen.push_back(one);
  }
  if (chosen.empty()) chosen.push_back(all[random.below(all.size())]);
  return chosen;
}

/// A plan document with the prices of all its types.
struct WholeQuestion {
  Json json;
  PriceTable prices;
};

Json arrivals(RandomStream& random) {
  switch (random.below(4)) {
    case 0: return {{"process", "constant"}};
    case 1:
      return {{"process", "bursts"},
              {"burst_factor", between(random, 1.5, 4)},
              {"quiet_seconds", between(random, 5, 60)},
              {"burst_seconds", between(random, 2, 15)}};
    default: return {{"process", "poisson"}};
  }
}

PriceTable prices(RandomStream& random, const Strings& types) {
  PriceTable table;
  for (const std::string& type : types) {
    for (const std::string& region : kRegions) {
      const double list = between(random, 0.5, 9);
      for (const std::string& option : kOptions) {
        // One of eight is not offered.
        if (random.below(8) == 0) continue;
        table[{type, region, option}] =
            option == "on_demand" ? list : list * between(random, 0.3, 1.2);
      }
    }
  }
  return table;
}

WholeQuestion whole_question(std::uint64_t number) {
  RandomStream random(number, 41);
  WholeQuestion question;
  Strings types;
  while (types.size() < 2 + random.below(2)) {
    const std::string& type = kTypes[random.below(kTypes.size())];
    if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  }
  question.prices = prices(random, types);
  const int output = 2 + static_cast<int>(random.below(15));
  const int input = 50 + static_cast<int>(random.below(900));
  Json& json = question.json;
  json = {{"schema", "nscope.plan/1"},
          {"model", "llama-3.2-1b"},
          {"as_of", "2026-11-20"},
          {"instances", types},
          {"regions", some_of(random, kRegions)},
          {"purchase", some_of(random, kOptions)},
          {"slots", {random.below(2) == 0 ? 2 : 8}},
          {"schedulers", {"continuous"}},
          {"weight_dtypes", {"bf16"}},
          {"stack", "none"},
          {"headroom", random.below(2) == 0 ? 0 : 0.2},
          {"survive", {{"nodes", random.below(2)}}}};
  Json traffic = {{"input_tokens", input}, {"output_tokens", output}};
  traffic["arrivals"] = arrivals(random);
  const double rate = between(random, 1, 60);
  if (random.below(5) == 0) {
    for (int hour = 0; hour < 12; ++hour) {
      traffic["hourly_requests_per_second"].push_back(rate * between(random, 0.1, 1));
    }
    json["autoscaling"] = {{"load_seconds", 60}};
  } else {
    traffic["requests_per_second"] = rate;
  }
  json["traffic"] = std::move(traffic);
  json["sla"] = {{"e2e_p99_s", between(random, 0.2, 1) + output * between(random, 0.01, 0.1)}};
  if (random.below(2) == 0) json["sla"]["ttft_p50_s"] = between(random, 0.05, 0.5);
  return question;
}

cost::PriceBook book_of(const PriceTable& prices) {
  std::vector<cost::PriceObservation> rows;
  for (const auto& [key, price] : prices) {
    cost::PriceObservation row;
    row.instance = std::get<0>(key);
    row.region = std::get<1>(key);
    row.purchase = cost::parse_purchase_option(std::get<2>(key)).value();
    row.per_hour = Usd::round(price);
    row.observed = cost::parse_price_date("2026-11-20").value();
    row.source = "test";
    row.own = true;
    rows.push_back(std::move(row));
  }
  return cost::PriceBook().with(std::move(rows));
}

/// The plan; nullopt after a failed expectation.
std::optional<FleetPlan> answer(const WholeQuestion& question) {
  const auto request = plan_request_from_json(question.json, "plan.json");
  EXPECT_TRUE(request) << to_string(request.error());
  if (!request) return std::nullopt;
  TaskControl control;
  auto found =
      plan_fleet(hardware(), book_of(question.prices), *request, {}, 1, control);
  EXPECT_TRUE(found) << to_string(found.error());
  if (!found) return std::nullopt;
  return std::move(*found);
}

/// The lowest price of a type in the allowed regions and options; nullopt if there is none.
std::optional<double> lowest_price(const WholeQuestion& question, const std::string& type) {
  std::optional<double> lowest;
  for (const auto& [key, price] : question.prices) {
    const auto& [of, region, option] = key;
    const Json& json = question.json;
    const auto allows = [&](const char* list, const std::string& name) {
      return std::find(json[list].begin(), json[list].end(), name) != json[list].end();
    };
    if (of != type || !allows("regions", region) || !allows("purchase", option)) continue;
    lowest = std::min(lowest.value_or(price), price);
  }
  return lowest;
}

/// The best fleet is the cheapest purchase of the smallest fleet of each type.
void expect_cheapest(const WholeQuestion& question, const FleetPlan& plan) {
  std::optional<Usd> cheapest;
  for (const TypeSummary& type : plan.types) {
    const auto price = lowest_price(question, type.instance);
    EXPECT_EQ(type.offer.has_value(), price.has_value()) << type.instance;
    if (!type.fleet) continue;
    ASSERT_TRUE(price) << type.instance;
    EXPECT_EQ(type.fleet->per_hour, Usd::round(*price) * std::int64_t{type.fleet->count()}) << type.instance;
    if (!cheapest || type.fleet->per_hour < *cheapest) cheapest = type.fleet->per_hour;
  }
  ASSERT_EQ(cheapest.has_value(), plan.best.has_value());
  if (cheapest) EXPECT_EQ(plan.best->per_hour, *cheapest);
}

/// Longer limits never cost more.
void expect_falling_frontier(const FleetPlan& plan) {
  std::optional<Usd> last;
  if (plan.best) last = plan.best->per_hour;
  for (const FrontierPoint& point : plan.frontier) {
    if (last) {
      ASSERT_TRUE(point.fleet) << point.factor;
      EXPECT_LE(point.fleet->per_hour, *last) << "limits times " << point.factor;
    }
    if (point.fleet) last = point.fleet->per_hour;
  }
}

/// A mix is at most as expensive as its best single option, and its parts are its sum.
void expect_mixes(const FleetPlan& plan) {
  if (!plan.scaled) return;
  for (const PurchaseMix& mix : plan.scaled->mixes) {
    EXPECT_LE(mix.per_hour, mix.single_per_hour + Usd::round(1e-6));
    double sum = 0;
    for (const MixedOffer& offer : mix.offers) sum += offer.per_hour.dollars();
    EXPECT_NEAR(sum, mix.per_hour.dollars(), 1e-6);
  }
  for (const int instances : plan.scaled->instances) EXPECT_LE(instances, plan.best->count());
}

enum class Harder {
  kLoad,
  kLimits,
  kPrices,
  kFewerOptions,
  kFewerRegions,
  kFewerTypes,
  kHeadroom,
  kFailures
};
constexpr std::array kHarder{
    Harder::kLoad,         Harder::kLimits,     Harder::kPrices,   Harder::kFewerOptions,
    Harder::kFewerRegions, Harder::kFewerTypes, Harder::kHeadroom, Harder::kFailures};

void drop_one(Json& list, RandomStream& random) {
  if (list.size() > 1) list.erase(random.below(list.size()));
}

WholeQuestion harder(WholeQuestion question, Harder how, RandomStream& random) {
  Json& json = question.json;
  const double factor = between(random, 1.01, 2.5);
  switch (how) {
    case Harder::kLoad:
      for (const char* const key : {"requests_per_second", "hourly_requests_per_second"}) {
        if (!json["traffic"].contains(key)) continue;
        Json& load = json["traffic"][key];
        if (load.is_number()) {
          load = load.get<double>() * factor;
        } else {
          for (Json& hour : load) hour = hour.get<double>() * factor;
        }
      }
      break;
    case Harder::kLimits:
      for (Json& limit : json["sla"]) limit = limit.get<double>() / factor;
      break;
    case Harder::kPrices:
      for (auto& [key, price] : question.prices) {
        if (random.below(2) == 0) price *= factor;
      }
      break;
    case Harder::kFewerOptions: drop_one(json["purchase"], random); break;
    case Harder::kFewerRegions: drop_one(json["regions"], random); break;
    case Harder::kFewerTypes: drop_one(json["instances"], random); break;
    case Harder::kHeadroom: json["headroom"] = json["headroom"].get<double>() + factor - 1; break;
    case Harder::kFailures: json["survive"] = {{"nodes", 1}, {"zones", 1}}; break;
  }
  return question;
}

std::string per_hour(const FleetPlan& plan) {
  if (!plan.best) return "no fleet";
  return fmt::format("{} x {}, {} slots: {}", plan.best->count(),
                     plan.best->configuration.instance, plan.best->configuration.slots,
                     plan.best->per_hour.dollars());
}

TEST(WholePlans, HarderQuestionsNeverHaveCheaperAnswers) {
  const auto [first, count] = asked_range();
  std::uint64_t answered = 0;
  std::uint64_t mixes = 0;
  for (std::uint64_t number = first; number < first + count; ++number) {
    const WholeQuestion question = whole_question(number);
    SCOPED_TRACE(fmt::format("question {}: {}", number, question.json.dump()));
    const auto base = answer(question);
    ASSERT_TRUE(base);
    expect_cheapest(question, *base);
    expect_falling_frontier(*base);
    expect_mixes(*base);
    answered += base->best ? 1 : 0;
    mixes += base->scaled && !base->scaled->mixes.empty() ? 1 : 0;
    RandomStream random(number, 42);
    for (int i = 0; i < kHarderEach; ++i) {
      const Harder how = kHarder[random.below(kHarder.size())];
      const WholeQuestion other = harder(question, how, random);
      const auto hard = answer(other);
      ASSERT_TRUE(hard);
      expect_cheapest(other, *hard);
      const bool ok = !hard->best || (base->best && base->best->per_hour <= hard->best->per_hour);
      EXPECT_TRUE(ok) << "harder in " << static_cast<int>(how) << ": " << per_hour(*base)
                      << ", but " << per_hour(*hard) << "\n"
                      << other.json.dump();
    }
  }
  EXPECT_GE(answered, count / 2) << "most questions must have an answer";
  EXPECT_GE(mixes, count / 50);
}

}  // namespace
}  // namespace nscope::capacity
