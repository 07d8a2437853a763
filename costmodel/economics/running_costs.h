#pragma once

#include "costmodel/money/dated_rate.h"
#include "costmodel/prices/service_discount.h"
#include "profiler/base/units.h"

#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace nscope::cost {

// ---- compilation and start -----------------------------------------------------

/// Cost of compilation per run: hours per graph x price of the host x graphs / runs that use the
/// graphs.
Usd compile_per_run(Usd host_per_hour, double hours, double graphs, double runs);

/// Cost of a fleet that waits for a cold cache: nodes x price x hours.
Usd cold_start(Usd per_hour, double nodes, double hours);

// ---- energy ------------------------------------------------------------------

/// Energy and emissions of instances. The power is a linear function of the utilisation, as in
/// Cloud Carbon Footprint: W(u) = idle + u (full - idle).
struct Emissions {
  double kwh = 0;  ///< of the instances
  double kg = 0;   ///< CO2e of the instances: kwh x grid factor
  double pue = 1;  ///< of the data centre
  double kg_with_pue = 0;
  Text source{};  ///< of all coefficients
};
/// Why the emissions are unknown: "the power of trn1.32xlarge is not published".
struct UnknownEmissions {
  Text reason;
};
std::variant<Emissions, UnknownEmissions> emissions(const DatedRates& carbon,
                                                    std::string_view instance,
                                                    std::string_view region, double instances,
                                                    double hours, double utilisation, Day day);

// ---- services ------------------------------------------------------------------

/// A cost other than instances. If the amount is unknown, `source` states the reason.
struct CostLine {
  Text what;  ///< "Checkpoints in S3"
  Text per;   ///< "month", "run", "job"
  std::optional<Usd> amount{};
  Text arithmetic;     ///< "2 x 420 GB x 0.023 USD/GB-month"
  Text source;         ///< of the rates, or why the amount is unknown
  bool stale = false;  ///< a rate is older than twelve months
};

/// The cost of `quantity` of a service in its own unit (GB-months, thousands of requests, GB), less
/// the service_discount() among `discounts`.
CostLine service_line(const DatedRates& services, std::string_view service, std::string_view region,
                      double quantity, Text what, Text per, Day day,
                      std::span<const Discount> discounts = {});

}  // namespace nscope::cost
