#include "costmodel/bills/idle_cores.h"

#include "costmodel/money/cost_arithmetic.h"

#include <map>
#include <set>

namespace nscope::cost {
namespace {

bool is_neuron(std::string_view instance) {
  if (instance.starts_with("ml.")) instance.remove_prefix(3);
  return instance.starts_with("trn") || instance.starts_with("inf");
}

/// The only Neuron instance type of the bill; empty if it has none or several.
std::string only_neuron_type(const Baseline& baseline) {
  std::set<std::string> types;
  for (const BaselineItem& item : baseline.items) {
    if (is_neuron(item.instance)) types.insert(item.instance);
  }
  return types.size() == 1 ? *types.begin() : std::string();
}

/// Sets the cost of the instance type, or why it is unknown.
void price(const Baseline& baseline, IdleCost& one) {
  Usd cost;
  bool found = false;
  for (const BaselineItem& item : baseline.items) {
    if (item.instance != one.instance) continue;
    found = true;
    if (!item.cost) {
      one.missing = tr("the cost of all hours of {} is not in the bill", one.instance);
      return;
    }
    cost += *item.cost;
  }
  if (!found) {
    one.missing = one.instance.empty()
                      ? tr("the reports do not state the instance type, and the bill does not have "
                           "exactly one type with NeuronCores")
                      : tr("the bill has no hours of {}", one.instance);
    return;
  }
  one.cost = cost;
  one.idle = cost * one.share;
}

}  // namespace

std::vector<IdleCost> idle_costs(const Baseline& baseline, std::span<const MonitoredUse> uses) {
  struct Hours {
    double assigned = 0;
    double idle = 0;
  };
  std::map<std::string, Hours> types;
  for (const MonitoredUse& use : uses) {
    Hours& hours = types[use.instance.empty() ? only_neuron_type(baseline) : use.instance];
    hours.assigned += use.assigned_core_hours;
    hours.idle += use.idle_core_hours;
  }
  std::vector<IdleCost> costs;
  for (const auto& [instance, hours] : types) {
    IdleCost one{.instance = instance, .assigned_core_hours = hours.assigned};
    if (hours.assigned > 0) {
      one.share = hours.idle / hours.assigned;
      price(baseline, one);
    } else {
      one.missing = tr("the reports have no NeuronCores that were assigned for a known time");
    }
    costs.push_back(std::move(one));
  }
  return costs;
}

}  // namespace nscope::cost
