#include "profiler/trace/build/select.h"

#include "tests/unit/trace/sample_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::shared_ptr<const Trace> select(const Trace& trace, const TraceSelection& selection) {
  TaskControl control;
  auto result = select_trace(trace, selection, control);
  EXPECT_TRUE(result);
  return *result;
}

std::vector<std::pair<std::string, std::int64_t>> slices_of(const Trace& trace) {
  std::vector<std::pair<std::string, std::int64_t>> found;
  for (const Track& track : trace.tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      found.emplace_back(trace.text(track.slices.name[row]), track.slices.start[row]);
    }
  }
  return found;
}

std::int64_t diagnostic(const Trace& trace, std::string_view code) {
  for (const Diagnostic& d : trace.diagnostics()) {
    if (d.code == code) return d.count;
  }
  return 0;
}

/// A slice [0,100) that contains [10,20) and [30,40), an instant at 30, samples at
/// 0, 25 and 50, and a flow from the first child to the second.
std::shared_ptr<const Trace> make_nested() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.window_end = TraceTime(100)});
  const auto group = out.track({.name = "process"});
  const auto thread = out.track({.name = "thread",
                                 .kind = TrackKind::kHost,
                                 .parent = group,
                                 .layout = TrackLayout::kNested});
  const auto other = out.track({.name = "other", .kind = TrackKind::kHost, .order = -1});
  const auto counter = out.track({.name = "bytes", .kind = TrackKind::kCounter, .unit = "B"});
  out.slice(thread, out.intern("outer"), TraceTime(0), TraceTime(100), TraceTime(7));
  const auto a = out.slice(thread, out.intern("a"), TraceTime(10), TraceTime(10));
  const auto b = out.slice(thread, out.intern("b"), TraceTime(30), TraceTime(10), TraceTime(3));
  out.arg(b, out.intern("key"), "value");
  out.arg(b, out.intern("n"), std::int64_t{-5});
  out.arg(b, out.intern("x"), 2.5);
  out.slice(other, out.intern("instant"), TraceTime(30), TraceTime(0));
  out.flow(a, b, out.intern("then"));
  for (const std::int64_t time : {0, 25, 50}) {
    out.counter(counter, TraceTime(time), static_cast<double>(time));
  }
  out.property("host", std::string("x"));
  out.metric({.name = "total", .value = 1.0, .unit = "s"});
  out.finish();
  return builder.finish();
}

TEST(SelectTrace, AnEmptySelectionKeepsAllData) {
  const auto trace = make_sample_trace();
  const auto copy = select(*trace, {});
  EXPECT_EQ(slices_of(*copy), slices_of(*trace));
  EXPECT_EQ(copy->flows().size(), trace->flows().size());
  EXPECT_EQ(copy->tracks().size(), trace->tracks().size());
  for (std::size_t i = 0; i < trace->tracks().size(); ++i) {
    const Track& a = trace->tracks()[i];
    const Track& b = copy->tracks()[i];
    EXPECT_EQ(trace->text(a.name), copy->text(b.name));
    EXPECT_EQ(trace->text(a.unit), copy->text(b.unit));
    EXPECT_EQ(a.parent, b.parent);
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.engine, b.engine);
    EXPECT_EQ(a.core, b.core);
    EXPECT_EQ(a.slices.size(), b.slices.size());
    EXPECT_EQ(a.counters.size(), b.counters.size());
  }
  EXPECT_EQ(diagnostic(*copy, "unknown_opcode"), 2);
  EXPECT_EQ(diagnostic(*copy, "selection_left_out_slices"), 0);
}

TEST(SelectTrace, ARangeKeepsOverlappingSlicesComplete) {
  const auto part = select(*make_nested(), {.range = {{TraceTime(20), TraceTime(31)}}});
  // "a" ends at the start of the range; "other" is first because of its order.
  EXPECT_THAT(slices_of(*part), ElementsAre(Pair("instant", 30), Pair("outer", 0), Pair("b", 30)));
  const Track& thread = part->tracks()[2];
  EXPECT_EQ(thread.slices.duration[0], 100);
  EXPECT_EQ(thread.parent_of(1), 0u);
  EXPECT_EQ(thread.slices.depth[1], 1);
  EXPECT_EQ((Trace::SliceRef{&thread, 0}.wait()), TraceTime(7));
  EXPECT_EQ((Trace::SliceRef{&thread, 1}.wait()), TraceTime(3));
  EXPECT_EQ(part->flows().size(), 0u);
  EXPECT_EQ(part->time_base().window_begin, TraceTime(20));
  EXPECT_EQ(part->time_base().window_end, TraceTime(31));
  EXPECT_EQ(diagnostic(*part, "selection_left_out_slices"), 1);
  EXPECT_EQ(diagnostic(*part, "selection_left_out_flows"), 1);
  EXPECT_EQ(diagnostic(*part, "selection_left_out_metrics"), 1);
  EXPECT_EQ(part->metrics().size(), 0u);
  EXPECT_EQ(part->property_text("host"), "x");
}

TEST(SelectTrace, ClipsAtBothEnds) {
  const auto part =
      select(*make_nested(), {.range = {{TraceTime(12), TraceTime(35)}}, .clip = true});
  EXPECT_THAT(slices_of(*part),
              ElementsAre(Pair("instant", 30), Pair("outer", 12), Pair("a", 12), Pair("b", 30)));
  const Track& thread = part->tracks()[2];
  EXPECT_EQ(thread.slices.end(0), TraceTime(35));
  EXPECT_EQ((Trace::SliceRef{&thread, 0}.wait()), TraceTime(0));  // the wait is before the range
  EXPECT_EQ(thread.slices.end(1), TraceTime(20));
  EXPECT_EQ(thread.slices.end(2), TraceTime(35));
  EXPECT_EQ((Trace::SliceRef{&thread, 2}.wait()), TraceTime(3));
  EXPECT_EQ(diagnostic(*part, "selection_clipped_slices"), 3);
  EXPECT_EQ(part->flows().size(), 1u);
}

TEST(SelectTrace, CountersKeepTheValueAtTheStart) {
  const auto times = [](std::int64_t begin, std::int64_t end) {
    const auto part = select(*make_nested(), {.range = {{TraceTime(begin), TraceTime(end)}}});
    const Track& track = part->tracks()[3];
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < track.counters.size(); ++i) found.push_back(track.counters.time[i]);
    return found;
  };
  EXPECT_THAT(times(30, 40), ElementsAre(25));
  EXPECT_THAT(times(25, 50), ElementsAre(25));
  EXPECT_THAT(times(24, 51), ElementsAre(0, 25, 50));
  EXPECT_THAT(times(90, 95), ElementsAre(50));
}

TEST(SelectTrace, TracksAreKeptWithTheirChildrenAndParents) {
  const auto trace = make_nested();
  const auto named = [](const Trace& part) {
    std::vector<std::string> names;
    for (const Track& track : part.tracks()) names.emplace_back(part.text(track.name));
    return names;
  };
  const auto thread = select(*trace, {.tracks = {track_named(*trace, "thread").id}});
  EXPECT_THAT(named(*thread), ElementsAre("process", "thread"));
  EXPECT_EQ(thread->tracks()[1].parent, thread->tracks()[0].id);
  EXPECT_EQ(thread->slice_count(), 3u);
  EXPECT_EQ(thread->flows().size(), 1u);
  EXPECT_EQ(diagnostic(*thread, "selection_left_out_samples"), 3);

  const auto process = select(*trace, {.tracks = {track_named(*trace, "process").id}});
  EXPECT_THAT(named(*process), ElementsAre("process", "thread"));
  const auto two = select(
      *trace, {.tracks = {track_named(*trace, "bytes").id, track_named(*trace, "other").id}});
  EXPECT_THAT(named(*two), ElementsAre("other", "bytes"));
  EXPECT_EQ(two->text(two->tracks()[1].unit), "B");
}

TEST(SelectTrace, KeepsThePropertiesOfSlices) {
  const auto part = select(*make_nested(), {.range = {{TraceTime(30), TraceTime(40)}}});
  std::vector<std::string> found;
  for (const Arg& arg : part->args_of(SliceId(2u))) found.emplace_back(part->text(arg.key));
  EXPECT_THAT(found, ElementsAre("key", "n", "x"));
  EXPECT_EQ(part->arg_integer(SliceId(2u), part->strings().find("n")), -5);
  const auto text = part->arg(SliceId(2u), part->strings().find("key"));
  ASSERT_TRUE(text);
  EXPECT_EQ(part->text(std::get<StringId>(*text)), "value");
}

TEST(SelectTrace, StopsWhenCancelled) {
  TaskControl control;
  control.request_cancel();
  const auto result = select_trace(*make_nested(), {}, control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope
