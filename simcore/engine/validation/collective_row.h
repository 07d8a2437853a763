#pragma once

#include "simcore/catalog/catalog.h"
#include "simcore/engine/validation/validation_table.h"
#include "simcore/engine/workload/collective_setup.h"

#include <optional>
#include <string>

namespace nscope::sim {

/// The setup of a row of the class "collective": `model` is the kind, `cores` the ranks
/// of all nodes, `input_len` the bytes, `tp` or `copies` the size or number of equal
/// groups that share the cores.
///
/// A row without a software version may come from either kind of tool, which its other columns
/// rarely show: equal configurations are published with 151 and 6.2 us. A profile shows the device,
/// and Trainium2 and later came with the newer runtimes. Of the 37 calibration rows
/// all 20 all-reduces include the host and 13 of 17 all-gathers do not. So other reductions
/// and collectives of several nodes are taken to include it, the others not.
struct RowCollective {
  std::optional<CollectiveSetup> setup;
  std::string reason;      ///< why there is none; empty where there is one
  std::string assumption;  ///< what had to be assumed; empty: nothing
};
RowCollective collective_of(const catalog::Catalog& catalog, const ValidationRow& row);

}  // namespace nscope::sim
