#pragma once

#include "costmodel/bills/baseline.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <span>
#include <vector>

namespace nscope::app {

/// Replaces the figures of the baseline of a migration study (`nscope.roi/1`) by those of a bill:
/// the effective price of an instance-hour, and the instance-hours of a month of 730 h. Instance
/// type and region of the baseline select the hours of the bill; without them, the bill must have
/// only one. Throughput, price and utilisation of the baseline and their ranges are removed.
/// Commitments of the bill become commitments of the study, owed from `today` on
/// (add_bill_commitments()).
///
/// Returns sentences about what was removed and about caveats of the bill. Pure; any thread.
/// Errors: those of cost::own_bill(); kNotFound for hours that the bill does not have, and
/// kInvalidArgument for an ambiguous selection, both with what the bill has; kInfeasible if their
/// price is unknown.
Result<std::vector<Text>> use_bill(Json& study, const cost::Bill& bill,
                                   std::span<const cost::ExchangeRate> rates, cost::Day today);

}  // namespace nscope::app
