#pragma once

#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

namespace nscope::cost {

/// The accelerators of a bill: a row for each instance type, region, purchase option and kind of
/// charge with hours, unblended and effective cost, and the effective and public price per hour.
/// Without taxes, credits and refunds.
Table accelerator_table(const Bill& bill);

/// The bill by category: accelerators, unused commitments, other services, taxes, credits and
/// refunds. The last row is the total.
Table bill_summary_table(const Bill& bill);

/// The cost of each account and value of the group tag, with allocated unused commitments and the
/// share of the bill. Taxes, credits and refunds are included where they were billed.
Table chargeback_table(const Bill& bill);

/// A row for each service and kind of charge.
Table services_table(const Bill& bill);

/// The Reserved Instances and Savings Plans with their utilisation and end dates.
Table commitment_table(const Bill& bill);

/// All lines of the bill, with billing period and account.
Table bill_lines_table(const Bill& bill);

/// The diagnostics of the bill with their counts.
Table bill_diagnostics_table(const Bill& bill);

/// `nscope bill --json`, schema `nscope.bill/1`: amounts are numbers, rounded once
/// to 10^-9; unknown amounts are null.
Json to_json(const Bill& bill, const Baseline& baseline);

}  // namespace nscope::cost
