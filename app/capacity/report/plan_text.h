#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/report/type_rows.h"
#include "profiler/base/tables/table.h"

#include <string>
#include <vector>

namespace nscope::capacity {

// Sentences and tables about a traffic plan, shared by its reports and the window. Pure.

/// "E2E p99 within 2.00 s, TTFT p99 within 500 ms", or "no limit".
Text limits_text(const std::vector<Limit>& limits);
/// "Poisson arrivals, 500 input tokens, 100 output tokens".
Text traffic_text(const Traffic& traffic);
/// "llama-3-8b: 20 requests/s, 500 input tokens, 100 output tokens; E2E p99 within 4.00 s".
Text request_text(const FleetPlan& plan);
/// "On-Demand in us-east-1, USD 12.9813 per instance-hour (source, date)". Precondition: priced.
Text offer_text(const Offer& offer);

/// The cheapest fleet, its price, its load, and last, one sentence for each relaxed setting in
/// `plan.needs`. Precondition: there is a best fleet.
std::vector<Text> best_sentences(const FleetPlan& plan);
/// First, that no fleet meets the limits; then the fleets that come nearest, and the result for
/// relaxed limits.
std::vector<Text> no_fleet_sentences(const FleetPlan& plan);
/// The number of instances and their cost at the ends of the error bands.
std::vector<Text> band_sentences(const PlannedFleet& fleet);
/// How many instance types a cancelled plan searched.
Text incomplete_sentence(const FleetPlan& plan);
/// Instances and cost of a fleet that follows the hourly load.
Text scaled_sentence(const ScaledFleet& scaled);
/// The share of requests that miss a limit with a reactive autoscaler.
Text reacting_sentence(double missed);
/// Whether the share of requests that miss a limit with a reactive autoscaler is negligible.
bool reacts_in_time(double missed);
/// "Evaluated 96 configurations: ...".
Text counts_sentence(const FleetPlan& plan);

/// A row for each latency of the best fleet: p50, the limit, the percentile of the limit or p99,
/// and its error band. Precondition: there is a best fleet.
Table latency_table(const FleetPlan& plan);
/// The best fleet of each instance type, the cheapest first.
Table types_table(const FleetPlan& plan);

std::vector<RejectedTypes> rejected_types(const FleetPlan& plan);
/// Why a type has no fleet, and whether it is also too slow.
Text rejection_text(const TypeSummary& type);

// Parts of the plain-text reports of traffic plans and training plans.

/// Title and note, if stated, and the request.
std::string heading_text(const std::string& title, const std::string& note, const Text& request,
                         const Language& language);
/// One line for each text; all lines but the first are indented.
std::string indented(const std::vector<Text>& texts, const Language& language);
/// A heading and the table; empty if the table has no rows.
std::string section_text(const Text& heading, const Table& table, const Language& language);
/// A heading and the rejected types; empty if there are none.
std::string rejected_text(const std::vector<RejectedTypes>& rejected, const Language& language);
std::string assumptions_text(const std::vector<Text>& assumptions, cost::Day as_of,
                             const Language& language);

/// The configurations of a type that were rejected by one rule.
struct RefusedGroup {
  std::string instance;
  Rule rule = Rule::kMemory;
  int configurations = 0;
  const Candidate* first = nullptr;  ///< in the plan
};
/// By type, then in the order of the rules.
std::vector<RefusedGroup> refused_groups(const FleetPlan& plan);

/// refused_groups() as a table, with the first configuration of each group and its reason. Types
/// with the same example share a row.
Table refused_table(const FleetPlan& plan);

/// The heading of runners_up(). With spares it says that their numbers are those without spares.
Text runners_up_title(const PlannedFleet& best);
/// The simulated configurations of the best instance type that were rejected, with their reasons.
/// At most `most`; 0 for all. Empty if there is no best fleet.
std::vector<Text> runners_up(const FleetPlan& plan, int most);

}  // namespace nscope::capacity
