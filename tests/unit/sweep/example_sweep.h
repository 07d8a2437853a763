#pragma once

#include "app/sweep/run_sweep.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::sweep {

/// Reads a sweep of the document {"schema": "example/1", "a": 1, "list": [1, 2]} with these members
/// after "schema" and "document".
inline Result<Spec> spec_of(const std::string& members) {
  const auto json = parse_json(
      R"({"schema": "nscope.sweep/1", "document": "base.json", )" + members + "}", "sweep.json");
  EXPECT_TRUE(json) << members;
  const Json base{{"schema", "example/1"}, {"a", 1}, {"list", {1, 2}}};
  return spec_from_json(*json, "sweep.json", base, "base.json");
}

inline Spec valid_spec(const std::string& members) {
  auto spec = spec_of(members);
  EXPECT_TRUE(spec) << (spec ? "" : to_string(spec.error()));
  return spec ? *spec : Spec{.base = {}, .variations = {}};
}

inline Points valid_points(const Spec& spec) {
  TaskControl control;
  auto points = points_of(spec, control);
  EXPECT_TRUE(points) << (points ? "" : to_string(points.error()));
  return points ? *points : Points{.values = {}};
}

/// Rejects b = 3, fails for b = 4, and otherwise has the figures "cost" = a * b, with a band, and
/// "speed" = a - b.
inline Result<PointResult> evaluate_example(const Json& document) {
  const double a = document.at("a").get<double>();
  const double b = document.value("b", 0.0);
  if (b == 3) return fail(ErrorCode::kInfeasible, tr("needs {} GiB", 12));
  if (b == 4) return fail(ErrorCode::kBadInput, tr("must be below {}", 4), "/b");
  PointResult result;
  result.figures.push_back(
      {.name = "cost", .value = a * b, .unit = "USD", .low = a * b / 3, .high = a * b * 2});
  result.figures.push_back({.name = "speed", .value = a - b, .unit = "1/s"});
  result.texts.emplace_back("label", "a" + std::to_string(static_cast<int>(a)));
  return result;
}

}  // namespace nscope::sweep
