#pragma once

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/json.h"
#include "simcore/catalog/catalog.h"
#include "tests/unit/cost/built_in_data.h"

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

// Calculates the cases of the price corpus with the public functions: prices from the book,
// hardware from the catalogue, arithmetic from cost_arithmetic.h.
namespace nscope::cost::golden {

using enum PurchaseOption;

inline constexpr double kLongMonth720 = 720.0;  // the month of the articles; here it has 730 hours
inline constexpr double kDays18 = 18 * kHoursPerDay;
inline constexpr double kDays30 = 30 * kHoursPerDay;

inline Usd price_at(std::string_view when, std::string_view instance,
                    const Purchase& option = kOnDemand, std::string_view region = "us-east-1") {
  const auto state = book().as_of(instance, region, option, parse_day(when).value());
  const auto* priced = std::get_if<Priced>(&state);
  EXPECT_NE(priced, nullptr) << instance;
  return priced != nullptr ? priced->per_hour : Usd();
}

inline Usd price(std::string_view instance, const Purchase& option = kOnDemand,
                 std::string_view region = "us-east-1") {
  return price_at("2026-11-20", instance, option, region);
}

inline Usd usd(double dollars) {
  return Usd::round(dollars);
}

inline const catalog::Device& device(std::string_view instance) {
  return hardware().device_of(*hardware().instance(instance).value());
}

inline int chips(std::string_view instance) {
  return hardware().instance(instance).value()->chips;
}

inline int cores(std::string_view instance) {
  return hardware().logical_cores_of(*hardware().instance(instance).value());
}

inline double memory(std::string_view instance) {
  return device(instance).memory.value * chips(instance);
}

inline double bandwidth(std::string_view instance) {
  return device(instance).memory_bandwidth.value * chips(instance);
}

inline double peak(std::string_view instance, const char* dtype = "bf16") {
  return device(instance).peak.at(dtype).value * chips(instance);
}

inline double network(std::string_view instance) {
  return hardware().instance(instance).value()->network_bandwidth->value;
}

/// One case of the file. Records which of its figures were used.
class Case {
 public:
  Case(std::string key, const Json& figures) : key_(std::move(key)), figures_(figures) {}

  /// A figure of the case that is an input.
  double in(const std::string& name) {
    used_.insert(name);
    return figures_.at(name).get<double>();
  }
  /// An expected result, to 1e-6 or to the six decimals in the file.
  void out(const std::string& name, double value) {
    const double expected = in(name);
    EXPECT_NEAR(value, expected, std::max(1e-6 * std::abs(expected), 5.1e-7))
        << key_ << "." << name;
  }
  void out(const std::string& name, Usd value) { out(name, value.dollars()); }
  void out_flag(const std::string& name, bool value) {
    used_.insert(name);
    EXPECT_EQ(value, figures_.at(name).get<bool>()) << key_ << "." << name;
  }
  const Json& list(const std::string& name) {
    used_.insert(name);
    return figures_.at(name);
  }
  /// A figure that the product does not calculate.
  void skip(const std::string& name) { used_.insert(name); }
  /// Figures of the seed articles and remarks are not checked.
  void expect_all_used() const {
    for (const auto& [name, value] : figures_.items()) {
      const bool quoted = name.starts_with("seed") || name == "note";
      EXPECT_TRUE(quoted || used_.count(name) == 1) << key_ << "." << name << " is not checked";
    }
  }

 private:
  std::string key_;
  const Json& figures_;
  std::set<std::string> used_;
};

using Check = std::function<void(Case&)>;
using Cases = std::map<std::string, Check>;

// golden_serving_cases.cpp
Cases serving_cases();
Cases capacity_cases();

// golden_training_cases.cpp
Cases training_cases();
Cases fleet_cases();

// golden_spot_cases.cpp
Cases spot_cases();
Cases other_cases();

}  // namespace nscope::cost::golden
