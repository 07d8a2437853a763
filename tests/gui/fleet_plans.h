#pragma once

#include "profiler/base/json.h"

// Plans of the tests that plan fleets.
namespace nscope::gui {

/// One type, few layouts: plans within a second.
inline Json small_plan() {
  return Json::parse(R"({"schema": "nscope.plan/1", "title": "small", "model": "llama-3-8b",
    "traffic": {"requests_per_second": 3, "input_tokens": 200, "output_tokens": 20},
    "sla": {"e2e_p99_s": 4}, "regions": ["us-east-1"], "instances": ["inf2.24xlarge"],
    "purchase": ["on_demand"], "weight_dtypes": ["bf16"], "slots": [4],
    "schedulers": ["continuous"], "max_instances": 8, "as_of": "2026-11-01"})");
}

}  // namespace nscope::gui
