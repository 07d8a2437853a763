#pragma once

#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"

namespace nscope::catalog {

/// The catalogue as tables: what `nscope hardware [NAME]`, `nscope models [NAME]`
/// and the desktop show. Lists have one row per item in catalogue order, in the
/// units of their headings; what is not published is a Missing cell.

Table device_table(const Catalog& catalog);
Table instance_table(const Catalog& catalog);
Table model_table(const Catalog& catalog);

/// One item: a row per number with the figure as its source prints it, the value
/// in base units, confidence, source, date and note. For an instance the numbers
/// of its device follow, their members starting with "device/".
Table device_table(const Device& device);
Table instance_table(const Catalog& catalog, const Instance& instance);
Table model_table(const Model& model);

}  // namespace nscope::catalog
