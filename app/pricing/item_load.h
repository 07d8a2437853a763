#pragma once

#include "costmodel/scenario/scenario.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <string>

namespace nscope::app {

/// The sustained load of all instances of an item with "serve", for cost::fill_served().
struct ItemLoad {
  std::optional<cost::Throughput> within{};  ///< within the limits; if empty, see service.why_not
  cost::ServiceLevel service;
  /// Of the configuration with the largest load; 0 if there is none or it runs on GPUs.
  int tensor_parallel = 0;
  int batch = 0;  ///< concurrent sequences per instance
};

/// Searches for the sustained load with the same method as plans (capacity::sustained_load()).
/// Takes seconds on all cores. Errors: those of reading the item's "serve" and of the search;
/// kCancelled.
Result<ItemLoad> measure_item_load(const catalog::Catalog& catalog, const cost::WorkItem& item,
                                   TaskControl& control);

/// A cache key with everything on which measure_item_load() depends.
Result<std::string> item_load_key(const cost::WorkItem& item);

/// Sets the throughput of the item and the shape that the guards check.
Result<> apply_load(cost::WorkItem& item, const ItemLoad& load);

}  // namespace nscope::app
