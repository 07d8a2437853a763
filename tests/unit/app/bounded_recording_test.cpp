#include "app/live/bounded_recording.h"

#include "profiler/trace/build/trace_writer.h"

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

class Into final : public TraceSink {
 public:
  explicit Into(BoundedRecording& recording) : recording_(recording) {}
  bool push(TraceBatch&& batch) override {
    recording_.take(std::move(batch));
    return true;
  }

 private:
  BoundedRecording& recording_;
};

TEST(BoundedRecording, SaysWhatItDidNotKeep) {
  BoundedRecording recording(10);
  Into sink(recording);
  TraceWriter out(sink);
  const TrackId track = out.track({.name = "t", .kind = TrackKind::kHost});
  const SliceId open = out.open_slice(track, out.intern("long"), TraceTime(0));
  for (int i = 0; i < 7; ++i) out.slice(track, out.intern("s"), TraceTime(i), TraceTime(1));
  out.flush();
  EXPECT_EQ(recording.kept(), 8);
  SliceId late;
  for (int i = 0; i < 5; ++i) late = out.open_slice(track, out.intern("s"), TraceTime(20 + i));
  out.counter(track, TraceTime(25), 1.0);
  out.flush();
  // Recorded slices still end; the ends of others are dropped.
  out.close_slice(open, TraceTime(30));
  out.close_slice(late, TraceTime(31));
  out.arg(late, out.intern("k"), std::int64_t{1});
  out.flow(open, late, out.intern("f"));
  out.finish();
  EXPECT_EQ(recording.kept(), 8);
  EXPECT_EQ(recording.not_kept(), 6);
  const auto trace = recording.finish();
  EXPECT_EQ(trace->slice_count(), 8u);
  ASSERT_EQ(trace->diagnostics().size(), 1u);
  const auto& full = trace->diagnostics()[0];
  EXPECT_EQ(full.code, "recording_full");
  EXPECT_EQ(full.count, 6);
  EXPECT_EQ(trace->slice(SliceId(0)).end().value(), 30);
}

TEST(BoundedRecording, KeepsAllWhereThereIsRoom) {
  BoundedRecording recording(3);
  Into sink(recording);
  TraceWriter out(sink);
  const TrackId track = out.track({.name = "t", .kind = TrackKind::kHost});
  for (int i = 0; i < 3; ++i) out.slice(track, out.intern("s"), TraceTime(i), TraceTime(1));
  out.finish();
  EXPECT_EQ(recording.not_kept(), 0);
  const auto trace = recording.finish();
  EXPECT_EQ(trace->slice_count(), 3u);
  EXPECT_TRUE(trace->diagnostics().empty());
}

}  // namespace
}  // namespace nscope::app
