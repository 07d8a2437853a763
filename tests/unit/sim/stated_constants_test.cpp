// Constants in data files: strict reading, and the values that predictions use.
#include "profiler/base/resources.h"
#include "simcore/engine/compile_cache/compile_parameters.h"
#include "simcore/engine/kernel_run/kernel_parameters.h"
#include "simcore/engine/serving/serving_stack.h"
#include "simcore/engine/validation/load_generators.h"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;
using JsonEdit = std::function<void(Json&)>;

/// The message of `read` on an edited copy of a built-in file.
template <class Read>
std::string error_on(const char* file, const Read& read, const JsonEdit& edit) {
  Json json = parse_json(find_resource(file)->content, file).value();
  edit(json);
  const auto result = read(json, "c.json");
  return result ? "accepted" : to_string(result.error());
}

TEST(StatedConstants, OfServingSoftwareAreStrict) {
  const auto error_of = [](const JsonEdit& edit) {
    return error_on("calibration/serving-stacks.json", serving_stacks_from_json, edit);
  };
  EXPECT_EQ(error_of([](Json&) {}), "accepted");
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["tgi"].erase("step_slot"); }),
              HasSubstr("c.json: /stacks/tgi/step_slot: missing key"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["vllm"]["request"]["value"] = 0; }),
              HasSubstr("c.json: /stacks/vllm/request/value: must be greater than 0"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["vllm"]["request"]["unit"] = "ms"; }),
              HasSubstr("/stacks/vllm/request/unit: must be s"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["vllm"]["request"]["kind"] = "guessed"; }),
              HasSubstr("/stacks/vllm/request/kind: must be one of fitted, published, assumed"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["vllm"]["request"]["source"] = ""; }),
              HasSubstr("/stacks/vllm/request/source: must not be empty"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["vllm"]["request"]["low"] = 0.01; }),
              HasSubstr("/stacks/vllm/request/low: unknown key"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["tgi"]["colour"] = 1; }),
              HasSubstr("/stacks/tgi/colour: unknown key"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["vllm-neuron"]["cache_share"]["value"] = 1.5; }),
              HasSubstr("/stacks/vllm-neuron/cache_share/value: must be at most 1"));
  EXPECT_THAT(error_of([](Json& j) { j["stacks"]["vllm-neuron"]["segment"]["value"] = 0.5; }),
              HasSubstr("/stacks/vllm-neuron/segment/value: must be a whole number"));
}

TEST(StatedConstants, OfServingSoftwareAreThoseOfTheDataFile) {
  const auto tgi = serving_stack("tgi");
  ASSERT_TRUE(tgi) << to_string(tgi.error());
  EXPECT_EQ(tgi->step_active, 1.5e-3);
  EXPECT_EQ(tgi->max_waiting_tokens, 20);
  EXPECT_EQ(serving_stack("vllm")->step_active, 0.162e-3);
  EXPECT_EQ(serving_stack("vllm")->max_waiting_tokens, 0);
  EXPECT_EQ(serving_stack("")->request, 0);
  EXPECT_THAT(
      serving_stack("other").error().message.english(),
      HasSubstr("unknown serving stack 'other'; use one of tgi, vllm, vllm-neuron, vllm-nxd"));
}

TEST(StatedConstants, OfKernelsAreStrict) {
  const auto error_of = [](const JsonEdit& edit) {
    return error_on("calibration/kernels.json", kernel_parameters_from_json, edit);
  };
  EXPECT_EQ(error_of([](Json&) {}), "accepted");
  EXPECT_THAT(error_of([](Json& j) { j["schema"] = "x"; }),
              HasSubstr("/schema: must be nscope.kernel-parameters/1"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"].erase("launch"); }),
              HasSubstr("/parameters/launch: missing key"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"]["tiles"]["value"] = -1; }),
              HasSubstr("/parameters/tiles/value: must be greater than 0"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"]["stage"]["unit"] = "us"; }),
              HasSubstr("/parameters/stage/unit: must be s"));
  ASSERT_TRUE(built_in_kernel_parameters());
  EXPECT_EQ(built_in_kernel_parameters()->descriptor, 40e-9);
}

TEST(StatedConstants, OfCompilersHaveRanges) {
  const auto error_of = [](const JsonEdit& edit) {
    return error_on("calibration/compile-cache.json", compile_parameters_from_json, edit);
  };
  EXPECT_EQ(error_of([](Json&) {}), "accepted");
  EXPECT_THAT(
      error_of([](Json& j) { j["parameters"]["graph_seconds"]["low"] = 500; }),
      HasSubstr("c.json: /parameters/graph_seconds/low: must be greater than 0 and at most"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"]["graph_seconds"]["high"] = 5; }),
              HasSubstr("/parameters/graph_seconds/high: must be at least 'value'"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"].erase("poll"); }),
              HasSubstr("/parameters/poll: missing key"));
  EXPECT_THAT(error_of([](Json& j) { j["schema"] = "x"; }),
              HasSubstr("/schema: must be nscope.compile-parameters/1"));
  const auto& built_in = built_in_compile_parameters();
  ASSERT_TRUE(built_in) << to_string(built_in.error());
  EXPECT_EQ(built_in->at(CompileBand::kLow).graph_seconds, 24);
  EXPECT_EQ(built_in->at(CompileBand::kHigh).level_1, 1);
  EXPECT_EQ(built_in->at(CompileBand::kLow).poll, built_in->at(CompileBand::kHigh).poll);
}

TEST(StatedConstants, OfLoadGeneratorsAreStrict) {
  const auto error_of = [](const JsonEdit& edit) {
    return error_on("calibration/load-generators.json", load_generators_from_json, edit);
  };
  EXPECT_EQ(error_of([](Json&) {}), "accepted");
  EXPECT_THAT(error_of([](Json& j) { j["constants"]["rounds"]["value"] = 1.5; }),
              HasSubstr("c.json: /constants/rounds/value: must be a whole number"));
  EXPECT_THAT(error_of([](Json& j) { j["constants"]["busy_slots"]["value"] = 2; }),
              HasSubstr("/constants/busy_slots/value: must be at most 1"));
  EXPECT_THAT(error_of([](Json& j) { j["constants"]["serial_share"]["value"] = 2; }),
              HasSubstr("/constants/serial_share/value: must be at most 1"));
  EXPECT_THAT(error_of([](Json& j) { j["constants"]["fills"].erase("meaning"); }),
              HasSubstr("/constants/fills/meaning: missing key"));
}

}  // namespace
}  // namespace nscope::sim
