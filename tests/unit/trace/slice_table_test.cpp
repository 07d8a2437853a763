#include "profiler/trace/build/background_builder.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/limits.h"

#include <cstdint>
#include <memory>
#include <random>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

/// Passes batches to a builder like a sink that knows single slices only.
class SingleSlices final : public TraceSink {
 public:
  bool push(TraceBatch&& batch) override {
    EXPECT_EQ(batch.table.size(), 0u);
    return builder_.push(std::move(batch));
  }
  std::shared_ptr<const Trace> finish() { return builder_.finish(); }

 private:
  TraceBuilder builder_;
};

/// Tables of random sizes on two tracks, with single slices between them.
void write_tables(TraceSink& sink) {
  std::mt19937 random(5);
  TraceWriter out(sink, 300);
  const TrackId tracks[] = {out.track({.name = "a", .kind = TrackKind::kDmaQueue}),
                            out.track({.name = "b", .kind = TrackKind::kDmaQueue})};
  const StringId names[] = {out.intern("read"), out.intern("write")};
  const StringId size = out.intern("size");
  const StringId queue = out.intern("queue");
  const StringId number = out.intern("number");
  std::int64_t now = 0;
  bool damaged = false;
  SliceId last;
  for (std::size_t round = 0; round < 60; ++round) {
    TraceBatch::SliceTable table{.track = tracks[random() % 2], .name = names[random() % 2]};
    table.properties = {{.key = size}, {.key = queue, .value = names[1]}};
    if (round % 5 == 0) table.properties.push_back({.key = number, .value = 0.5});
    const bool caused = round % 3 != 0 && last.valid();
    if (caused) table.cause_kind = names[random() % 2];
    for (std::size_t rows = random() % 3 == 0 ? random() % 3 : random() % 200; rows > 0; --rows) {
      table.start.push_back(now += random() % 50);
      table.duration.push_back(random() % 40);
      table.properties.front().integers.push_back(random() % 9 == 0 ? -1 : random() % 5000);
      if (!caused) continue;
      const SliceId cause(random() % (last.index() + 1));
      table.causes.push_back(random() % 4 == 0 ? SliceId() : cause);
    }
    if (round >= 20 && !damaged && table.size() > 3) {
      damaged = true;
      table.start[0] = limits::kFarthestTime + 1;
      table.duration[1] = kOpenDuration.value();
      table.duration[2] = -7;
    }
    const auto rows = static_cast<std::uint32_t>(table.size());
    const SliceId first = out.slices(std::move(table));
    if (rows > 0 && last.valid()) out.flow(last, SliceId(first.index() + rows - 1), queue);
    if (random() % 2 == 0) {
      last = out.slice(tracks[0], names[0], TraceTime(now += 5), TraceTime(1), TraceTime(2));
      EXPECT_EQ(last.value, first.value + rows);
      if (random() % 2 == 0) out.arg(last, number, std::int64_t{7});
    }
  }
  EXPECT_TRUE(out.finish());
}

void expect_equal(const Trace& trace, const Trace& expected) {
  ASSERT_EQ(trace.slice_count(), expected.slice_count());
  ASSERT_EQ(trace.tracks().size(), expected.tracks().size());
  for (std::size_t t = 0; t < trace.tracks().size(); ++t) {
    const SliceColumns& slices = trace.tracks()[t].slices;
    const SliceColumns& others = expected.tracks()[t].slices;
    EXPECT_EQ(slices.start, others.start);
    EXPECT_EQ(slices.duration, others.duration);
    EXPECT_EQ(slices.name, others.name);
    EXPECT_EQ(slices.wait, others.wait);
  }
  for (std::uint32_t id = 0; id < trace.slice_count(); ++id) {
    const auto args = trace.args_of(SliceId(id));
    const auto others = expected.args_of(SliceId(id));
    ASSERT_EQ(args.size(), others.size()) << id;
    for (std::size_t i = 0; i < args.size(); ++i) {
      EXPECT_EQ(args[i].key, others[i].key) << id;
      EXPECT_EQ(args[i].value, others[i].value) << id;
    }
  }
  EXPECT_EQ(trace.flows(), expected.flows());
  ASSERT_EQ(trace.diagnostics().size(), expected.diagnostics().size());
  for (std::size_t i = 0; i < trace.diagnostics().size(); ++i) {
    EXPECT_EQ(trace.diagnostics()[i].code, expected.diagnostics()[i].code);
    EXPECT_EQ(trace.diagnostics()[i].count, expected.diagnostics()[i].count);
  }
}

TEST(SliceTable, HasTheSlicesThatSinksWithoutTablesReceive) {
  SingleSlices single;
  write_tables(single);
  const auto expected = single.finish();
  ASSERT_GT(expected->slice_count(), 2000u);
  ASSERT_GE(expected->diagnostics().size(), 3u);  // an impossible, an open and a negative time
  ASSERT_GT(expected->flows().size(), 1000u);
  TraceBuilder builder;
  write_tables(builder);
  expect_equal(*builder.finish(), *expected);
  BackgroundBuilder background;
  write_tables(background);
  expect_equal(*background.finish(), *expected);
}

TEST(SliceTable, EqualValuesTakeNoMemory) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId track = out.track({.name = "ring", .kind = TrackKind::kDmaQueue});
  const StringId name = out.intern("packet");
  for (int i = 0; i < 3; ++i) {
    TraceBatch::SliceTable table{.track = track, .name = name};
    table.properties = {{.key = out.intern("queue"), .value = name}};
    for (int row = 0; row < 1000; ++row) table.start.push_back(1000 * i + row);
    table.duration.assign(1000, 1);
    out.slices(std::move(table));
  }
  ASSERT_TRUE(out.finish());
  const auto trace = builder.finish();
  const Track& ring = trace->tracks()[0];
  EXPECT_EQ(ring.slices.size(), 3000u);
  EXPECT_TRUE(ring.slices.name.constant());
  EXPECT_TRUE(ring.slices.wait.constant());
  ASSERT_EQ(ring.args.size(), 1u);
  EXPECT_TRUE(ring.args[0].every_row);
  EXPECT_TRUE(ring.args[0].texts.constant());
  EXPECT_EQ(ring.args[0].value(2999), ArgValue(name));
}

}  // namespace
}  // namespace nscope
