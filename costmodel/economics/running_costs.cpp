#include "costmodel/economics/running_costs.h"

#include "costmodel/money/cost_arithmetic.h"

#include <fmt/format.h>

namespace nscope::cost {

Usd compile_per_run(Usd host_per_hour, double hours, double graphs, double runs) {
  return host_per_hour * (hours * graphs / runs);
}

Usd cold_start(Usd per_hour, double nodes, double hours) {
  return cost_of_hours(per_hour, nodes, hours);
}

std::variant<Emissions, UnknownEmissions> emissions(const DatedRates& carbon,
                                                    std::string_view instance,
                                                    std::string_view region, double instances,
                                                    double hours, double utilisation, Day day) {
  const DatedRate* idle = carbon.find("idle", instance, day);
  const DatedRate* full = carbon.find("full", instance, day);
  if (idle == nullptr || full == nullptr) {
    return UnknownEmissions{fmt::format("no public wattage of {}", instance)};
  }
  const DatedRate* grid = carbon.find("grid", region, day);
  if (grid == nullptr) return UnknownEmissions{fmt::format("no grid factor of {}", region)};
  const DatedRate* pue = carbon.find("pue", region, day);
  const double watts = idle->number() + utilisation * (full->number() - idle->number());
  constexpr double kKilo = 1000;
  Emissions out;
  out.kwh = watts / kKilo * instances * hours;
  out.kg = out.kwh * grid->number();
  out.pue = pue != nullptr ? pue->number() : 1;
  out.kg_with_pue = out.kg * out.pue;
  out.source = fmt::format("{} to {} W ({}); {} kg/kWh ({}); PUE {}", idle->value, full->value,
                           full->citation(), grid->value, grid->citation(),
                           pue != nullptr ? fmt::format("{} ({})", pue->value, pue->citation())
                                          : std::string("unknown, taken as 1"));
  return out;
}

CostLine service_line(const DatedRates& services, std::string_view service, std::string_view region,
                      double quantity, std::string what, std::string per, Day day) {
  CostLine line{.what = std::move(what), .per = std::move(per), .arithmetic = {}, .source = {}};
  const DatedRate* rate = services.find(service, region, day);
  if (rate == nullptr) {
    line.arithmetic = fmt::format("{:.6g} x unknown", quantity);
    line.source = fmt::format("no rate of {} in {} is known", service, region);
    return line;
  }
  const auto price = Usd::parse(rate->value);
  line.amount = price.value_or(Usd()) * quantity;
  line.arithmetic = fmt::format("{:.6g} {} x {} USD", quantity, rate->unit, rate->value);
  line.source = rate->citation();
  line.stale = is_stale(rate->date, day);
  return line;
}

}  // namespace nscope::cost
