#include "app/capacity/fleet/purchase_mix.h"

#include "app/capacity/report/mix_text.h"
#include "profiler/base/language.h"
#include "profiler/base/random_stream.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using cost::Payment;
using cost::Purchase;
using cost::PurchaseOption;

constexpr Purchase kPlan1Year{PurchaseOption::kInstanceSavingsPlan, 1};

Offer offer(const Purchase& purchase, double usd, const char* region = "us-east-1") {
  cost::Priced priced;
  priced.per_hour = Usd::round(usd);
  return {.region = region, .purchase = purchase, .price = priced};
}

/// A day: 16 hours with 2 instances and 8 hours with 6.
std::vector<double> day() {
  std::vector<double> hours(24, 2);
  std::fill(hours.begin() + 9, hours.begin() + 17, 6);
  return hours;
}

std::vector<PurchaseMix> mixes(const std::vector<double>& demand, const std::vector<Offer>& offers,
                               std::span<const Purchase> allowed = {}, int most_spot = 0) {
  return purchase_mixes(demand, {.instance = "trn1.32xlarge",
                                 .offers = offers,
                                 .region = "us-east-1",
                                 .allowed = allowed,
                                 .most_spot = most_spot})
      .value();
}

TEST(PurchaseMix, CommitsToTheBaseAndBuysTheRestOnDemand) {
  const auto found = mixes(day(), {offer(PurchaseOption::kOnDemand, 10), offer(cost::kRi1Year, 6)});
  ASSERT_EQ(found.size(), 1u);
  const PurchaseMix& mix = found.front();
  EXPECT_EQ(mix.years, 1);
  ASSERT_EQ(mix.offers.size(), 2u);
  EXPECT_EQ(mix.offers[0].offer.purchase, cost::kRi1Year);
  EXPECT_EQ(mix.offers[0].instances, 2);
  EXPECT_DOUBLE_EQ(mix.offers[0].used, 1);
  EXPECT_DOUBLE_EQ(mix.offers[0].break_even, 0.6);
  EXPECT_EQ(mix.offers[1].instances, 4);
  // 2 x 6, and 4 x 10 in a third of the hours.
  EXPECT_NEAR(mix.per_hour.dollars(), 12 + 40.0 / 3, 1e-6);
  // On-Demand alone: 3 1/3 instances on average.
  EXPECT_EQ(mix.single.purchase, Purchase(PurchaseOption::kOnDemand));
  EXPECT_NEAR(mix.single_per_hour.dollars(), 100.0 / 3, 1e-6);
}

TEST(PurchaseMix, OfEqualPricesTheShorterCommitmentIsChosen) {
  const std::vector<Offer> offers = {offer(cost::kRi3Year, 6), offer(kPlan1Year, 6),
                                     offer(PurchaseOption::kCapacityBlock, 6),
                                     offer(PurchaseOption::kOnDemand, 6)};
  EXPECT_EQ(cheapest(offers)->purchase, Purchase(PurchaseOption::kOnDemand));
  EXPECT_EQ(cheapest(std::span(offers).first(3))->purchase,
            Purchase(PurchaseOption::kCapacityBlock));
  EXPECT_EQ(cheapest(std::span(offers).first(2))->purchase, kPlan1Year);
  // All instances, all the time: the plan and the RI cost the same and save 40 %.
  const auto found =
      mixes(std::vector<double>(24, 2),
            {offer(cost::kRi1Year, 6), offer(kPlan1Year, 6), offer(PurchaseOption::kOnDemand, 10)});
  EXPECT_EQ(found.front().single.purchase, kPlan1Year);
}

TEST(PurchaseMix, UsesSpotUpToItsLimitIfItIsAllowed) {
  const std::vector<Offer> offers = {offer(PurchaseOption::kOnDemand, 10), offer(cost::kRi1Year, 6),
                                     offer(PurchaseOption::kSpot, 5)};
  EXPECT_EQ(mixes(day(), offers).front().offers.size(), 2u) << "Spot must be allowed";
  const PurchaseMix mix = mixes(day(), offers, {}, 3).front();
  ASSERT_EQ(mix.offers.size(), 3u);
  EXPECT_EQ(mix.offers[0].instances, 2);
  EXPECT_EQ(mix.offers[1].offer.purchase, Purchase(PurchaseOption::kSpot));
  EXPECT_EQ(mix.offers[1].instances, 3);
  EXPECT_EQ(mix.offers[2].instances, 1);
  // 2 x 6; a third of the hours: 3 x 5 and 1 x 10.
  EXPECT_NEAR(mix.per_hour.dollars(), 12 + 25.0 / 3, 1e-6);
}

TEST(PurchaseMix, MixesSpotAndOnDemandWithoutCommitments) {
  const auto found =
      mixes(day(), {offer(PurchaseOption::kOnDemand, 10), offer(PurchaseOption::kSpot, 5)}, {}, 2);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].offers[0].instances, 2);
  EXPECT_EQ(found[0].offers[1].instances, 4);
  EXPECT_NEAR(found[0].per_hour.dollars(), 2 * 5 + 40.0 / 3, 1e-6);
}

TEST(PurchaseMix, MakesOneMixForEachTerm) {
  const auto found = mixes(day(), {offer(PurchaseOption::kOnDemand, 10), offer(kPlan1Year, 7),
                                   offer(cost::kRi3Year, 3)});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].years, 1);
  EXPECT_EQ(found[0].offers.front().offer.purchase, kPlan1Year)
      << "a three-year term that ends after one year of demand costs 9 USD per hour";
  EXPECT_EQ(found[1].years, 3);
  EXPECT_EQ(found[1].offers.front().offer.purchase, cost::kRi3Year);
  EXPECT_EQ(found[1].offers.front().instances, 6) << "a third of the hours is above 3 of 10 USD";
}

TEST(PurchaseMix, IsEmptyWithoutOnDemandOrCommitments) {
  const std::array<Purchase, 1> reserved = {cost::kRi1Year};
  EXPECT_TRUE(mixes(day(), {offer(cost::kRi1Year, 6)}).empty());
  EXPECT_TRUE(mixes(day(), {offer(PurchaseOption::kOnDemand, 6)}).empty());
  EXPECT_TRUE(
      mixes(day(), {offer(PurchaseOption::kOnDemand, 10), offer(cost::kRi1Year, 6)}, reserved)
          .empty());
  EXPECT_TRUE(
      mixes(day(), {offer(PurchaseOption::kOnDemand, 10), offer(cost::kRi1Year, 6, "us-west-2")})
          .empty());
}

/// Every number of instances of every commitment, with Spot and On-Demand above.
double cheapest_of_all(const std::vector<double>& demand, double on_demand,
                       const std::vector<double>& rates, double spot, int most_spot) {
  const int peak = static_cast<int>(*std::max_element(demand.begin(), demand.end()));
  double best = 1e300;
  const auto cost = [&](int committed, double paid) {
    double sum = 0;
    for (const double instances : demand) {
      const double rest = std::max(0.0, instances - committed);
      const double on_spot = spot < on_demand ? std::min<double>(rest, most_spot) : 0;
      sum += paid + on_spot * spot + (rest - on_spot) * on_demand;
    }
    return sum / static_cast<double>(demand.size());
  };
  for (int a = 0; a <= peak; ++a) {
    for (int b = 0; a + b <= peak; ++b) {
      best = std::min(best, cost(a + b, a * rates[0] + b * rates[1]));
    }
  }
  return best;
}

TEST(PurchaseMix, IsTheBestOfAllMixesAndNeverDearerThanOneOption) {
  RandomStream random(7, 0);
  const std::array<Purchase, 4> allowed = {Purchase{PurchaseOption::kOnDemand}, cost::kRi1Year,
                                           kPlan1Year, Purchase{PurchaseOption::kSpot}};
  for (int question = 0; question < 200; ++question) {
    std::vector<double> demand(24);
    for (double& hour : demand) hour = std::floor(random.uniform() * 7);
    demand[0] = 1 + std::floor(random.uniform() * 7);
    const double on_demand = 5 + std::floor(random.uniform() * 50) / 10;
    const std::vector<double> rates = {on_demand * (0.3 + 0.7 * random.uniform()),
                                       on_demand * (0.3 + 0.7 * random.uniform())};
    const double spot = on_demand * (0.2 + random.uniform());
    const int most_spot = static_cast<int>(random.uniform() * 4);
    const PurchaseMix mix =
        mixes(demand,
              {offer(PurchaseOption::kOnDemand, on_demand), offer(cost::kRi1Year, rates[0]),
               offer(kPlan1Year, rates[1]), offer(PurchaseOption::kSpot, spot)},
              allowed, most_spot)
            .front();
    SCOPED_TRACE(question);
    EXPECT_NEAR(mix.per_hour.dollars(), cheapest_of_all(demand, on_demand, rates, spot, most_spot),
                1e-6);
    EXPECT_LE(mix.per_hour, mix.single_per_hour);
    double parts = 0;
    int instances = 0;
    for (const MixedOffer& each : mix.offers) {
      parts += each.per_hour.dollars();
      instances += each.instances;
    }
    EXPECT_NEAR(parts, mix.per_hour.dollars(), 1e-6);
    EXPECT_EQ(instances, static_cast<int>(*std::max_element(demand.begin(), demand.end())));
  }
}

TEST(PurchaseMix, SaysWhatItSaves) {
  const auto found = mixes(day(), {offer(PurchaseOption::kOnDemand, 10), offer(cost::kRi1Year, 6)});
  EXPECT_EQ(Language().say(mix_sentence(found.front())),
            "If the load stays the same for 1 year, the cheapest mix of purchase options costs USD "
            "25.33 per hour on average, 24.0\u202f% less than On-Demand for all instances.");
  const auto flat = mixes({3}, {offer(PurchaseOption::kOnDemand, 10), offer(cost::kRi3Year, 6)});
  EXPECT_EQ(Language().say(mix_sentence(flat.front())),
            "If the load stays the same for 3 years, 3-year RI for all instances is the cheapest: "
            "USD 18.00 per hour on average.");
}

}  // namespace
}  // namespace nscope::capacity
