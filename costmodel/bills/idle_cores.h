#pragma once

#include "costmodel/bills/baseline.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::cost {

/// The use of the NeuronCores that were assigned to runtimes, as neuron-monitor reported it for one
/// instance type. Plain data.
struct MonitoredUse {
  std::string file;      ///< of the reports
  std::string instance;  ///< "trn1.32xlarge"; empty if the reports do not state it
  double assigned_core_hours = 0;
  double idle_core_hours = 0;  ///< (1 - utilisation) of the assigned time
};

/// What idle cores of one instance type cost in a bill.
struct IdleCost {
  std::string instance;
  double assigned_core_hours = 0;
  double share = 0;           ///< of the assigned core time that was idle, 0 to 1
  std::optional<Usd> cost{};  ///< effective cost of the instance type in the bill
  std::optional<Usd> idle{};  ///< share x cost
  Text missing{};             ///< why the amounts are unknown; empty if they are known
};

/// Prices the idle cores of each instance type, sorted by it: the idle share of all reports of the
/// type, times its effective cost of hours in use in all regions of the bill, with Capacity Blocks.
/// Reports without an instance type are assigned to the only Neuron type of the bill, or named as
/// missing. Pure.
std::vector<IdleCost> idle_costs(const Baseline& baseline, std::span<const MonitoredUse> uses);

}  // namespace nscope::cost
