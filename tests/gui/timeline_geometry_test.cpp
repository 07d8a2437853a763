#include "app/gui/timeline/model/timeline_geometry.h"

#include "app/gui/timeline/model/active_shares.h"
#include "app/gui/timeline/paint/row_raster.h"
#include "profiler/analysis/metrics/active_time.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/analysis/metrics/throttle_ratio.h"
#include "tests/gui/run_fixtures.h"

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

std::string describe(const RowGeometry& geometry) {
  std::string text;
  for (const Block& block : geometry.blocks) {
    text += fmt::format("{:.1f}-{:.1f} share {:.2f} row {} x{}\n", block.x0, block.x1, block.share,
                        block.row, block.count);
  }
  for (const Stem& stem : geometry.stems)
    text += fmt::format("wait {:.1f}-{:.1f}\n", stem.x0, stem.x1);
  return text;
}

TEST(SliceGeometry, WideEventsStandAlone) {
  const auto trace = make_run();
  EXPECT_EQ(describe(slice_geometry(*track_named(*trace, "VectorE"), {{150.0, 450.0}, 300.0})),
            "50.0-100.0 share 1.00 row 2 x1\n"
            "150.0-200.0 share 1.00 row 3 x1\n"
            "250.0-300.0 share 1.00 row 4 x1\n"
            "wait 20.0-50.0\n"
            "wait 120.0-150.0\n"
            "wait 220.0-250.0\n");
}

TEST(SliceGeometry, AWaitReachesInFromBehindTheEdge) {
  const auto trace = make_run();
  EXPECT_EQ(describe(slice_geometry(*track_named(*trace, "VectorE"), {{155.0, 190.0}, 350.0})),
            "wait 150.0-350.0\n");
}

TEST(SliceGeometry, NarrowEventsBecomeOneColumn) {
  const auto trace = make_run();
  // 1,000 ns on half a pixel: one run of ten, half busy.
  EXPECT_EQ(describe(slice_geometry(*track_named(*trace, "VectorE"), {{0.0, 1000.0}, 0.5})),
            "0.0-0.5 share 0.53 row 0 x10\n");
}

TEST(SliceGeometry, NeverMoreThanTwoBlocksAPixel) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto engine = tracks.engine(0, Engine::kVector);
  const StringId name = out.intern("COPY");
  std::mt19937 random(7);
  std::int64_t time = 0;
  std::int64_t busy = 0;
  for (int i = 0; i < 200'000; ++i) {
    const auto length = static_cast<std::int64_t>(random() % 40);
    out.slice(engine, name, TraceTime(time), TraceTime(length));
    busy += length;
    time += length + static_cast<std::int64_t>(random() % 60);
  }
  out.finish();
  const auto trace = builder.finish();
  const TimeScale scale{{0.0, static_cast<double>(time)}, 1000.0};
  const RowGeometry geometry = slice_geometry(*track_named(*trace, "VectorE"), scale);
  EXPECT_LE(geometry.blocks.size(), 2000u);
  std::int64_t events = 0;
  double covered = 0.0;
  for (const Block& block : geometry.blocks) {
    events += block.count;
    covered += (block.x1 - block.x0) * block.share;
  }
  EXPECT_EQ(events, 200'000) << "no event may get lost";
  EXPECT_NEAR(covered * scale.ticks_per_pixel(), static_cast<double>(busy), 1.0);
}

TEST(BusyColumns, AreSharesOfEachPixel) {
  const auto trace = make_run();
  const TrackId vector = track_named(*trace, "VectorE")->id;
  const TrackId tensor = track_named(*trace, "TensorE")->id;
  const TrackId both[] = {vector, tensor};
  const auto mean = busy_columns(*trace, both, {{0.0, 1000.0}, 10.0});
  ASSERT_EQ(mean.size(), 10u);
  EXPECT_FLOAT_EQ(mean[0], 0.25F);
  EXPECT_FLOAT_EQ(mean[3], 0.75F);
  const auto busiest = busiest_columns(*trace, both, {{0.0, 1000.0}, 10.0});
  EXPECT_FLOAT_EQ(busiest[0], 0.5F);
  EXPECT_FLOAT_EQ(busiest[3], 1.0F);
}

TEST(BusyColumns, MergeToTheMeanOfWhatTheyCover) {
  const std::vector<float> four = {0.0F, 1.0F, 0.5F, 0.25F};
  EXPECT_EQ(merged_columns(four, 2), (std::vector<float>{0.5F, 0.375F}));
  const auto three = merged_columns(four, 3);
  ASSERT_EQ(three.size(), 3u);
  EXPECT_FLOAT_EQ(three[0], 0.25F) << "all of the first, a third of the second";
  EXPECT_FLOAT_EQ(three[1], 0.875F - 0.125F);
  EXPECT_FLOAT_EQ(three[2], (0.5F / 3.0F + 0.25F) * 0.75F);
  EXPECT_EQ(merged_columns(four, 9), four) << "more than there are say no more";
  EXPECT_EQ(merged_columns({}, 3), std::vector<float>());
}

TEST(Counters, KeepPeaksAndSayWhenNothingIsKnown) {
  const auto trace = make_run();
  const Track& sbuf = *track_named(*trace, "SBUF");
  const auto columns = counter_columns(sbuf, {{0.0, 1000.0}, 10.0});
  EXPECT_FALSE(columns[2].known);
  EXPECT_TRUE(columns[3].known);
  EXPECT_DOUBLE_EQ(columns[5].high, 0.25);
  EXPECT_DOUBLE_EQ(columns[6].high, 0.5);
  EXPECT_DOUBLE_EQ(columns[9].low, 0.5);
  EXPECT_DOUBLE_EQ(counter_peak(sbuf), 0.5);
  EXPECT_EQ(counter_value(sbuf, 299.0), std::nullopt);
  EXPECT_EQ(counter_value(sbuf, 599.0), 0.25);
}

TEST(ActiveShares, AreOfTheVisiblePartOfTheRun) {
  const auto trace = make_run();
  const ActiveShares shares(trace, TaskControl());
  const Track& tensor = *track_named(*trace, "TensorE");
  EXPECT_DOUBLE_EQ(shares.share(tensor, {0.0, 1000.0}), 0.4);
  EXPECT_DOUBLE_EQ(shares.share(tensor, {300.0, 500.0}), 1.0);
  EXPECT_DOUBLE_EQ(shares.share(tensor, {-10.0, 1010.0}), 0.4) << "margins are not run time";
}

TEST(ActiveShares, EqualTheSummary) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto engine = tracks.engine(0, Engine::kTensor);
  const StringId wait = out.intern(opcode::kEventSemaphore);
  out.slice(tracks.executions(), out.intern("Execution"), TraceTime(100), TraceTime(800));
  out.slice(engine, wait, TraceTime(100), TraceTime(300));
  out.slice(engine, out.intern("MATMUL"), TraceTime(350), TraceTime(250));
  out.slice(engine, wait, TraceTime(700), TraceTime(100));
  out.slice(tracks.engine(0, Engine::kVector), out.intern("COPY"), TraceTime(950), TraceTime(50));
  out.finish();
  const auto trace = builder.finish();
  const ActiveShares shares(trace, TaskControl());
  const Track& tensor = *track_named(*trace, "TensorE");
  const auto active = [&](std::optional<std::pair<TraceTime, TraceTime>> range) {
    const auto summary = analysis::summarize(*trace, {.range = range, .core = {}});
    return summary.find("tensor_engine_active_time_percent")->value;
  };
  EXPECT_DOUBLE_EQ(shares.share(tensor, {0.0, 1000.0}), active({}));
  EXPECT_DOUBLE_EQ(shares.share(tensor, {0.0, 1000.0}), 250.0 / 800.0);
  EXPECT_DOUBLE_EQ(shares.share(tensor, {500.0, 700.0}),
                   active(std::pair(TraceTime(500), TraceTime(700))))
      << "an event that the view cuts counts with the part inside";
  EXPECT_DOUBLE_EQ(shares.share(tensor, {500.0, 700.0}), 0.5);
}

TEST(SliceGeometry, AWaitIsNotLongerThanTheTimeSinceTheEventBefore) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto engine = tracks.engine(0, Engine::kTensor);
  out.slice(engine, out.intern("A"), TraceTime(0), TraceTime(100));
  out.slice(engine, out.intern("B"), TraceTime(120), TraceTime(50), TraceTime(29'900));
  out.finish();
  const auto trace = builder.finish();
  const auto geometry = slice_geometry(*track_named(*trace, "TensorE"), {{0.0, 200.0}, 200.0});
  ASSERT_EQ(geometry.stems.size(), 1u);
  EXPECT_DOUBLE_EQ(geometry.stems.front().x0, 100.0);
}

TEST(Throttling, FullClockDoesNotCount) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto track = tracks.throttle(0);
  const auto full = out.slice(track, out.intern("full clock"), TraceTime(0), TraceTime(50));
  const auto half = out.slice(track, out.intern("clock limited"), TraceTime(50), TraceTime(25));
  for (const auto& [slice, k] : {std::pair(full, 8), std::pair(half, 4)}) {
    out.arg(slice, out.intern(key::kThrottleK), std::int64_t{k});
    out.arg(slice, out.intern(key::kThrottleN), std::int64_t{8});
  }
  out.finish();
  const auto trace = builder.finish();
  const Track& row = *track_named(*trace, "Throttling");
  const analysis::ThrottleRatio ratio(*trace);
  EXPECT_FALSE(ratio.limits(row, 0));
  EXPECT_TRUE(ratio.limits(row, 1));
  // The label of the row and the analysis of activity count the same.
  EXPECT_DOUBLE_EQ(ActiveShares(trace, TaskControl()).share(row, {0.0, 75.0}), 25.0 / 75.0);
  EXPECT_EQ(analysis::ActiveTime(*trace, row).within(0, 75), 25);
}

// One pixel per letter: '.' background, '#' at least half the colour, '-' less.
std::string picture(const RowGeometry& geometry, int width, int height) {
  QImage image(width, height, QImage::Format_RGB32);
  image.fill(Qt::black);
  RowRaster raster(image, 1.0, qRgb(0, 0, 0));
  raster.draw_blocks({0, 0, width, height}, geometry, 1,
                     [](std::uint32_t) { return qRgb(200, 200, 200); });
  std::string text;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int value = qRed(image.pixel(x, y));
      text += value == 0 ? '.' : value >= 100 ? '#' : '-';
    }
    text += '\n';
  }
  return text;
}

TEST(RowRaster, DrawsBlocksStemsAndLonelyEvents) {
  RowGeometry geometry;
  geometry.blocks.push_back({.x0 = 4.0, .x1 = 9.0, .row = 0});
  geometry.blocks.push_back({.x0 = 12.1, .x1 = 12.2, .row = 1});
  geometry.stems.push_back({1.0, 4.0, 0});
  EXPECT_EQ(picture(geometry, 16, 5),
            "....####....-...\n"
            ".---####....-...\n"
            ".---####....-...\n"
            "....####....-...\n"
            "....####....-...\n");
}

TEST(RowRaster, StaysInsideItsArea) {
  RowGeometry geometry;
  geometry.blocks.push_back({.x0 = -50.0, .x1 = 500.0, .row = 0});
  geometry.stems.push_back({-20.0, 900.0, 0});
  QImage image(20, 10, QImage::Format_RGB32);
  image.fill(Qt::black);
  RowRaster raster(image, 1.0, qRgb(0, 0, 0));
  const auto white = [](std::uint32_t) { return qRgb(255, 255, 255); };
  // Also partly above and below the picture.
  raster.draw_blocks({5, -3, 10, 6}, geometry, 1, white);
  raster.draw_blocks({5, 8, 10, 6}, geometry, 1, white);
  EXPECT_EQ(qRed(image.pixel(4, 0)), 0);
  EXPECT_EQ(qRed(image.pixel(15, 0)), 0);
  EXPECT_EQ(qRed(image.pixel(5, 2)), 255);
  EXPECT_EQ(qRed(image.pixel(5, 3)), 0);
  EXPECT_EQ(qRed(image.pixel(14, 9)), 255);
}

TEST(RowRaster, HatchesMoveWithTheirEvents) {
  QImage image(40, 12, QImage::Format_RGB32);
  const auto draw = [&](double x0) {
    image.fill(Qt::black);
    RowRaster raster(image, 1.0, qRgb(0, 0, 0));
    RowGeometry geometry;
    geometry.blocks.push_back({.x0 = x0, .x1 = x0 + 24.0, .row = 0});
    raster.draw_blocks(
        {0, 0, 40, 12}, geometry, 1, [](std::uint32_t) { return qRgb(200, 200, 200); },
        [](std::uint32_t) { return Pattern::kUpright; });
    return image.copy(static_cast<int>(x0), 0, 23, 12);
  };
  const QImage here = draw(3.0);
  EXPECT_EQ(here, draw(10.0));
  EXPECT_NE(here.pixel(5, 6), here.pixel(6, 6)) << "hatched";
}

TEST(RowRaster, DrawsNothingAboveTheClip) {
  QImage image(20, 20, QImage::Format_RGB32);
  image.fill(Qt::black);
  RowRaster raster(image, 1.0, qRgb(0, 0, 0));
  raster.clip_above(10);
  RowGeometry geometry;
  geometry.blocks.push_back({.x0 = 0.0, .x1 = 20.0, .row = 0});
  raster.draw_blocks(
      {0, 4, 20, 12}, geometry, 1, [](std::uint32_t) { return qRgb(255, 255, 255); },
      [](std::uint32_t) { return Pattern::kDots; });
  raster.draw_columns({0, 4, 20, 12}, std::vector<float>(20, 1.0F), Qt::white);
  raster.draw_line(9, qRgb(255, 255, 255));
  for (int y = 0; y < 10; ++y) EXPECT_EQ(qRed(image.pixel(10, y)), 0) << y;
  EXPECT_EQ(qRed(image.pixel(10, 12)), 255);
}

TEST(CounterColumns, LinesRunFromSampleToSample) {
  const auto trace = make_run();
  const Track& sbuf = *track_named(*trace, "SBUF");
  const auto columns = counter_line(sbuf, {{0.0, 1000.0}, 10.0});
  EXPECT_FALSE(columns[1].known) << "before the first sample";
  EXPECT_DOUBLE_EQ(columns[3].low, 0.25);
  EXPECT_NEAR(columns[3].high, 0.25 + 0.25 / 3.0, 1e-9);
  EXPECT_NEAR(columns[5].low, 0.25 + 0.25 * 2.0 / 3.0, 1e-9);
  EXPECT_DOUBLE_EQ(columns[5].high, 0.5);
  EXPECT_DOUBLE_EQ(columns[9].low, 0.5) << "the last sample holds";
}

TEST(RowRaster, CurvesAreThinWhereTheCounterRests) {
  QImage image(10, 40, QImage::Format_RGB32);
  image.fill(Qt::black);
  RowRaster raster(image, 1.0, qRgb(0, 0, 0));
  std::vector<CounterColumn> columns(10, {.low = 5.0, .high = 5.0, .known = true});
  columns[0].known = false;
  columns[9] = {.low = 0.0, .high = 10.0, .known = true};
  raster.draw_curve({0, 0, 10, 40}, columns, 10.0, Qt::white);
  const auto drawn = [&](int x) {
    int lines = 0;
    for (int y = 0; y < 40; ++y) lines += qRed(image.pixel(x, y)) > 0 ? 1 : 0;
    return lines;
  };
  EXPECT_EQ(drawn(0), 0);
  EXPECT_GE(drawn(5), 1);
  EXPECT_LE(drawn(5), 3);
  EXPECT_EQ(drawn(9), 40);
}

}  // namespace
}  // namespace nscope::gui
