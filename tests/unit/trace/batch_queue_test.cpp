#include "profiler/trace/build/batch_queue.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "tests/support/gone_consumer.h"

#include <thread>

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

TEST(TraceWriter, ReportsThatTheConsumerHasEnded) {
  GoneConsumer gone;
  TraceWriter out(gone);
  EXPECT_FALSE(out.finish());
}

}  // namespace
}  // namespace nscope
