#pragma once

#include "simcore/catalog/catalog.h"
#include "simcore/engine/collective_run/collective_run.h"
#include "simcore/engine/validation/validation_table.h"
#include "simcore/engine/workload/collective_setup.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The class of rows with a single collective.
inline constexpr std::string_view kCollectiveClass = "collective";

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
///
/// A row "all_reduce (matmul + collective)" is of one graph with a product of square matrices,
/// whose order its notes state ("16384^3"), and a collective of the product.
struct RowCollective {
  std::optional<CollectiveSetup> setup;
  double matrix = 0;  ///< order of the matrices that the same graph multiplies first; 0: none
  Text reason;        ///< why there is no setup; empty if there is one
  Text assumption;    ///< the assumption about the row; empty: none
};
/// `with_host` says that rows_with_host() contains the row.
RowCollective collective_of(const catalog::Catalog& catalog, const ValidationRow& row,
                            bool with_host = false);

/// The ids of rows whose configuration is also published with less than a quarter of their time, so
/// that theirs must include the host. Rows that state their software are not among them.
std::set<std::string> rows_with_host(const std::vector<ValidationRow>& rows);

/// The seconds of a row with a planned collective, and with the matrix product if it has one.
double seconds_of(const Machine& machine, const Parameters& parameters,
                  const CollectiveRequest& request, double matrix);

/// What a measured time includes decides its class: "collective" alone on the device,
/// "collective-host" through the host of an older runtime, and "collective-graph" in a graph with
/// other operators.
std::string_view collective_class(const CollectiveRequest& request);
/// The request of a row after it was planned: in a graph if the row has a matrix product.
CollectiveRequest request_of(const RowCollective& row, const CollectiveRun& run);

}  // namespace nscope::sim
