#pragma once

#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"

namespace nscope::catalog {

/// The catalogue as tables for `nscope hardware [NAME]`, `nscope models [NAME]` and the
/// desktop program. Lists have one row per item in catalogue order, in the units of their
/// headings; a number that is not published is a Missing cell.

Table device_table(const Catalog& catalog);
Table instance_table(const Catalog& catalog);
Table model_table(const Catalog& catalog);

/// One item: a row per number with the number as its source prints it, the value in base
/// units, confidence, source, date and note. The table of an instance ends with the numbers
/// of its device, whose keys start with "device/".
Table device_table(const Device& device);
Table instance_table(const Catalog& catalog, const Instance& instance);
Table model_table(const Model& model);

}  // namespace nscope::catalog
