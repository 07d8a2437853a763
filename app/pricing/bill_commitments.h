#pragma once

#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill.h"
#include "profiler/base/json.h"
#include "profiler/base/text.h"

#include <vector>

namespace nscope::app {

/// The hours of the bill: those of its billing months, of which the last one ends with the usage in
/// the bill. 0 if the bill states none.
double billed_hours(const cost::Bill& bill);

/// Adds the Reserved Instances and EC2 Instance Savings Plans of the bill for the instance type and
/// region of `item` to the "commitments" of a study (`nscope.roi/1`), because they are owed until
/// they end even if the instances are no longer used: the effective cost of their used and unused
/// hours in a month of 730 h, from `today`, where the months of the study begin, to the end of the
/// commitment.
///
/// Compute Savings Plans also apply to the target, and Capacity Blocks are paid and end by
/// themselves, so they are not added. A study that states "commitments" keeps them. Returns
/// sentences about what was added and what was not, and why. Pure; any thread.
std::vector<Text> add_bill_commitments(Json& study, const cost::Bill& bill,
                                       const cost::BaselineItem& item, const Text& source,
                                       cost::Day today);

}  // namespace nscope::app
