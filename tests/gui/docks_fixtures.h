#pragma once

#include "app/gui/run/dock_view.h"
#include "app/gui/run/run_view.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <QTest>
#include <memory>
#include <string>
#include <string_view>

namespace nscope::gui {

/// A dock's view over a run, on screen.
template <class View>
struct SeenDock {
  explicit SeenDock(std::shared_ptr<const Trace> trace, QSize size = {1200, 400})
      : view(run, nullptr) {
    view.resize(size);
    view.show();
    run.set_trace(std::move(trace));
    view.set_seen(true);
    settle();
  }
  /// Until the newest range is shown and no job runs. A job may start another, or leave
  /// something to be laid out and painted: both are done then, too.
  void settle() {
    const auto busy = [this] {
      if (view.awaits_range()) return true;
      for (const Job* job : view.jobs()) {
        if (job->is_running()) return true;
      }
      return false;
    };
    do {
      ASSERT_TRUE(QTest::qWaitFor([&] { return !busy(); }, 20'000));
      QCoreApplication::sendPostedEvents();
      QCoreApplication::processEvents();
    } while (busy());
  }

  RunView run;
  View view;
};

/// One core of trn2, 1,000 ns: "layer 0" multiplies 0..100 and 200..300 (MATMUL, 786,432
/// multiply-accumulates each, 6,000 bytes of HBM) and adds 150..250 (TENSOR_TENSOR);
/// "layer 1" multiplies 400..450. A COPY 500..520 has no layer.
struct LayeredRun {
  LayeredRun() {
    TraceWriter out(builder);
    NeuronTracks tracks(out);
    out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(1000)});
    out.property(std::string(property::kPeClock), 2.4e9);
    out.property(std::string(property::kPeRows), std::int64_t{128});
    out.property(std::string(property::kPeColumns), std::int64_t{128});
    out.property(std::string(property::kHbmBandwidth), 358e9);
    out.property(std::string(property::kPhysicalCores), std::int64_t{1});
    const auto add = [&](Engine engine, std::string_view opcode, std::string_view layer, int begin,
                         int end) {
      const SliceId slice = out.slice(tracks.engine(0, engine), out.intern(opcode),
                                      TraceTime(begin), TraceTime(end - begin));
      if (!layer.empty()) out.arg(slice, out.intern(key::kLayer), layer);
      return slice;
    };
    first = add(Engine::kTensor, "MATMUL", "layer 0", 0, 100);
    longest = add(Engine::kTensor, "MATMUL", "layer 0", 200, 310);
    for (const SliceId slice : {first, longest}) {
      out.arg(slice, out.intern(key::kElements), std::int64_t{786432});
      out.arg(slice, out.intern(key::kHbmReadBytes), std::int64_t{6000});
    }
    sum = add(Engine::kVector, "TENSOR_TENSOR", "layer 0", 150, 250);
    other = add(Engine::kTensor, "MATMUL", "layer 1", 400, 450);
    copy = add(Engine::kVector, "COPY", "", 500, 520);
    out.finish();
    trace = builder.finish();
    // The builder numbers slices anew.
    first = at("MATMUL", 0);
    longest = at("MATMUL", 200);
    sum = at("TENSOR_TENSOR", 150);
    other = at("MATMUL", 400);
    copy = at("COPY", 500);
  }
  SliceId at(std::string_view name, std::int64_t begin) const {
    for (const Track& track : trace->tracks()) {
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (track.slices.start[row] == begin && trace->text(track.slices.name[row]) == name) {
          return Trace::slice_id(track, row);
        }
      }
    }
    return {};
  }

  TraceBuilder builder;
  SliceId first, longest, sum, other, copy;
  std::shared_ptr<const Trace> trace;
};

/// Whether a slice is marked out.
inline bool highlighted(const RunView& run, SliceId slice) {
  if (!run.highlight()) return false;
  const Trace::SliceRef at = run.trace()->slice(slice);
  return run.highlight()->holds(*at.track, static_cast<std::uint32_t>(at.row));
}

}  // namespace nscope::gui
