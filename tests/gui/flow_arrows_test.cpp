#include "app/gui/timeline/paint/flow_arrows.h"

#include "app/gui/timeline/model/dependency_text.h"
#include "app/gui/timeline/paint/critical_overlay.h"
#include "tests/gui/run_fixtures.h"

#include <numeric>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

FrameInput frame_of(const std::shared_ptr<const Trace>& trace, const TimelineRows& rows,
                    const TimeView& view) {
  FrameInput frame;
  frame.trace = trace.get();
  frame.rows = &rows;
  frame.view = view;
  frame.size = QSize(kGutterWidth + 1000, 400);
  return frame;
}

SliceId event(const Trace& trace, const char* track, std::size_t row) {
  return Trace::slice_id(*track_named(trace, track), row);
}

TEST(FlowArrows, FewAreDrawnOneByOne) {
  const auto trace = make_run();
  const TimelineRows rows(trace);
  const FrameInput frame = frame_of(trace, rows, {0.0, 1000.0});
  const auto arrows = flow_arrows(frame, event_flows(*trace, event(*trace, "TensorE", 0)));
  ASSERT_EQ(arrows.size(), 2u);
  EXPECT_TRUE(arrows[0].incoming);
  EXPECT_NEAR(arrows[0].from.x(), kGutterWidth + 90.0, 1e-6) << "the packet's end";
  EXPECT_NEAR(arrows[0].to.x(), kGutterWidth + 200.0, 1e-6);
  EXPECT_FALSE(arrows[1].incoming);
  EXPECT_NEAR(arrows[1].from.x(), kGutterWidth + 600.0, 1e-6);
  EXPECT_NEAR(arrows[1].to.x(), kGutterWidth + 700.0, 1e-6);
  EXPECT_TRUE(flow_arrows(frame, event_flows(*trace, SliceId())).empty());
}

/// One event that `count` events of another engine wait for.
std::shared_ptr<const Trace> run_of_flows(int count) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto source =
      out.slice(tracks.engine(0, Engine::kTensor), out.intern("A"), TraceTime(0), TraceTime(5));
  const auto vector = tracks.engine(0, Engine::kVector);
  for (int i = 0; i < count; ++i) {
    const auto to = out.slice(vector, out.intern("B"), TraceTime(10 + i * 10), TraceTime(5));
    out.flow(source, to, out.intern(flow_kind::kSemaphore));
  }
  out.finish();
  return builder.finish();
}

TEST(FlowArrows, ManyBecomeFewThatCountAll) {
  constexpr int kFlows = 5000;
  const auto trace = run_of_flows(kFlows);
  const TimelineRows rows(trace);
  const auto flows = event_flows(*trace, event(*trace, "TensorE", 0));
  EXPECT_EQ(flows.after.count, static_cast<std::size_t>(kFlows));
  for (const TimeView& view : {TimeView{0.0, 50'000.0}, TimeView{20'000.0, 21'000.0}}) {
    const auto arrows = flow_arrows(frame_of(trace, rows, view), flows);
    EXPECT_LE(arrows.size(), kMaxArrows);
    EXPECT_GE(arrows.size(), 10u);
    const std::size_t all =
        std::accumulate(arrows.begin(), arrows.end(), std::size_t{0},
                        [](std::size_t sum, const FlowArrow& arrow) { return sum + arrow.count; });
    EXPECT_EQ(all, static_cast<std::size_t>(kFlows)) << view.begin;
  }
}

TEST(FlowArrows, GoToTheHeaderOfAClosedGroup) {
  const auto trace = run_of_flows(100);
  TimelineRows rows(trace);
  rows.set_collapsed(track_named(*trace, "NeuronCore 0")->id, true);
  const FrameInput frame = frame_of(trace, rows, {0.0, 1000.0});
  for (const FlowArrow& arrow :
       flow_arrows(frame, event_flows(*trace, event(*trace, "TensorE", 0)))) {
    EXPECT_LT(arrow.to.y(), kAxisHeight + rows.rows().front().height);
  }
}

std::shared_ptr<const DependencyView> dependencies(const std::shared_ptr<const Trace>& trace) {
  analysis::SharedDependencies shared;
  auto view = DependencyView::make(trace, shared, TaskControl());
  EXPECT_TRUE(view.has_value());
  return view ? *view : nullptr;
}

TEST(DependencyView, FollowsWhatWasWaitedForLast) {
  const auto trace = make_run();
  const auto view = dependencies(trace);
  EXPECT_TRUE(view->missing().empty());
  const SliceId matmul = event(*trace, "TensorE", 0);
  const SliceId late = event(*trace, "VectorE", 7);
  EXPECT_EQ(view->predecessor(late), event(*trace, "VectorE", 6)) << "it ended after the product";
  EXPECT_EQ(view->predecessor(matmul), event(*trace, "Q3-E64", 0));
  EXPECT_EQ(view->successor(event(*trace, "Q3-E64", 0)), matmul);
  EXPECT_FALSE(view->predecessor(event(*trace, "VectorE", 0)).valid());
}

TEST(DependencyView, UsesFlowsWhereNothingElseIsKnown) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto host = out.track({.name = "host", .kind = TrackKind::kHost});
  const auto name = out.intern("call");
  const auto a = out.slice(host, name, TraceTime(0), TraceTime(10));
  const auto b = out.slice(host, name, TraceTime(20), TraceTime(10));
  const auto c = out.slice(host, name, TraceTime(40), TraceTime(10));
  out.flow(a, c, out.intern("launch"));
  out.flow(b, c, out.intern("launch"));
  out.finish();
  const auto trace = builder.finish();
  const auto view = dependencies(trace);
  EXPECT_FALSE(view->missing().empty());
  EXPECT_EQ(view->predecessor(event(*trace, "host", 2)), event(*trace, "host", 1));
  EXPECT_EQ(view->successor(event(*trace, "host", 0)), event(*trace, "host", 2));
  EXPECT_TRUE(view->path().empty());
  EXPECT_FALSE(view->slack(event(*trace, "host", 0)).has_value());
}

TEST(DependencyView, PathCoversTheRunAndItsEventsHaveNoSlack) {
  const auto trace = make_run();
  const auto view = dependencies(trace);
  ASSERT_FALSE(view->path().empty());
  double end = 0.0;
  for (const auto& part : view->path()) {
    EXPECT_LT(part.begin, part.end);
    EXPECT_GE(part.begin, end) << "in order of time";
    end = part.end;
    EXPECT_TRUE(view->on_path(part.event));
  }
  EXPECT_EQ(end, 950.0) << "the last event's end";
  EXPECT_TRUE(view->on_path(event(*trace, "VectorE", 9)));
  EXPECT_FALSE(view->on_path(event(*trace, "Q3-E64", 1)));
  const SliceId spare = event(*trace, "Q3-E64", 1);
  const auto slack = view->slack(spare);
  ASSERT_TRUE(slack.has_value());
  EXPECT_GT(*slack, 0.0);
  EXPECT_TRUE(slack_text(*trace, *view, spare).startsWith("slack "));
  EXPECT_EQ(slack_text(*trace, *view, event(*trace, "VectorE", 9)).toStdString(),
            "on the critical path");
}

TEST(DependencyView, IdleTimeHasACauseAndAProducer) {
  const auto trace = make_run();
  const auto view = dependencies(trace);
  const Track& tensor = *track_named(*trace, "TensorE");
  const auto before = view->idle_at(tensor, 50.0);
  ASSERT_TRUE(before.has_value());
  EXPECT_EQ(before->state, analysis::EngineState::kDmaWait);
  EXPECT_EQ(before->next, event(*trace, "TensorE", 0));
  EXPECT_EQ(before->producer, event(*trace, "Q3-E64", 0));
  QString text = idle_text(*trace, *before);
  EXPECT_TRUE(text.startsWith("<b>DMA wait</b> for hardware_dynamic on Q3-E64"))
      << text.toStdString();
  const auto work = view->idle_at(tensor, 300.0);
  ASSERT_TRUE(work.has_value());
  EXPECT_EQ(idle_text(*trace, *work).toStdString(), "");
  const auto after = view->idle_at(tensor, 800.0);
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(after->state, analysis::EngineState::kFinished);
  EXPECT_TRUE(idle_text(*trace, *after).startsWith("<b>Finished</b>"));
  EXPECT_FALSE(view->idle_at(*track_named(*trace, "Q3-E64"), 95.0).has_value());
}

TEST(CriticalOverlay, BarsCostPixels) {
  const auto trace = make_run();
  const TimelineRows rows(trace);
  const TimelineRow& row = *rows.row_of(track_named(*trace, "VectorE")->id);
  std::vector<DependencyView::PathPart> parts;
  for (int i = 0; i < 100'000; ++i) parts.push_back({i * 10.0, i * 10.0 + 4.0, SliceId()});
  const auto all = path_bars(frame_of(trace, rows, {0.0, 1e6}), row, parts);
  ASSERT_EQ(all.size(), 1u) << "without a gap as wide as a pixel";
  EXPECT_NEAR(all[0].left(), kGutterWidth, 1e-6);
  EXPECT_NEAR(all[0].right(), kGutterWidth + 1000.0, 2.0);
  const auto close = path_bars(frame_of(trace, rows, {100.0, 200.0}), row, parts);
  ASSERT_EQ(close.size(), 10u);
  EXPECT_NEAR(close[0].left(), kGutterWidth, 1e-6);
  EXPECT_NEAR(close[0].width(), 40.0, 1e-6);
  EXPECT_NEAR(close[1].left(), kGutterWidth + 100.0, 1e-6);
  EXPECT_TRUE(path_bars(frame_of(trace, rows, {2e6, 3e6}), row, parts).empty());
}

TEST(CriticalOverlay, LinksJoinRowsUnlessThereAreTooMany) {
  const auto trace = make_run();
  const TimelineRows rows(trace);
  const auto view = dependencies(trace);
  const FrameInput frame = frame_of(trace, rows, {0.0, 1000.0});
  std::size_t changes = 0;
  for (std::size_t i = 1; i < view->path().size(); ++i) {
    const auto track = [&](std::size_t at) { return trace->slice(view->path()[at].event).track; };
    if (track(i) != track(i - 1)) ++changes;
  }
  EXPECT_EQ(path_links(frame, *view).size(), changes);
  EXPECT_TRUE(path_links(frame, *view, 1).empty());
}

}  // namespace
}  // namespace nscope::gui
