#pragma once

#include "costmodel/scenario/scenario.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <string>

namespace nscope::app {

/// What all instances of an item with "serve" sustain: as cost::fill_served() takes it.
struct ItemLoad {
  std::optional<cost::Throughput> within{};  ///< inside its limits; empty: service.why_not
  cost::ServiceLevel service;
  /// Of the largest load within the limits; 0: there is none, or it is no matter of cores.
  int tensor_parallel = 0;
  int batch = 0;  ///< sequences in flight on one instance
};

/// Finds it as plans judge their fleets (capacity::sustained_load()). Uses all cores, takes
/// seconds. Errors: those of reading the item's "serve" and of the search; kCancelled.
Result<ItemLoad> measure_item_load(const catalog::Catalog& catalog, const cost::WorkItem& item,
                                   TaskControl& control);

/// What measure_item_load() depends on.
Result<std::string> item_load_key(const cost::WorkItem& item);

/// Gives the load to the item, and to what the guards check.
Result<> apply_load(cost::WorkItem& item, const ItemLoad& load);

}  // namespace nscope::app
