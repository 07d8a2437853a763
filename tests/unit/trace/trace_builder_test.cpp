#include "profiler/trace/build/trace_builder.h"

#include "profiler/trace/limits.h"
#include "tests/unit/trace/sample_trace.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::ElementsAre;

std::vector<std::uint32_t> parents(const Track& track) {
  std::vector<std::uint32_t> rows;
  for (std::size_t row = 0; row < track.slices.size(); ++row) rows.push_back(track.parent_of(row));
  return rows;
}

TEST(TraceBuilder, OrdersTracksParentsFirst) {
  const auto trace = make_sample_trace();
  std::vector<std::string> names;
  for (const Track& track : trace->tracks()) {
    names.emplace_back(trace->text(track.name));
    EXPECT_TRUE(!track.parent.valid() || track.parent < track.id);
  }
  EXPECT_THAT(names, ElementsAre("NeuronCore 0", "TensorE", "VectorE", "DMA queues (core 0)",
                                 "Q3-E64", "Memory (core 0)", "SBUF"));
}

TEST(TraceBuilder, ResolvesIdsOfEventsAcrossBatches) {
  const auto trace = make_sample_trace();
  const Track& tensor = track_named(*trace, "TensorE");
  const SliceId load = Trace::slice_id(tensor, 0);
  EXPECT_EQ(trace->text(trace->slice(load).name()), "LDWEIGHTS");
  EXPECT_EQ(trace->arg_integer(load, trace->strings().find(key::kPc)), 17);
  EXPECT_EQ(trace->slice(load).wait(), TraceTime(500));
  ASSERT_EQ(trace->flows_from(load).size(), 1u);
  EXPECT_EQ(trace->text(trace->slice(trace->flows_from(load)[0].to).name()), "COPY");
  ASSERT_EQ(trace->flows_to(load).size(), 1u);
  EXPECT_EQ(trace->text(trace->slice(trace->flows_to(load)[0].from).name()), "hardware_dynamic");
}

TEST(TraceBuilder, SeparatesManyTracksThatAlternate) {
  constexpr std::size_t kTracks = 40;
  std::mt19937 random(3);
  TraceBuilder builder;
  TraceWriter out(builder, 500);
  std::vector<TrackId> tracks;
  for (std::size_t i = 0; i < kTracks; ++i) {
    tracks.push_back(out.track({.name = "T" + std::to_string(i), .kind = TrackKind::kEngine}));
  }
  const StringId number = out.intern("number");
  const StringId late = out.intern("late");
  std::vector<SliceId> slices;
  std::vector<std::size_t> track_of;
  std::int64_t now = 0;
  while (slices.size() < 5000) {
    const std::size_t track = random() % kTracks;
    for (std::size_t left = 1 + random() % 150; left > 0; --left) {
      const TraceTime start(now += 10);
      const bool open = random() % 5 == 0;
      const SliceId slice = open ? out.open_slice(tracks[track], number, start)
                                 : out.slice(tracks[track], number, start, TraceTime(5));
      if (random() % 3 != 0) out.arg(slice, number, std::int64_t{slice.value});
      if (open) out.close_slice(slice, start + TraceTime(5));
      slices.push_back(slice);
      track_of.push_back(track);
      // A property of an earlier slice, mostly of an earlier batch.
      if (random() % 4 == 0) out.arg(slices[random() % slices.size()], late, 0.5);
    }
  }
  for (std::size_t i = 1; i < slices.size(); i += 7) out.flow(slices[i - 1], slices[i], late);
  ASSERT_TRUE(out.finish());
  EXPECT_EQ(builder.slice_count(), slices.size());
  const auto trace = builder.finish();
  EXPECT_TRUE(trace->diagnostics().empty());

  std::vector<std::size_t> rows(kTracks, 0);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const Track& track = track_named(*trace, "T" + std::to_string(track_of[i]));
    const std::size_t row = rows[track_of[i]]++;
    ASSERT_EQ(track.slices.begin(row).value(), static_cast<std::int64_t>(10 * i + 10));
    ASSERT_EQ(track.slices.duration[row], 5);
    const SliceId id = Trace::slice_id(track, row);
    ASSERT_EQ(trace->arg_integer(id, number, static_cast<std::int64_t>(i)),
              static_cast<std::int64_t>(i));
    if (i % 7 == 1) {
      ASSERT_EQ(trace->flows_to(id).size(), 1u);
      ASSERT_EQ(trace->slice(trace->flows_to(id)[0].from).begin().value(),
                static_cast<std::int64_t>(10 * i));
    }
  }
}

/// A random property of a slice: few keys and types, so that adjacent slices often agree.
TraceBatch::Arg random_arg(std::mt19937& random, SliceId slice, std::uint32_t variety) {
  const StringId key(random() % variety);
  switch (random() % (variety > 2 ? 3 : 1)) {
    case 0: return {slice, key, static_cast<std::int64_t>(random() % 100)};
    case 1: return {slice, key, static_cast<double>(random() % 100)};
    default: return {slice, key, StringId(random() % 4)};
  }
}

TEST(TraceBuilder, PropertiesOfEqualSlicesAreThoseOfSingleSlices) {
  std::mt19937 random(8);
  std::size_t together = 0;
  for (int round = 0; round < 300; ++round) {
    TraceBatch all;
    all.strings = {"a", "b", "c", "d"};
    for (const std::size_t track : {0u, 1u}) {
      all.tracks.push_back(
          {.id = TrackId(track), .parent = {}, .name = StringId(track), .unit = {}});
    }
    const std::uint32_t variety = 1 + random() % 4;
    const std::size_t keys = random() % 4;
    const std::size_t other = random() % 40;  // after this many slices one of them differs
    for (std::size_t i = 0; i < 200; ++i) {
      const SliceId slice(i);
      const TrackId track(i / 70 % 2);
      all.slices.emplace_back(slice, track, StringId(0), TraceTime(10 * std::int64_t(i)),
                              TraceTime(5));
      const bool differs = other > 4 && i % other == other - 1;
      for (std::size_t k = 0; k < keys; ++k) {
        if (differs) {
          all.args.push_back(random_arg(random, slice, variety));
        } else {
          all.args.push_back({slice, StringId(variety == 1 ? 0 : k), std::int64_t(random() % 9)});
        }
      }
      if (variety == 4 && i > 50 && i % 60 == 0) {  // of an earlier slice
        all.args.push_back(random_arg(random, SliceId(i - 50), variety));
      }
      if (!differs && keys > 0) ++together;
    }
    // One batch, and a batch for each slice.
    TraceBuilder builder;
    TraceBuilder slowly;
    TraceBatch head;
    head.strings = all.strings;
    head.tracks = all.tracks;
    slowly.push(std::move(head));
    auto arg = all.args.begin();
    for (const TraceBatch::Slice& slice : all.slices) {
      TraceBatch batch;
      batch.slices.push_back(slice);
      const bool last = &slice == &all.slices.back();
      while (arg != all.args.end() && (last || arg->slice <= slice.id))
        batch.args.push_back(*arg++);
      slowly.push(std::move(batch));
    }
    builder.push(std::move(all));
    const auto trace = builder.finish();
    const auto expected = slowly.finish();
    for (std::size_t t = 0; t < trace->tracks().size(); ++t) {
      const auto& columns = trace->tracks()[t].args;
      const auto& others = expected->tracks()[t].args;
      ASSERT_EQ(columns.size(), others.size());
      for (std::size_t c = 0; c < columns.size(); ++c) {
        ASSERT_EQ(columns[c].key, others[c].key);
        ASSERT_EQ(columns[c].type, others[c].type);
        ASSERT_EQ(columns[c].size(), others[c].size());
        ASSERT_EQ(columns[c].every_row, others[c].every_row);
        for (std::size_t i = 0; i < columns[c].size(); ++i) {
          ASSERT_EQ(columns[c].row(i), others[c].row(i));
          ASSERT_EQ(columns[c].value(i), others[c].value(i));
        }
      }
    }
  }
  EXPECT_GT(together, 10'000u);
}

TEST(TraceBuilder, SortsSamplesAndComputesItsLimits) {
  const auto trace = make_sample_trace();
  EXPECT_THAT(track_named(*trace, "SBUF").counters.time, ElementsAre(10'000, 30'000));
  EXPECT_EQ(trace->begin(), TraceTime(-200));
  EXPECT_EQ(trace->end(), TraceTime(50'000));
}

TEST(TraceBuilder, RoundsDownToNanoseconds) {
  const auto trace = make_sample_trace();
  EXPECT_EQ(trace->to_ns(TraceTime(10'999)), 10);
  EXPECT_EQ(trace->to_ns(TraceTime(-1)), -1);
  EXPECT_EQ(trace->to_ns(TraceTime(-1000)), -1);
  EXPECT_EQ(trace->to_ns(TraceTime(-1001)), -2);
}

TEST(TraceBuilder, CountsDiagnosticsByCode) {
  const auto trace = make_sample_trace();
  ASSERT_EQ(trace->diagnostics().size(), 1u);
  EXPECT_EQ(trace->diagnostics()[0].count, 2);
  EXPECT_EQ(trace->diagnostics()[0].example.english(), "0x95 at pc 3");
}

class NestingTest : public testing::Test {
 protected:
  struct Span {
    std::int64_t start, duration;
  };
  std::shared_ptr<const Trace> build(TrackLayout layout, const std::vector<Span>& spans) {
    TraceBuilder builder;
    TraceWriter out(builder);
    const auto track = out.track({.name = "t", .kind = TrackKind::kHost, .layout = layout});
    for (const Span& span : spans) {
      out.slice(track, out.intern("s"), TraceTime(span.start), TraceTime(span.duration));
    }
    out.finish();
    return builder.finish();
  }
};

TEST_F(NestingTest, ContainedSlicesBecomeChildren) {
  const auto trace = build(TrackLayout::kNested, {{0, 100}, {0, 40}, {10, 20}, {50, 50}, {100, 5}});
  const SliceColumns& slices = trace->tracks()[0].slices;
  EXPECT_THAT(slices.depth, ElementsAre(0, 1, 2, 1, 0));
  EXPECT_THAT(parents(trace->tracks()[0]), ElementsAre(SliceId::kNone, 0u, 1u, 0u, SliceId::kNone));
  EXPECT_EQ(trace->tracks()[0].max_depth, 2);
}

TEST_F(NestingTest, OverlapsInAStackAreMovedAndCounted) {
  const auto trace = build(TrackLayout::kNested, {{0, 100}, {50, 100}});
  EXPECT_THAT(trace->tracks()[0].slices.depth, ElementsAre(0, 1));
  EXPECT_THAT(parents(trace->tracks()[0]), ElementsAre(SliceId::kNone, SliceId::kNone));
  ASSERT_EQ(trace->diagnostics().size(), 1u);
  EXPECT_EQ(trace->diagnostics()[0].code, "overlapping_slices");
}

TEST_F(NestingTest, MovedSlicesDoNotOverlap) {
  const auto few = build(TrackLayout::kNested, {{0, 100}, {50, 100}, {60, 30}, {90, 5}, {95, 80}});
  EXPECT_THAT(few->tracks()[0].slices.depth, ElementsAre(0, 1, 2, 2, 2));

  std::mt19937 random(3);
  std::vector<Span> spans(2000);
  const auto below = [&](unsigned limit) { return static_cast<std::int64_t>(random() % limit); };
  for (Span& span : spans) span = {below(20'000), below(200)};
  const auto trace = build(TrackLayout::kNested, spans);
  const SliceColumns& slices = trace->tracks()[0].slices;
  std::map<std::uint16_t, TraceTime> end_of_depth;
  for (std::size_t row = 0; row < slices.size(); ++row) {
    TraceTime& end = end_of_depth[slices.depth[row]];
    EXPECT_LE(end, slices.begin(row)) << row;
    end = slices.end(row);
  }
}

TEST_F(NestingTest, NeighboursBeforeZeroShareADepth) {
  const auto trace = build(TrackLayout::kNested, {{-100, 40}, {-60, 20}, {-30, 60}});
  EXPECT_THAT(trace->tracks()[0].slices.depth, ElementsAre(0, 0, 0));
}

TEST_F(NestingTest, FlatTracksUseLanesAndHaveNoParents) {
  const auto trace = build(TrackLayout::kFlat, {{0, 100}, {10, 20}, {15, 5}, {40, 10}, {100, 10}});
  EXPECT_THAT(trace->tracks()[0].slices.depth, ElementsAre(0, 1, 2, 1, 0));
  EXPECT_THAT(parents(trace->tracks()[0]), testing::Each(SliceId::kNone));
}

TEST(TraceBuilder, ClosesOpenSlicesAndCountsThem) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto track = out.track({.name = "t", .kind = TrackKind::kHost});
  const auto closed = out.open_slice(track, out.intern("closed"), TraceTime(5));
  out.open_slice(track, out.intern("open"), TraceTime(20));
  out.close_slice(closed, TraceTime(50));
  out.slice(track, out.intern("negative"), TraceTime(30), TraceTime(-7));
  out.finish();
  const auto trace = builder.finish();
  EXPECT_THAT(trace->tracks()[0].slices.duration, ElementsAre(45, 30, 0));
  ASSERT_EQ(trace->diagnostics().size(), 2u);
  EXPECT_EQ(trace->diagnostics()[0].code, "slice_without_end");
  EXPECT_EQ(trace->diagnostics()[1].code, "negative_duration");
}

TEST(TraceBuilder, TheBuilderContinuesAfterASnapshot) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto track = out.track({.name = "t", .kind = TrackKind::kHost});
  out.slice(track, out.intern("first"), TraceTime(0), TraceTime(1));
  out.flush();
  const auto half = builder.snapshot();
  out.slice(track, out.intern("second"), TraceTime(2), TraceTime(1));
  out.finish();
  const auto whole = builder.finish();
  EXPECT_EQ(half->slice_count(), 1u);
  EXPECT_EQ(whole->slice_count(), 2u);
  EXPECT_EQ(half->text(half->slice(SliceId(0)).name()), "first");
  EXPECT_EQ(half->strings().find("first"), half->slice(SliceId(0)).name());
}

TEST(TraceBuilder, LimitsTheDepthOfTracks) {
  constexpr std::size_t kLevels = 200'000;
  TraceBuilder builder;
  TraceWriter out(builder);
  TrackId parent;
  for (std::size_t i = 0; i < kLevels; ++i) parent = out.track({.name = "t", .parent = parent});
  out.finish();
  const auto trace = builder.finish();
  ASSERT_EQ(trace->tracks().size(), kLevels);
  std::vector<std::uint32_t> levels;
  for (const Track& track : trace->tracks()) {
    levels.push_back(track.parent.valid() ? levels[track.parent.index()] + 1 : 0);
  }
  EXPECT_EQ(*std::max_element(levels.begin(), levels.end()), limits::kDeepestTrack);
  ASSERT_EQ(trace->diagnostics().size(), 1u);
  EXPECT_EQ(trace->diagnostics()[0].code, "track_too_deep");
  EXPECT_EQ(trace->diagnostics()[0].count, kLevels - limits::kDeepestTrack - 1);
}

TEST(TraceBuilder, ALargeRealNumberIsNotAnInteger) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const SliceId slice =
      out.slice(out.track({.name = "t"}), out.intern("a"), TraceTime(0), TraceTime(1));
  out.arg(slice, out.intern("high"), 1e300);
  out.arg(slice, out.intern("low"), -1e300);
  out.arg(slice, out.intern("none"), std::nan(""));
  out.arg(slice, out.intern("bytes"), 12.5);
  out.finish();
  const auto trace = builder.finish();
  const auto integer = [&](const char* name) {
    return trace->arg_integer(SliceId(0), trace->strings().find(name), -7);
  };
  EXPECT_EQ(integer("high"), -7);
  EXPECT_EQ(integer("low"), -7);
  EXPECT_EQ(integer("none"), -7);
  EXPECT_EQ(integer("bytes"), 12);
}

TEST(TraceBuilder, MakesAllTextsValidUtf8AndCountsThem) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId track = out.track({.name = "caf\xe9"});
  const SliceId slice = out.slice(track, out.intern("\xff"), TraceTime(0), TraceTime(1));
  out.arg(slice, out.intern("\xed\xa0\x80"), "cut \xe2\x82");
  out.property("ke\xfe", std::string("gr\u00fcn"));
  out.property("path", std::string("\xc0\xaf"));
  out.metric({.name = "m\xff", .unit = "\xff", .note = tr("from '{}'", "a\xff")});
  out.diagnose("code", Severity::kInfo, tr("in '{}'", "b\xff"));
  out.finish();
  const auto trace = builder.finish();
  EXPECT_EQ(trace->text(trace->tracks()[0].name), "caf\uFFFD");
  EXPECT_EQ(trace->text(trace->slice(SliceId(0)).name()), "\uFFFD");
  EXPECT_TRUE(trace->strings().find("cut \uFFFD\uFFFD").valid());
  EXPECT_EQ(trace->properties()[0].first, "ke\uFFFD");
  EXPECT_EQ(std::get<std::string>(trace->properties()[0].second), "gr\u00fcn");
  EXPECT_EQ(std::get<std::string>(trace->properties()[1].second), "\uFFFD\uFFFD");
  EXPECT_EQ(trace->metrics()[0].note.english(), "from 'a\uFFFD'");
  std::map<std::string, std::int64_t> counts;
  for (const Diagnostic& each : trace->diagnostics()) counts[each.code] = each.count;
  EXPECT_EQ(counts["text_not_utf8"], 10);
  EXPECT_EQ(counts["code"], 1);
}

TEST(TraceBuilder, AnEmptyTraceIsValid) {
  TraceBuilder builder;
  const auto trace = builder.finish();
  EXPECT_EQ(trace->slice_count(), 0u);
  EXPECT_TRUE(trace->tracks().empty());
}

}  // namespace
}  // namespace nscope
