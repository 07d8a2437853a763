#include "profiler/analysis/search/event_search.h"

#include "tests/unit/analysis/test_run.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

using testing::ElementsAre;

MATCHER_P(NoteWith, part, "") {
  return arg.english().find(part) != std::string::npos;
}

/// Two cores. Ids are in the order of the tracks.
std::shared_ptr<const Trace> run_of_two_cores() {
  TestRun run;
  run.device(2);
  for (int core = 0; core < 2; ++core) {
    for (int i = 0; i < 4; ++i) {
      const auto slice = run.instruction(core, Engine::kVector, i % 2 == 0 ? "COPY" : "REDUCE",
                                         i * 100, i * 100 + 10 * (i + 1), i == 0 ? 0 : 5);
      if (i != 2) run.arg(slice, key::kElements, std::int64_t{1000} * i);
      if (i == 3) run.arg(slice, key::kLayer, "layer.3/attn");
    }
    run.instruction(core, Engine::kTensor, "MATMUL", 50 + core, 250);
  }
  run.packet(0, 3, "hardware_dynamic", 4096, 0, 20);
  return run.finish();
}

FoundEvents find(const Trace& trace, std::string_view text, std::size_t most = 100) {
  const auto query = parse_event_query(text);
  EXPECT_TRUE(query.has_value()) << text << ": " << (query ? "" : to_string(query.error()));
  TaskControl control;
  auto found = find_events(trace, *query, most, control);
  EXPECT_TRUE(found.has_value());
  return std::move(*found);
}

std::int64_t count(const Trace& trace, std::string_view text) {
  return find(trace, text).count;
}

TEST(EventSearch, FieldsSelect) {
  const auto trace = run_of_two_cores();
  EXPECT_EQ(count(*trace, ""), 11);
  EXPECT_EQ(count(*trace, "copy"), 4);
  EXPECT_EQ(count(*trace, "-copy"), 7);
  EXPECT_EQ(count(*trace, "opcode:copy|matmul"), 6);
  EXPECT_EQ(count(*trace, "opcode:hardware"), 0) << "the type of a queue is not an opcode";
  EXPECT_EQ(count(*trace, "engine:tensor"), 2);
  EXPECT_EQ(count(*trace, "-engine:tensor"), 9);
  EXPECT_EQ(count(*trace, "engine:DMA"), 1);
  EXPECT_EQ(count(*trace, "kind:dma"), 1);
  EXPECT_EQ(count(*trace, "core:1"), 5);
  EXPECT_EQ(count(*trace, "core>=0 copy core<1"), 2);
  EXPECT_EQ(count(*trace, "track:\"neuroncore 1 / vector\""), 4);
  EXPECT_EQ(count(*trace, "track:/E matmul$/"), 2);
  EXPECT_EQ(count(*trace, "/^(COPY|REDUCE)$/"), 8);
  EXPECT_EQ(count(*trace, "/^copy$/"), 0);
  EXPECT_EQ(count(*trace, "/^copy$/i"), 4);
}

TEST(EventSearch, TimesAreExactAtTheirLimits) {
  const auto trace = run_of_two_cores();
  EXPECT_EQ(count(*trace, "core:0 engine:vector dur>20ns"), 2);
  EXPECT_EQ(count(*trace, "core:0 engine:vector dur>=20"), 3);
  EXPECT_EQ(count(*trace, "core:0 engine:vector dur<0.02us"), 1);
  EXPECT_EQ(count(*trace, "core:0 engine:vector dur<=0.02us"), 2);
  EXPECT_EQ(count(*trace, "core:0 engine:vector dur=20"), 1);
  EXPECT_EQ(count(*trace, "wait>0"), 6);
  EXPECT_EQ(count(*trace, "start>=100 end<=120"), 2);
}

TEST(EventSearch, PropertiesSelect) {
  const auto trace = run_of_two_cores();
  EXPECT_EQ(count(*trace, "arg.elements>1k"), 2);
  EXPECT_EQ(count(*trace, "arg.elements>=1k"), 4);
  EXPECT_EQ(count(*trace, "arg.elements:0"), 2) << "numbers are compared as a whole";
  EXPECT_EQ(count(*trace, "has:elements"), 6);
  EXPECT_EQ(count(*trace, "-has:elements core:0 copy"), 1);
  EXPECT_EQ(count(*trace, "arg.layer:ATTN"), 2);
  EXPECT_EQ(count(*trace, "arg.layer:=layer.3"), 0);
  EXPECT_EQ(count(*trace, "arg.layer:/[.]3\\//"), 2);
  EXPECT_EQ(count(*trace, "arg.transfer_size=4KiB"), 1);
}

TEST(EventSearch, UnknownPropertiesAreReported) {
  const auto trace = run_of_two_cores();
  const FoundEvents found = find(*trace, "arg.element>3");
  EXPECT_EQ(found.count, 0);
  EXPECT_THAT(found.notes, ElementsAre(NoteWith("'element'. Similar properties: elements")));
  EXPECT_THAT(events_table(*trace, found).notes(), ElementsAre(NoteWith("Similar properties")));
}

TEST(EventSearch, SumsAndFirstEvents) {
  const auto trace = run_of_two_cores();
  const FoundEvents found = find(*trace, "engine:vector|tensor", 3);
  EXPECT_EQ(found.count, 10);
  EXPECT_EQ(found.duration, (2 * 100 + 200 + 199) * 1000);
  EXPECT_EQ(found.first.size(), 3u);
  const Table names = names_table(*trace, found);
  ASSERT_EQ(names.row_count(), 3u);
  EXPECT_EQ(names.to_csv(),
            "name,events,total_ns,share,mean_ns\nMATMUL,2,399,0.666110183639399,199.5\n"
            "REDUCE,4,120,0.2003338898163606,30\nCOPY,4,80,0.1335559265442404,20\n");
  const Table events = events_table(*trace, found);
  ASSERT_EQ(events.row_count(), 3u);
  EXPECT_EQ(to_string(events.at(0, 1), Language()), "0");
  EXPECT_EQ(to_string(events.at(2, 1), Language()), "50");
  EXPECT_THAT(events.notes(), ElementsAre(NoteWith("first 3 of 10 events")));
}

TEST(EventSearch, StepsThroughTracksInOrderOfTime) {
  const auto trace = run_of_two_cores();
  const FoundEvents found = find(*trace, "matmul|reduce");
  std::vector<std::int64_t> starts;
  std::vector<SliceId> forward;
  SliceId at;
  while (const auto next = found.events->next(*trace, at)) {
    at = *next;
    forward.push_back(at);
    starts.push_back(trace->slice(at).begin().value() / 1000);
  }
  EXPECT_THAT(starts, ElementsAre(50, 51, 100, 100, 300, 300));
  EXPECT_EQ(forward, found.first);
  std::vector<SliceId> backward;
  at = SliceId();
  while (const auto previous = found.events->previous(*trace, at)) {
    at = *previous;
    backward.push_back(at);
  }
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(backward, forward);
}

TEST(EventSet, ContainsAndStepsAcrossWords) {
  TestRun run(1);
  for (int i = 0; i < 400; ++i) {
    run.out().slice(run.tracks().engine(i % 3, Engine::kVector), run.out().intern("A"),
                    TraceTime(i / 6), TraceTime(0));
  }
  const auto trace = run.finish();
  EventSet set(trace->slice_count());
  std::vector<std::pair<std::int64_t, SliceId>> expected;
  for (std::size_t i = 0; i < 400; i += (i < 200 ? 1 : 37)) {
    set.add(SliceId(i));
    expected.emplace_back(trace->slice(SliceId(i)).begin().value(), SliceId(i));
  }
  std::sort(expected.begin(), expected.end());
  SliceId at;
  for (const auto& [start, id] : expected) {
    EXPECT_TRUE(set.holds(id));
    ASSERT_EQ(set.next(*trace, at), id);
    EXPECT_EQ(set.previous(*trace, id), at.valid() ? std::optional(at) : std::nullopt);
    at = id;
  }
  EXPECT_EQ(set.next(*trace, at), std::nullopt);
  EXPECT_FALSE(set.holds(SliceId(201)));
  EXPECT_FALSE(set.holds(SliceId()));
}

TEST(EventSearch, CanBeCancelled) {
  const auto trace = run_of_two_cores();
  TaskControl control;
  control.request_cancel();
  const auto found = find_events(*trace, {}, 10, control);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::analysis
