#pragma once

#include "costmodel/money/dated_rate.h"
#include "profiler/base/units.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace nscope::cost {

// ---- compiling and starting --------------------------------------------------

/// What compiling adds to each run: hours of one graph x price of the host x graphs / runs that
/// use them.
Usd compile_per_run(Usd host_per_hour, double hours, double graphs, double runs);

/// What a fleet costs that waits for a cold cache: nodes x price x hours.
Usd cold_start(Usd per_hour, double nodes, double hours);

// ---- energy ------------------------------------------------------------------

/// Energy and emissions of instances. The draw is a straight line between idle and full
/// (Cloud Carbon Footprint's method): W(u) = idle + u (full - idle).
struct Emissions {
  double kwh = 0;  ///< of the machines
  double kg = 0;   ///< of the machines: kwh x grid
  double pue = 1;  ///< of the building
  double kg_with_pue = 0;
  std::string source{};  ///< of all coefficients
};
/// Why there is none, in words: "no public wattage of trn1.32xlarge".
struct UnknownEmissions {
  std::string reason;
};
std::variant<Emissions, UnknownEmissions> emissions(const DatedRates& carbon,
                                                    std::string_view instance,
                                                    std::string_view region, double instances,
                                                    double hours, double utilisation, Day day);

// ---- lines of a bill ---------------------------------------------------------

/// One line beside the instances. An amount that nobody can state is empty, with the reason.
struct CostLine {
  std::string what;  ///< "Checkpoints in S3"
  std::string per;   ///< "month", "run", "job"
  std::optional<Usd> amount{};
  std::string arithmetic;  ///< "2 x 420 GB x 0.023 USD/GB-month"
  std::string source;      ///< of the rates; of an empty amount: why
  bool stale = false;      ///< a rate is older than twelve months
};

/// `quantity` of a service in its own unit (GB-months, thousands of requests, GB).
CostLine service_line(const DatedRates& services, std::string_view service, std::string_view region,
                      double quantity, std::string what, std::string per, Day day);

}  // namespace nscope::cost
