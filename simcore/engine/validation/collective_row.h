#pragma once

#include "simcore/catalog/catalog.h"
#include "simcore/engine/validation/validation_table.h"
#include "simcore/engine/workload/collective_setup.h"

#include <optional>
#include <string>

namespace nscope::sim {

/// The setup of a row of the class "collective": `model` is the kind, `cores` the ranks of all
/// nodes, `input_len` the bytes, and `tp` or `copies` the size or number of equal groups that share
/// the cores.
///
/// A row without a software version can come from a tool that includes the host or from one that
/// does not, and its other columns rarely show which: equal configurations are published with 151
/// and 6.2 us. A profile shows the device, and Trainium2 and later were released with the newer
/// runtimes. Of the 37 calibration rows, all 20 all-reduces include the host and 13 of 17
/// all-gathers do not. Therefore other reductions and collectives over several nodes are assumed to
/// include the host, all others not.
struct RowCollective {
  std::optional<CollectiveSetup> setup;
  Text reason;      ///< why there is no setup; empty if there is one
  Text assumption;  ///< the assumption about the row; empty: none
};
RowCollective collective_of(const catalog::Catalog& catalog, const ValidationRow& row);

}  // namespace nscope::sim
