// Cost scenarios, plan requests and migration studies are written by hand and by programs: reading
// one must never crash or hang, and what is accepted must be a question that can be asked again.
#include "app/capacity/request/plan_request.h"
#include "costmodel/migration/roi_study.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/json.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace nscope;

void check(bool holds) {
  if (!holds) std::abort();
}

void ask(const capacity::PlanRequest& request) {
  check(std::isfinite(request.design_rate()) && request.design_rate() > 0);
  check(capacity::longest(request.traffic.input) > 0);
  check(capacity::longest(request.traffic.output) > 0);
  check(request.max_context == 0 ||
        request.max_context >=
            capacity::longest(request.traffic.input) + capacity::longest(request.traffic.output));
  const auto arrivals = capacity::arrivals_at(request.traffic, 1.0);
  check(std::isfinite(arrivals.mean_rate()));
}

/// What sustains the limits of an item is asked as a plan.
void ask(const cost::Scenario& scenario) {
  for (const cost::WorkItem& item : scenario.work) {
    if (!item.pending) continue;
    (void)cost::pending_request(item).dump();
    if (item.pending->kind != cost::PendingWork::Kind::kServe) continue;
    const auto request = cost::serving_request(item);
    check(request.has_value());
    if (const auto plan = capacity::plan_request_from_json(*request, "serve")) ask(*plan);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = parse_json(text, "fuzz.json");
  if (!json) return 0;
  if (const auto request = capacity::plan_request_from_json(*json, "fuzz.json")) ask(*request);
  if (const auto scenario = cost::scenario_from_json(*json, "fuzz.json")) ask(*scenario);
  (void)cost::roi_study_from_json(*json, "fuzz.json");
  return 0;
}
