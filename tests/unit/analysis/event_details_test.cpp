#include "profiler/analysis/engines/event_details.h"

#include "tests/unit/analysis/test_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// A transfer from 150 to 400 that GpSimd triggers at 100. VectorE waits for it and runs from 440
/// to 600; TensorE waits for VectorE and runs from 640 to 800, which ends the run.
class EventDetailsTest : public testing::Test {
 protected:
  void SetUp() override {
    run.execution(0, 800).property(property::kProvenance, std::string("measured"));
    trigger = run.instruction(0, Engine::kGpSimd, "DMA_DIRECT2D", 100, 120);
    packet = run.packet(0, 0, "qGpSimdDynamic", 512, 150, 400);
    vector = run.instruction(0, Engine::kVector, "COPY", 440, 600);
    run.out().arg(vector, run.out().intern(key::kSourceLocation), "kernel.py:12");
    tensor = run.instruction(0, Engine::kTensor, "LDWEIGHTS", 640, 800);
    spare = run.instruction(0, Engine::kScalar, "ACTIVATE", 10, 20);
    flow(trigger, packet, flow_kind::kDmaTrigger);
    flow(trigger, vector, flow_kind::kSemaphore);
    flow(vector, tensor, flow_kind::kSemaphore);
    trace = run.finish();
    // The finished trace numbers its events anew.
    trigger = event_named("DMA_DIRECT2D");
    packet = event_named("qGpSimdDynamic");
    vector = event_named("COPY");
    tensor = event_named("LDWEIGHTS");
    spare = event_named("ACTIVATE");
    auto made = DependencyView::make(trace, dependencies, TaskControl());
    ASSERT_TRUE(made) << to_string(made.error());
    view = *made;
  }
  void flow(SliceId from, SliceId to, std::string_view kind) {
    run.out().flow(from, to, run.out().intern(kind));
  }
  SliceId event_named(std::string_view name) const {
    for (const Track& track : trace->tracks()) {
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (trace->text(track.slices.name[row]) == name) return Trace::slice_id(track, row);
      }
    }
    return {};
  }
  Json details(SliceId event, std::size_t most = 100) const {
    return event_document(*trace, event, view.get(), most);
  }

  TestRun run;
  SliceId trigger, packet, vector, tensor, spare;
  SharedDependencies dependencies;
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const DependencyView> view;
};

TEST_F(EventDetailsTest, StatesTimesPropertiesAndSourceLine) {
  const Json event = details(vector);
  EXPECT_EQ(event["schema"], "nscope.event/1");
  EXPECT_EQ(event["name"], "COPY");
  EXPECT_EQ(event["start_ns"], 440.0);
  EXPECT_EQ(event["duration_ns"], 160.0);
  EXPECT_EQ(event["core"], 0);
  EXPECT_EQ(event["provenance"], "measured");
  EXPECT_EQ(event["source_line"], "kernel.py:12");
  EXPECT_TRUE(details(tensor)["source_line"].is_null()) << "unknown is not an empty text";
  EXPECT_TRUE(event["parent"].is_null());
}

TEST_F(EventDetailsTest, ListsPredecessorsAndSuccessorsThatTheCaptureStates) {
  const Json event = details(vector);
  ASSERT_EQ(event["predecessors"].size(), 1u);
  EXPECT_EQ(event["predecessors"][0]["slice_id"], trigger.value);
  EXPECT_EQ(event["predecessors"][0]["lag_ns"], 320.0);
  ASSERT_EQ(event["successors"].size(), 1u);
  EXPECT_EQ(event["successors"][0]["slice_id"], tensor.value);
  EXPECT_EQ(event["successors"][0]["lag_ns"], 40.0);
}

TEST_F(EventDetailsTest, CountsTheDependenciesThatTheLimitLeavesOut) {
  const Json event = details(trigger, 1);
  EXPECT_EQ(event["successor_count"], 2);
  EXPECT_EQ(event["successors"].size(), 1u);
}

TEST_F(EventDetailsTest, NamesWhatWasWaitedForAndWhyTheEngineWasIdle) {
  const Json causes = details(tensor)["causes"];
  EXPECT_EQ(causes["waited_for"]["slice_id"], vector.value);
  EXPECT_TRUE(causes["first_waiting"].is_null());
  double idle = 0;
  bool waited = false;
  for (const Json& part : causes["idle"]) {
    idle += part["duration_ns"].get<double>();
    if (part["producer"].is_null() || part["producer"]["slice_id"] != vector.value) continue;
    waited = waited || part["cause"] == "semaphore wait";
  }
  EXPECT_EQ(idle, 640.0) << "from the start of the run to the start of the event";
  EXPECT_TRUE(waited) << causes.dump();
}

TEST_F(EventDetailsTest, StatesTheShareOfTheCriticalPathAndTheSlack) {
  const Json path = details(tensor)["causes"]["critical_path"];
  EXPECT_EQ(path["on_path"], true);
  EXPECT_EQ(path["path_ns"], 160.0);
  EXPECT_EQ(path["slack_ns"], 0.0);
  const Json off = details(spare)["causes"]["critical_path"];
  EXPECT_EQ(off["on_path"], false);
  EXPECT_EQ(off["path_ns"], 0.0);
  EXPECT_GT(off["slack_ns"].get<double>(), 0.0);
}

TEST_F(EventDetailsTest, CausesAreAbsentWithoutDependenciesAndExplainedWhereUnknown) {
  EXPECT_FALSE(event_document(*trace, vector, nullptr, 1).contains("causes"));
  TestRun host;
  host.execution(0, 10);
  const auto only = host.finish();
  SharedDependencies none;
  const auto nothing = DependencyView::make(only, none, TaskControl());
  ASSERT_TRUE(nothing);
  const Json event = event_document(*only, SliceId(0), nothing->get(), 1);
  EXPECT_TRUE(event["causes"]["critical_path"].is_null());
  ASSERT_EQ(event["notes"].size(), 1u);
}

}  // namespace
}  // namespace nscope::analysis
