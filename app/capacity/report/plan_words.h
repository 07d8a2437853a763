#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "profiler/base/tables/table.h"

#include <string>
#include <utility>
#include <vector>

namespace nscope::capacity {

// What a plan says, in sentences and tables that every report of it uses. Pure.

/// "e2e p99 within 2.00 s, ttft p99 within 500 ms", or "no limit".
std::string limits_text(const std::vector<Limit>& limits);
/// "Poisson arrivals, 500 tokens in, 100 out".
std::string traffic_text(const Traffic& traffic);
/// "llama-3-8b: 20 requests/s, 500 tokens in, 100 out; e2e p99 within 4.00 s".
std::string question_text(const FleetPlan& plan);
/// "On-demand in us-east-1, 12.9813 USD an instance-hour (source, date)". Precondition: priced.
std::string offer_text(const Offer& offer);

/// The cheapest fleet, its price, how busy it is, what it takes that was not asked for.
/// Precondition: there is a best.
std::vector<std::string> best_sentences(const FleetPlan& plan);
/// That there is none, what comes nearest, and what relaxing the limits would give.
std::vector<std::string> no_fleet_sentences(const FleetPlan& plan);
/// What the ends of the error bands mean for count and cost.
std::vector<std::string> band_sentences(const PlannedFleet& fleet);
/// "Considered 96 configurations: ...".
std::string counts_sentence(const FleetPlan& plan);

/// A row per latency: p50, p99 and the band of p99.
Table latency_table(const PlannedFleet& fleet);
/// The best of each type, the cheapest first.
Table types_table(const FleetPlan& plan);

/// Types without a fleet and why; types of the same reason together.
using Losers = std::vector<std::pair<std::string, std::string>>;
void add_loser(Losers& losers, const std::string& type, const std::string& why);
Losers losers(const FleetPlan& plan);

// Parts of the texts of plans of traffic and of training.

/// Title and note, where there are any, and the question.
std::string heading_text(const std::string& title, const std::string& note,
                         const std::string& question);
/// The first line as it is, the others below it.
std::string indented(const std::vector<std::string>& lines);
/// Empty where all have one.
std::string losers_text(const Losers& losers);

/// Configurations of a type that were refused by one rule.
struct RefusedGroup {
  std::string instance;
  Rule rule = Rule::kMemory;
  int configurations = 0;
  const Candidate* first = nullptr;  ///< of the plan
};
/// By type, the rules in their order.
std::vector<RefusedGroup> refused_groups(const FleetPlan& plan);

/// The same as a table, with the first configuration and its reason.
Table refused_table(const FleetPlan& plan);

/// The configurations of the best's type that were simulated and lost: what they lack. At most
/// `most`; 0: all. Empty without a best.
std::vector<std::string> runners_up(const FleetPlan& plan, int most);

}  // namespace nscope::capacity
