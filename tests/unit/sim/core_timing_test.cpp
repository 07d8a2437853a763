#include "simcore/engine/machine/core_timing.h"

#include "profiler/base/resources.h"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

std::string timing_error(const std::function<void(Json&)>& edit) {
  Json json =
      parse_json(find_resource("instructions/neuroncore.json")->content, "neuroncore.json").value();
  edit(json);
  const auto read = core_timing_from_json(json, "t.json");
  return read ? "accepted" : to_string(read.error());
}

TEST(CoreTiming, IsThatOfTheDataFile) {
  ASSERT_TRUE(built_in_core_timing()) << to_string(built_in_core_timing().error());
  const CoreTiming& timing = *built_in_core_timing();
  EXPECT_EQ(timing.minimum, 64);
  EXPECT_EQ(timing.minimum_dynamic, 600);
  EXPECT_EQ(timing.moving_maximum, 512);
  EXPECT_EQ(timing.dma_packet, 4096);
  EXPECT_EQ(timing.gating_share, 0.49);
  EXPECT_EQ(timing.result_cycles(Engine::kTensor), 400);
  EXPECT_EQ(timing.result_cycles(Engine::kSync), timing.result_cycles(Engine::kGpSimd));
  EXPECT_NEAR(timing.semaphore_latency, 38e-9, 1e-15);
}

TEST(CoreTiming, ReadingIsStrictAndErrorsNameTheKey) {
  EXPECT_EQ(timing_error([](Json&) {}), "accepted");
  EXPECT_THAT(timing_error([](Json& j) { j["schema"] = "x"; }),
              HasSubstr("t.json: /schema: must be nscope.core-timing/1"));
  EXPECT_THAT(timing_error([](Json& j) { j["colour"] = 1; }), HasSubstr("/colour"));
  EXPECT_THAT(timing_error([](Json& j) { j["issue"].erase("minimum"); }),
              HasSubstr("/issue/minimum: missing key"));
  EXPECT_THAT(timing_error([](Json& j) { j["dma"]["packet"]["unit"] = "GHz"; }),
              HasSubstr("/dma/packet/unit"));
  EXPECT_THAT(timing_error([](Json& j) { j["semaphore_latency"]["source"] = "hearsay"; }),
              HasSubstr("/semaphore_latency/source: 'hearsay' is not in the 'sources' table"));
  EXPECT_THAT(timing_error([](Json& j) { j["sources"]["more"] = j["sources"]["isa"]; }),
              HasSubstr("/sources/more"));
}

TEST(CoreTiming, RulesAreStrictToo) {
  const auto rule_error = [](const std::function<void(Json&)>& edit) {
    return timing_error([&](Json& j) { edit(j["rules"][9]); });
  };
  EXPECT_THAT(rule_error([](Json& j) { j["engines"] = {"Vectors"}; }),
              HasSubstr("t.json: /rules/9/engines: unknown name \"Vectors\""));
  EXPECT_THAT(rule_error([](Json& j) { j["generations"] = Json::array(); }),
              HasSubstr("/rules/9/generations: must not be empty"));
  EXPECT_THAT(rule_error([](Json& j) { j["when"] = "late"; }),
              HasSubstr("/rules/9/when: unknown condition 'late'"));
  EXPECT_THAT(rule_error([](Json& j) { j["formula"] = "magic"; }),
              HasSubstr("/rules/9/formula: unknown formula 'magic'"));
  EXPECT_THAT(rule_error([](Json& j) { j["cycles"] = 0; }),
              HasSubstr("/rules/9/cycles: must be greater than 0"));
  EXPECT_THAT(rule_error([](Json& j) { j["at_least"] = "most"; }),
              HasSubstr("/rules/9/at_least: must be one of minimum"));
  EXPECT_THAT(rule_error([](Json& j) { j.erase("source"); }),
              HasSubstr("/rules/9/source: missing key"));
}

}  // namespace
}  // namespace nscope::sim
