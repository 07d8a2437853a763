#include "profiler/base/json.h"
#include "profiler/export/chrome_json.h"
#include "profiler/trace/neuron_tracks.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/simulate.h"
#include "tests/unit/importers_chrome_json/round_trip.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace nscope {
namespace {

std::shared_ptr<const Trace> made(const std::function<void(TraceWriter&)>& fill) {
  TraceBuilder builder;
  TraceWriter out(builder);
  fill(out);
  EXPECT_TRUE(out.finish());
  return builder.finish();
}

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The file that the trace is written as, parsed by another JSON parser.
Json written(const Trace& trace) {
  const std::string path = chrome_file(".json");
  TaskControl control;
  const auto ok = export_chrome_json(trace, path, false, control);
  EXPECT_TRUE(ok) << to_string(ok.error());
  auto json = parse_json(file_text(path), path);
  EXPECT_TRUE(json) << to_string(json.error());
  ::unlink(path.c_str());
  return json ? *json : Json();
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One of everything: kinds, overlaps, equal starts, odd texts, exact numbers.
std::shared_ptr<const Trace> rich_trace(std::int64_t ticks_per_ns) {
  return made([&](TraceWriter& out) {
    out.time_base({.ticks_per_ns = ticks_per_ns,
                   .window_begin = TraceTime(5),
                   .window_end = TraceTime(77'777)});
    NeuronTracks tracks(out);
    const TrackId tensor = tracks.engine(1, Engine::kTensor);
    const TrackId queue = tracks.dma_ring(1, 64, 2);
    const TrackId usage = tracks.sbuf_usage(1);
    const StringId name = out.intern("MATMUL");
    const SliceId first =
        out.slice(tensor, name, TraceTime(-2'500), TraceTime(1'999), TraceTime(333));
    out.arg(first, out.intern("opcode"), "mat\"mul\\\n\t \xC3\xA9");
    out.arg(first, out.intern("elements"), std::int64_t{-9'007'199'254'740'993});
    out.arg(first, out.intern("least"), std::numeric_limits<std::int64_t>::min());
    out.arg(first, out.intern("rate"), 0.1);
    out.arg(first, out.intern("whole"), 3.0);
    out.arg(first, out.intern("large"), 1e300);
    out.arg(first, out.intern("endless"), -kInfinity);
    out.arg(first, out.intern("_wait"), "mine");
    out.arg(first, out.intern("_own"), kInfinity);
    out.arg(first, out.intern("a.b"), std::int64_t{1});
    out.arg(first, out.intern(""), "empty key");
    out.arg(first, out.intern("opcode"), "twice");
    const SliceId second = out.slice(tensor, name, TraceTime(1'001), TraceTime(998));
    const SliceId mark = out.slice(tensor, out.intern(""), TraceTime(1'999), TraceTime(0));
    // Overlapping packets of a queue, two of them alike.
    const SliceId packet = out.slice(queue, out.intern("DMA"), TraceTime(100), TraceTime(5'000));
    out.slice(queue, out.intern("DMA a"), TraceTime(200), TraceTime(5'000));
    out.slice(queue, out.intern("DMA b"), TraceTime(200), TraceTime(5'000));
    out.slice(queue, out.intern("DMA c"), TraceTime(200), TraceTime(0));
    out.slice(queue, out.intern("DMA d"), TraceTime(5'100), TraceTime(1));
    out.flow(first, second, out.intern("semaphore"));
    out.flow(first, packet, out.intern("dma_trigger"));
    out.flow(first, packet, out.intern("ordered"));
    out.flow(packet, mark, out.intern("semaphore"));
    out.flow(second, first, out.intern("points back"));
    out.flow(mark, mark, out.intern("itself"));
    const double values[] = {0.0, -0.0, 1.5, 1e300, -3.0, 9'007'199'254'740'993.0, kInfinity};
    for (std::size_t i = 0; i < std::size(values); ++i) {
      out.counter(usage, TraceTime(static_cast<std::int64_t>(777 * i)), values[i]);
    }
    const TrackId both = out.track({.name = "both", .kind = TrackKind::kOther, .unit = "W"});
    out.slice(both, name, TraceTime(0), TraceTime(10));
    out.counter(both, TraceTime(5), 7.0);
    // Two counters of one name in one process.
    for (int i = 0; i < 2; ++i) {
      const TrackId twin = out.track(
          {.name = "twin", .kind = TrackKind::kCounter, .parent = tracks.core(1), .core = 1});
      out.counter(twin, TraceTime(i), i);
    }
    out.property("text", std::string("a\tb"));
    out.property("integer", std::int64_t{-5});
    out.property("real", 2.0);
    out.property("endless", kInfinity);
    out.property(std::string(property::kClock), std::string("unix"));
    out.property(std::string(property::kClockOrigin), std::int64_t{1'700'000'000'000'000'000});
    out.metric({.name = "mfu",
                .value = 0.5,
                .unit = "share",
                .provenance = Provenance::kSimulated,
                .low = 0.25,
                .high = {},
                .note = "assumed"});
    out.diagnose("strange", Severity::kError, "first one", 12);
  });
}

TEST(ChromeExport, EverythingComesBack) {
  for (const std::int64_t ticks_per_ns : {1, 1000}) {
    for (const bool gzip : {false, true}) {
      const auto trace = rich_trace(ticks_per_ns);
      expect_same_trace(*trace, *chrome_round_trip(*trace, gzip));
    }
  }
}

TEST(ChromeExport, CallStacksComeBack) {
  const auto trace = made([](TraceWriter& out) {
    const TrackId host = out.track({.name = "Host",
                                    .kind = TrackKind::kHost,
                                    .slice_kind = SliceKind::kHost,
                                    .layout = TrackLayout::kNested});
    const auto add = [&](const char* name, std::int64_t start, std::int64_t duration) {
      out.slice(host, out.intern(name), TraceTime(start), TraceTime(duration));
    };
    add("main", 0, 100);
    add("same as main", 0, 100);
    add("child", 10, 20);
    add("overlaps child", 25, 20);
    add("mark", 25, 0);
    add("outlives main", 90, 30);
    add("after", 120, 5);
    add("also after", 120, 5);
  });
  EXPECT_EQ(trace->diagnostics().size(), 1u);  // overlapping_slices: said once, not twice
  expect_same_trace(*trace, *chrome_round_trip(*trace));
}

TEST(ChromeExport, AnEmptyTraceComesBack) {
  const auto trace = made([](TraceWriter& out) {
    out.track({.name = "nothing here"});
    out.property("text", std::string("x"));
  });
  expect_same_trace(*trace, *chrome_round_trip(*trace));
}

TEST(ChromeExport, RandomTracesComeBack) {
  std::mt19937 random(7);
  const auto below = [&](int limit) {
    return static_cast<std::int64_t>(std::uniform_int_distribution(0, limit - 1)(random));
  };
  for (int round = 0; round < 20; ++round) {
    const auto trace = made([&](TraceWriter& out) {
      out.time_base({.ticks_per_ns = round % 2 == 0 ? 1 : 1000});
      std::vector<TrackId> tracks;
      for (int i = 0; i < 5; ++i) {
        const std::string name = "T" + std::to_string(i / 2);
        tracks.push_back(
            out.track({.name = name,
                       .kind = i < 2 ? TrackKind::kGroup : TrackKind::kOther,
                       .parent = i < 2 ? TrackId() : tracks[static_cast<std::size_t>(below(i))],
                       .layout = below(2) == 0 ? TrackLayout::kFlat : TrackLayout::kNested}));
      }
      std::vector<SliceId> slices;
      for (int i = 0; i < 400; ++i) {
        const auto track = static_cast<std::size_t>(2 + below(3));
        slices.push_back(out.slice(tracks[track], out.intern("s" + std::to_string(below(9))),
                                   TraceTime(below(3'000) - 500), TraceTime(below(600)),
                                   TraceTime(below(3))));
        out.arg(slices.back(), out.intern("n"), below(5));
        out.counter(tracks[track], TraceTime(below(3'000)), static_cast<double>(below(7)) / 4);
      }
      for (int i = 0; i < 200; ++i) {
        out.flow(slices[static_cast<std::size_t>(below(400))],
                 slices[static_cast<std::size_t>(below(400))],
                 out.intern("k" + std::to_string(below(3))));
      }
    });
    expect_same_trace(*trace, *chrome_round_trip(*trace));
  }
}

// What other viewers rely on, checked by reading the file as they do.
TEST(ChromeExport, OthersCanReadIt) {
  const Json json = written(*rich_trace(1000));
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<double, double>>> threads;
  std::map<std::int64_t, double> starts;
  std::size_t ends = 0;
  std::set<std::pair<std::int64_t, std::int64_t>> named;
  for (const Json& event : json.at("traceEvents")) {
    const auto phase = event.at("ph").get<std::string>();
    if (phase == "M" && event.at("name") == "thread_name") {
      named.emplace(event.at("pid").get<std::int64_t>(), event.at("tid").get<std::int64_t>());
    }
    if (phase == "M") continue;
    const double time = event.at("ts").get<double>();
    EXPECT_GE(time, 0.0);
    if (phase == "X") {
      threads[{event.at("pid").get<std::int64_t>(), event.at("tid").get<std::int64_t>()}]
          .emplace_back(time, time + event.at("dur").get<double>());
    }
    if (phase == "s") starts[event.at("id").get<std::int64_t>()] = time;
    if (phase == "f") {
      ++ends;
      EXPECT_EQ(event.at("bp"), "e");
      ASSERT_TRUE(starts.contains(event.at("id").get<std::int64_t>()));
      EXPECT_GE(time, starts[event.at("id").get<std::int64_t>()]);
    }
  }
  EXPECT_EQ(starts.size(), 6u);
  EXPECT_EQ(ends, 6u);
  for (const auto& [thread, slices] : threads) {
    EXPECT_TRUE(named.contains(thread));
    for (std::size_t a = 0; a < slices.size(); ++a) {
      for (std::size_t b = a + 1; b < slices.size(); ++b) {
        const bool apart = slices[a].second <= slices[b].first + 1e-9;
        const bool inside = slices[b].second <= slices[a].second + 1e-9;
        EXPECT_TRUE(slices[a].first <= slices[b].first + 1e-9 && (apart || inside));
      }
    }
  }
}

TEST(ChromeExport, ASimulatedRunComesBack) {
  const auto catalog = catalog::Catalog::load();
  ASSERT_TRUE(catalog);
  TraceBuilder builder;
  TaskControl control;
  const sim::Workload workload{.model = "llama-3-8b",
                               .instance = "inf2.48xlarge",
                               .tensor_parallel = 24,
                               .batch = 1,
                               .input_tokens = 120,
                               .output_tokens = 20,
                               .sequence_length = 512};
  ASSERT_TRUE(sim::simulate(*catalog, workload, builder, control));
  const auto trace = builder.finish();
  EXPECT_GT(trace->slice_count(), 1'000u);
  expect_same_trace(*trace, *chrome_round_trip(*trace));
}

TEST(ChromeExport, CancellingLeavesNoFile) {
  const auto trace = made([](TraceWriter& out) {
    const TrackId track = out.track({.name = "t", .kind = TrackKind::kOther});
    for (int i = 0; i < 10'000; ++i) {
      out.slice(track, out.intern("s"), TraceTime(i), TraceTime(1));
    }
  });
  const std::string path = chrome_file(".json");
  TaskControl control;
  control.request_cancel();
  const auto done = export_chrome_json(*trace, path, false, control);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(path));
  const auto unwritable = export_chrome_json(*trace, "/no/such/folder/x.json", false, control);
  ASSERT_FALSE(unwritable);
  EXPECT_EQ(unwritable.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace nscope
