#pragma once

#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

namespace nscope::cost {

/// The accelerators of a bill: a row per instance type, region, way of buying and
/// kind of charge with hours, unblended and effective cost, the effective price of
/// an hour and the public one. Taxes, credits and refunds are not in it.
Table accelerator_table(const Bill& bill);

/// Where every amount of the bill went: accelerators, what nobody used, the other
/// services, and taxes, credits, refunds apart; the last row is the whole bill.
Table bill_summary_table(const Bill& bill);

/// A row per service and kind of charge.
Table services_table(const Bill& bill);

/// The Reserved Instances and Savings Plans: how much of them was used, and when
/// they end.
Table commitment_table(const Bill& bill);

/// A row per period and account as well: everything that the bill was summed up to.
Table bill_lines_table(const Bill& bill);

/// What was noticed while reading, counted.
Table bill_diagnostics_table(const Bill& bill);

/// `nscope bill --json`, schema `nscope.bill/1`: amounts are numbers, rounded once
/// to 10^-9; what is not known is null.
Json to_json(const Bill& bill, const Baseline& baseline);

}  // namespace nscope::cost
