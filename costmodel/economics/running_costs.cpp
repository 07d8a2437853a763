#include "costmodel/economics/running_costs.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"

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
    return UnknownEmissions{tr("the power of {} is not published", instance)};
  }
  const DatedRate* grid = carbon.find("grid", region, day);
  if (grid == nullptr) return UnknownEmissions{tr("the grid factor of {} is unknown", region)};
  const DatedRate* pue = carbon.find("pue", region, day);
  const double watts = idle->number() + utilisation * (full->number() - idle->number());
  constexpr double kKilo = 1000;
  Emissions out;
  out.kwh = watts / kKilo * instances * hours;
  out.kg = out.kwh * grid->number();
  out.pue = pue != nullptr ? pue->number() : 1;
  out.kg_with_pue = out.kg * out.pue;
  const Text building = pue != nullptr ? tr("{} ({})", as::exact(pue->value), pue->citation())
                                       : tr("unknown, assumed to be 1");
  out.source =
      tr("{} to {} W ({}); {} kg/kWh ({}); PUE {}", as::exact(idle->value), as::exact(full->value),
         full->citation(), as::exact(grid->value), grid->citation(), building);
  return out;
}

CostLine service_line(const DatedRates& services, std::string_view service, std::string_view region,
                      double quantity, Text what, Text per, Day day,
                      std::span<const Discount> discounts) {
  CostLine line{.what = std::move(what), .per = std::move(per), .arithmetic = {}, .source = {}};
  const DatedRate* rate = services.find(service, region, day);
  if (rate == nullptr) {
    line.arithmetic = tr("{} x unknown", as_digits(quantity, 6));
    line.source = tr("the rate of {} in {} is unknown", service, region);
    return line;
  }
  const Discount* const discount = service_discount(discounts, service, region, day);
  Usd price = Usd::parse(rate->value).value_or(Usd());
  if (discount != nullptr) price = discounted(price, *discount);
  const Usd amount = price * quantity;
  if (is_usd_range(amount)) line.amount = amount;
  line.arithmetic =
      tr("{} {} x USD {}", as_digits(quantity, 6), rate->unit, as::exact(rate->value));
  if (discount != nullptr) line.arithmetic = tr("{}, {}", line.arithmetic, to_text(*discount));
  line.source = line.amount ? Text::verbatim(rate->citation())
                            : tr("the cost {}; {}", kOutOfRange, rate->citation());
  line.stale = is_stale(rate->date, day);
  return line;
}

}  // namespace nscope::cost
