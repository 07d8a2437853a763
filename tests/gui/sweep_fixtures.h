#pragma once

#include "app/documents/built_in.h"
#include "app/sweep/run_sweep.h"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::gui {

/// Writes the results of a sweep of the built-in workload: `count` batch sizes, three data types
/// and two prompt lengths. Batches that are divisible by 7 are rejected. The figures are made up:
/// "latency" rises and "cost" falls with the batch.
inline void write_results(const std::string& path, int count = 20,
                          const std::string& title = "Batches of the example") {
  const auto base = app::load_document("example", app::BuiltIn::Kind::kWorkload);
  ASSERT_TRUE(base);
  Json batches = Json::array();
  for (int i = 1; i <= count; ++i) batches.push_back(i);
  const Json json{
      {"schema", "nscope.sweep/1"},
      {"title", title},
      {"document", "example"},
      {"vary", Json::array({{{"member", "/batch"}, {"values", std::move(batches)}},
                            {{"member", "/dtype"}, {"values", {"bf16", "fp16", "fp32"}}},
                            {{"member", "/input_tokens"}, {"values", {128, 4096}}}})},
      {"objectives",
       {{{"figure", "latency"}, {"goal", "minimum"}}, {{"figure", "cost"}, {"goal", "minimum"}}}}};
  const auto spec = sweep::spec_from_json(json, "sweep.json", base->json, base->name);
  ASSERT_TRUE(spec) << to_string(spec.error());
  TaskControl control;
  const auto points = sweep::points_of(*spec, control);
  ASSERT_TRUE(points);
  std::vector<sweep::PointResult> evaluated;
  for (std::size_t id = 0; id < points->values.size(); ++id) {
    const auto& values = points->values[id];
    const int batch = values[0].get<int>();
    sweep::PointResult result{.id = id};
    if (batch % 7 == 0) {
      result.outcome = sweep::Outcome::kRejected;
      result.reason =
          fmt::format("needs {} GiB of device memory, and 16 GiB are there", batch + 10);
    } else {
      const double load = batch * (values[1] == "fp32" ? 2.0 : 1.0);
      const double latency = 0.002 * load + values[2].get<int>() * 1e-5;
      result.figures = {{.name = "latency",
                         .value = latency,
                         .unit = "s",
                         .provenance = Provenance::kSimulated,
                         .low = latency * 0.8,
                         .high = latency * 1.3},
                        {.name = "cost",
                         .value = 40 / std::sqrt(load) + values[2].get<int>() * 1e-3,
                         .unit = "USD",
                         .provenance = Provenance::kSimulated},
                        {.name = "bytes", .value = batch * 1e6, .unit = "B"}};
      result.texts = {{"choice", fmt::format("{} in {}", batch, values[1].get<std::string>())}};
    }
    evaluated.push_back(std::move(result));
  }
  const auto results = sweep::results_of(
      *spec, *points, {}, sweep::identity_of(*spec, {"1", "2026-11-22"}), std::move(evaluated));
  ASSERT_TRUE(sweep::save(results, path, control));
}

}  // namespace nscope::gui
