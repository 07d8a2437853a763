// Statements come from other people too: whatever SQLite makes of one, our tables
// must neither crash nor go on after their time.
#include "profiler/sql/sql_session.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace {

/// Two cores with engines, nesting, counters, flows and properties.
std::shared_ptr<const nscope::Trace> make_trace() {
  using namespace nscope;
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1000, .window_end = TraceTime(100'000)});
  const StringId names[] = {out.intern("a"), out.intern("b"), out.intern("")};
  const SliceKind kinds[] = {SliceKind::kInstruction, SliceKind::kCollective, SliceKind::kCompile};
  for (int t = 0; t < 6; ++t) {
    const auto track = out.track({.name = "t",
                                  .engine = t % 2 != 0 ? Engine::kTensor : Engine::kNone,
                                  .slice_kind = kinds[t % 3],
                                  .layout = t < 3 ? TrackLayout::kFlat : TrackLayout::kNested,
                                  .core = t / 2 - 1});
    SliceId last;
    for (int i = 0; i < 20; ++i) {
      const auto slice = out.slice(track, names[(i + t) % 3], TraceTime(i * 4000 - 5000),
                                   TraceTime(i * 500), TraceTime(i));
      if (i % 2 != 0) out.arg(slice, out.intern("bytes"), std::int64_t{i});
      if (last.valid()) out.flow(last, slice, out.intern("then"));
      last = slice;
      out.counter(track, TraceTime(i * 100), i * 0.5);
    }
  }
  out.finish();
  return builder.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static auto session = *nscope::SqlSession::open(make_trace(), std::vector<nscope::Metric>());
  nscope::TaskControl control;
  nscope::SqlLimits limits{.time = std::chrono::milliseconds(50), .rows = 1000};
  (void)session.query({reinterpret_cast<const char*>(data), size}, control, limits);
  return 0;
}
