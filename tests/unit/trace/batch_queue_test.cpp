#include "profiler/trace/build/batch_queue.h"

#include "profiler/trace/build/background_builder.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "tests/support/gone_consumer.h"

#include <cstdint>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(BatchQueue, TransfersATraceBetweenThreads) {
  BatchQueue queue(2);
  std::thread producer([&] {
    TraceWriter out(queue, 10);
    const auto track = out.track({.name = "t", .kind = TrackKind::kHost});
    for (int i = 0; i < 1000; ++i) {
      out.slice(track, out.intern("s"), TraceTime(i), TraceTime(1));
    }
    EXPECT_TRUE(out.finish());
    queue.close();
  });
  TraceBuilder builder;
  while (auto batch = queue.pop()) builder.push(std::move(*batch));
  producer.join();
  EXPECT_EQ(builder.finish()->slice_count(), 1000u);
}

TEST(BatchQueue, CountsHowOftenTheProducerWaited) {
  BatchQueue queue(1);
  EXPECT_TRUE(queue.push(TraceBatch{}));
  EXPECT_EQ(queue.backpressure().waits, 0);
  EXPECT_EQ(queue.size(), 1u);
  std::thread producer([&] { EXPECT_TRUE(queue.push(TraceBatch{})); });
  while (queue.backpressure().waits == 0) std::this_thread::yield();
  EXPECT_TRUE(queue.pop());
  producer.join();
  EXPECT_EQ(queue.backpressure().waits, 1);
  EXPECT_GT(queue.backpressure().waited.count(), 0);
  EXPECT_TRUE(queue.pop());
}

TEST(BatchQueue, LendsTheMemoryOfReadBatchesToTheProducer) {
  BatchQueue queue(1);
  TraceBatch batch;
  batch.args.reserve(1000);
  EXPECT_TRUE(queue.push(std::move(batch)));
  EXPECT_EQ(batch.args.capacity(), 0u);
  queue.give_back(std::move(*queue.pop()));
  EXPECT_TRUE(queue.push(std::move(batch)));
  EXPECT_GE(batch.args.capacity(), 1000u);
}

TEST(BackgroundBuilder, BuildsTheTraceOfATraceBuilder) {
  const auto write = [](TraceSink& sink, int slices) {
    TraceWriter out(sink, 10);
    const auto track = out.track({.name = "t", .kind = TrackKind::kHost});
    for (int i = 0; i < slices; ++i) {
      const SliceId slice =
          out.slice(track, out.intern("s" + std::to_string(i % 7)), TraceTime(i), TraceTime(1));
      out.arg(slice, out.intern("number"), std::int64_t{i});
      if (i > 0) out.flow(SliceId(slice.index() - 1), slice, out.intern("next"));
    }
    EXPECT_TRUE(out.finish());
  };
  for (const int slices : {0, 1, 5000}) {
    TraceBuilder builder;
    write(builder, slices);
    const auto expected = builder.finish();
    BackgroundBuilder background;
    write(background, slices);
    const auto trace = background.finish();
    ASSERT_EQ(trace->slice_count(), static_cast<std::size_t>(slices));
    EXPECT_EQ(trace->flows(), expected->flows());
    EXPECT_EQ(trace->tracks()[0].slices.name, expected->tracks()[0].slices.name);
    for (int i = 0; i < slices; ++i) {
      ASSERT_EQ(trace->args_of(SliceId(static_cast<std::size_t>(i)))[0].value,
                ArgValue(std::int64_t{i}));
    }
  }
}

TEST(BackgroundBuilder, EndsWithoutATrace) {
  BackgroundBuilder background;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(background.push(TraceBatch{}));
}

TEST(TraceWriter, ReportsThatTheConsumerHasEnded) {
  GoneConsumer gone;
  TraceWriter out(gone);
  EXPECT_FALSE(out.finish());
}

}  // namespace
}  // namespace nscope
