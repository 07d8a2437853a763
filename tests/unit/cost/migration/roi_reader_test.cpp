#include "tests/unit/cost/migration/roi_studies.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

TEST(RoiReader, BuiltInStudiesAreRead) {
  int count = 0;
  for (const Resource& resource : list_resources("workloads/")) {
    if (!resource.path.ends_with(".roi.json")) continue;
    const auto json = parse_json(resource.content, resource.path);
    ASSERT_TRUE(json);
    const auto study = roi_study_from_json(*json, resource.path);
    EXPECT_TRUE(study) << (study ? "" : to_string(study.error()));
    ++count;
  }
  EXPECT_EQ(count, 4);
}

struct Broken {
  const char* pointer;
  Json value;  ///< null: removed
  const char* expected;
};

class RoiReaderRejects : public ::testing::TestWithParam<Broken> {};

TEST_P(RoiReaderRejects, NamesTheMember) {
  const Broken& broken = GetParam();
  Json json = simple_study();
  const Json::json_pointer pointer(broken.pointer);
  if (broken.value.is_null()) {
    json[pointer.parent_pointer()].erase(pointer.back());
  } else {
    json[pointer] = broken.value;
  }
  const auto study = roi_study_from_json(json, "s.json");
  ASSERT_FALSE(study);
  EXPECT_EQ(to_string(study.error()).rfind(fmt::format("s.json: {}", broken.expected), 0), 0u)
      << to_string(study.error());
}

INSTANTIATE_TEST_SUITE_P(
    Roi, RoiReaderRejects,
    ::testing::Values(
        Broken{"/schema", "nscope.cost/1", "/schema"}, Broken{"/schema", "nscope.roi/2", "/schema"},
        Broken{"/extra", 1, "/extra"}, Broken{"/title", nullptr, "/title"},
        Broken{"/horizon_months", 0, "/horizon_months"},
        Broken{"/horizon_months", 601, "/horizon_months"},
        Broken{"/horizon_months", 1.5, "/horizon_months"},
        Broken{"/discount_rate", nullptr, "/discount_rate"},
        Broken{"/discount_rate/per_year", -0.1, "/discount_rate/per_year"},
        Broken{"/discount_rate/source", "", "/discount_rate/source"},
        Broken{"/as_of", "2026-02-30", "/as_of"},
        Broken{"/load/tokens_per_month", -1, "/load/tokens_per_month"},
        Broken{"/load/tokens_per_month", 1e300, "/load/tokens_per_month"},
        Broken{"/load/runs_per_month", 1, "/load/tokens_per_month"},
        Broken{"/load/growth_per_month", 3, "/load/growth_per_month"},
        Broken{"/load/source", nullptr, "/load/source"},
        Broken{"/baseline/utilisation", nullptr, "/baseline/utilisation"},
        Broken{"/baseline/utilisation/share", 0, "/baseline/utilisation/share"},
        Broken{"/baseline/utilisation/share", 1.2, "/baseline/utilisation/share"},
        Broken{"/baseline/option", "gift", "/baseline/option"},
        Broken{"/baseline/billing", "monthly", "/baseline/billing"},
        Broken{"/baseline/region", nullptr, "/baseline/region"},
        Broken{"/target/instance", nullptr, "/target/instance"},
        Broken{"/target/price/usd_per_hour", "-1", "/target/price/usd_per_hour"},
        Broken{"/migration/go_live_month", 25, "/migration/go_live_month"},
        Broken{"/migration/phases/0/usd_per_week", "free", "/migration/phases/0/usd_per_week"},
        Broken{"/migration/phases/0/to_month", 90, "/migration/phases/0/to_month"},
        Broken{"/migration/phases/0/source", nullptr, "/migration/phases/0/source"},
        Broken{"/migration/one_off", Json::array({Json{{"name", "x"}, {"source", "t"}}}),
               "/migration/one_off/0/usd"},
        Broken{"/commitments",
               Json::array({Json{{"label", "x"}, {"usd_per_month", 1}, {"source", "t"}}}),
               "/commitments/0/months_left"},
        Broken{"/price_cuts", 7, "/price_cuts"},
        Broken{"/checklist",
               Json::array({Json{{"item", "x"}, {"state", "maybe"}, {"source", "t"}}}),
               "/checklist/0/state"},
        Broken{"/uncertainty", Json{{"trials", 1}}, "/uncertainty/trials"},
        Broken{"/uncertainty", Json{{"inputs", {{"weather", 1}}}}, "/uncertainty/inputs/weather"},
        Broken{"/uncertainty",
               Json{{"inputs", {{"load", {{"p10", 2}, {"p90", 1}, {"source", "t"}}}}}},
               "/uncertainty/inputs/load/p90"},
        Broken{"/uncertainty",
               Json{{"inputs",
                     {{"target.utilisation", {{"p10", 0.5}, {"p90", 1.0}, {"source", "t"}}}}}},
               "/uncertainty/inputs/target.utilisation/p90"},
        Broken{"/uncertainty",
               Json{{"correlations",
                     Json::array({Json{
                         {"between", {"load", "effort"}}, {"value", 0.5}, {"source", "t"}}})}},
               "/uncertainty/correlations/0/between"},
        Broken{
            "/uncertainty",
            Json{{"inputs",
                  {{"load", {{"p10", 0.5}, {"p90", 2}, {"source", "t"}}},
                   {"effort", {{"p10", 0.5}, {"p90", 2}, {"source", "t"}}}}},
                 {"correlations",
                  Json::array(
                      {Json{{"between", {"load", "effort"}}, {"value", 0.5}, {"source", "t"}},
                       Json{{"between", {"effort", "load"}}, {"value", -0.5}, {"source", "t"}}})}},
            "/uncertainty/correlations/1/between"}));

TEST(RoiReader, MembersOfAnyTypeAreReadOrRejected) {
  const Json values =
      Json::array({nullptr, true, -1, 1e308, "", "x", Json::array(), Json::object()});
  const Json whole = built_in("inf2-llama2-70b-serving-2026");
  const Json flat = whole.flatten();
  int errors = 0;
  for (const auto& [pointer, old] : flat.items()) {
    for (const Json& value : values) {
      Json json = whole;
      json[Json::json_pointer(pointer)] = value;
      if (!roi_study_from_json(json, "mutated")) ++errors;
    }
  }
  EXPECT_GT(errors, 200);
}

}  // namespace
}  // namespace nscope::cost
