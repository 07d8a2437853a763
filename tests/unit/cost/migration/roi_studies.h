#pragma once

#include "costmodel/migration/roi.h"
#include "profiler/base/resources.h"
#include "tests/unit/cost/built_in_data.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

// Migration studies for tests.
namespace nscope::cost {

/// USD 60,000 today; a billion tokens per month at the published figures (S3).
inline Json simple_study() {
  return parse_json(R"({
    "schema": "nscope.roi/1", "title": "test", "as_of": "2026-11-20",
    "horizon_months": 24, "discount_rate": {"per_year": 0.1, "source": "test"},
    "load": {"tokens_per_month": 1e9, "source": "test"},
    "baseline": {"instance": "p4d.24xlarge", "region": "us-east-1",
      "throughput": {"tokens_per_second": 800, "source": "claim"},
      "price": {"usd_per_hour": "32.77", "source": "printed"},
      "utilisation": {"share": 1, "source": "test"}},
    "target": {"instance": "inf2.48xlarge", "region": "us-east-1",
      "throughput": {"tokens_per_second": 550, "source": "claim"},
      "price": {"usd_per_hour": "12.98", "source": "printed"},
      "utilisation": {"share": 1, "source": "test"}},
    "migration": {"go_live_month": 0,
      "phases": [{"name": "all", "engineer_weeks": 12, "usd_per_week": "5000", "source": "test"}]}
  })",
                    "test")
      .value();
}

inline Day today() {
  return parse_day("2026-11-20").value();
}

inline RoiStudy study_of(const Json& json) {
  auto study = roi_study_from_json(json, "test.json");
  EXPECT_TRUE(study) << (study ? "" : to_string(study.error()));
  return study.value_or(RoiStudy{});
}

inline Result<RoiResult> evaluate(const Json& json) {
  const auto study = roi_study_from_json(json, "test.json");
  if (!study) return fail(study.error());
  TaskControl control;
  return evaluate_roi(hardware(), book(), *study, today(), control);
}

inline RoiResult result_of(const Json& json) {
  auto result = evaluate(json);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result.value_or(RoiResult{});
}

inline std::string error_of(const Json& json) {
  const auto result = evaluate(json);
  return result ? "" : to_string(result.error());
}

inline Json built_in(const std::string& name) {
  const auto resource = find_resource("workloads/" + name + ".roi.json");
  return parse_json(resource.value().content, name).value();
}

inline bool has_concern(const RoiResult& result, std::string_view topic, std::string_view words) {
  return std::any_of(result.concerns.begin(), result.concerns.end(), [&](const Concern& c) {
    return c.topic.english() == topic && c.message.english().find(words) != std::string::npos;
  });
}

inline bool any_contains(const std::vector<Text>& texts, std::string_view words) {
  return std::any_of(texts.begin(), texts.end(), [&](const Text& text) {
    return text.english().find(words) != std::string::npos;
  });
}

inline const BreakEven& turn_of(const RoiResult& result, BreakEven::Quantity quantity) {
  return *std::find_if(result.break_evens.begin(), result.break_evens.end(),
                       [&](const BreakEven& b) { return b.quantity == quantity; });
}

}  // namespace nscope::cost
