// The JSON export and the NTFF of the same run must give the same trace, compared
// in whole nanoseconds. Where they differ on purpose (one place for all of it):
//  * kLostByAws: one instruction is in the NTFF and in AWS's own counts, but
//    missing from the rows of its export.
//  * The export drops all packets of a DMA ring of which one packet lies across
//    the start of the execution; the NTFF route keeps them.
//  * The export leaves out what lies across either end of the execution; the
//    NTFF route keeps it. DMA throughput differs where packets were left out,
//    and the export skips changes that follow another by a few nanoseconds.
//  * The export repeats counter values at each instruction; by NTFF a sample is
//    written when the value changes. Compared as steps.
//  * Event flags are not exported; by NTFF they have a track ("Events set").
//  * HBM bandwidth is 0, that is unknown, in exports made without DGE
//    notifications; by NTFF it is computed.
//  * Layers are in the export only.
//  * Flows of the kinds semaphore, program_order and dma_trigger and the
//    properties read_tensor, write_tensor and penguin_instruction are computed
//    by the NTFF route; the export does not have them.
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/shared/importer.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "tests/corpus/neuron_captures.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

struct Lost {
  std::string_view capture;
  std::string_view track;
  std::int64_t start_ns;
};
constexpr Lost kLostByAws{"baseline_fp32_s1024", "NeuronCore 0 (nc 4) / SyncE", 8685};

constexpr auto kOnlyInNtff =
    std::to_array<std::string_view>({track_name::kEvents, "HBM bandwidth"});

/// An event in words: the same for both routes where they agree.
struct Event {
  std::int64_t start = 0;
  std::int64_t duration = 0;
  std::string text;
  auto operator<=>(const Event&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Event& e) {
  return out << e.start << " +" << e.duration << " " << e.text;
}

struct Row {
  std::vector<Event> slices;
  std::vector<std::pair<std::int64_t, double>> samples;
};

std::string path_of(const Trace& trace, const Track& track) {
  const std::string name(trace.text(track.name));
  return track.parent.valid() ? path_of(trace, trace.track(track.parent)) + " / " + name : name;
}

std::string text_of(const Trace& trace, const ArgValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return std::string(trace.text(std::get<StringId>(value)));
}

const std::set<std::string_view> kComparedKeys{key::kOperands,
                                               key::kPc,
                                               key::kInstructionType,
                                               key::kElements,
                                               key::kHbmReadBytes,
                                               key::kHbmWriteBytes,
                                               key::kSbufReadBytes,
                                               key::kSbufWriteBytes,
                                               key::kPsumReadBytes,
                                               key::kPsumWriteBytes,
                                               key::kPsumReadSbufWriteBytes,
                                               key::kActivationFn,
                                               key::kBirId,
                                               key::kBirName,
                                               key::kPenguinId,
                                               key::kCompilerPc,
                                               key::kCrcIn,
                                               key::kCrcOut,
                                               key::kTransferSize,
                                               key::kQueueType,
                                               key::kQueueName,
                                               key::kCrc,
                                               key::kThrottleType,
                                               key::kThrottleK,
                                               key::kThrottleN};

/// Name, wait and the properties both routes know, in alphabetical order.
std::string describe(const Trace& trace, const Track& track, std::size_t row) {
  const auto& slices = track.slices;
  const std::int64_t wait = trace.to_ns(TraceTime(slices.wait[row]));
  std::string text = fmt::format("{} wait {}", trace.text(slices.name[row]), wait);
  std::set<std::string> properties;
  for (const Arg& arg : trace.args_of(Trace::slice_id(track, row))) {
    if (kComparedKeys.count(trace.text(arg.key)) == 0) continue;
    properties.insert(fmt::format(" {}={}", trace.text(arg.key), text_of(trace, arg.value)));
  }
  for (const std::string& property : properties) text += property;
  return text;
}

/// Samples that change the value; of several at one time the last.
std::vector<std::pair<std::int64_t, double>> steps(
    std::vector<std::pair<std::int64_t, double>> samples) {
  std::vector<std::pair<std::int64_t, double>> result;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i + 1 < samples.size() && samples[i + 1].first == samples[i].first) continue;
    const double before = result.empty() ? 0.0 : result.back().second;
    if (before != samples[i].second) result.push_back(samples[i]);
  }
  return result;
}

std::map<std::string, Row> rows_of(const Trace& trace) {
  std::map<std::string, Row> rows;
  for (const Track& track : trace.tracks()) {
    if (track.slices.size() == 0 && track.counters.size() == 0) continue;
    if (track.kind == TrackKind::kLayer) continue;
    Row& row = rows[path_of(trace, track)];
    for (std::size_t i = 0; i < track.slices.size(); ++i) {
      row.slices.push_back({trace.to_ns(track.slices.begin(i)),
                            trace.to_ns(TraceTime(track.slices.duration[i])),
                            describe(trace, track, i)});
    }
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      row.samples.emplace_back(trace.to_ns(TraceTime(track.counters.time[i])),
                               track.counters.value[i]);
    }
    std::sort(row.slices.begin(), row.slices.end());
    row.samples = steps(std::move(row.samples));
  }
  return rows;
}

/// Takes out of the NTFF's rows what the export does not have on purpose.
void drop_known_differences(std::map<std::string, Row>& rows, const std::string& capture,
                            std::int64_t end_ns) {
  std::set<std::string> cores_without_packets;
  for (auto it = rows.begin(); it != rows.end();) {
    const bool extra = std::any_of(kOnlyInNtff.begin(), kOnlyInNtff.end(),
                                   [&](auto name) { return it->first.ends_with(name); });
    const bool straddles = it->first.starts_with("DMA queues") &&
                           std::any_of(it->second.slices.begin(), it->second.slices.end(),
                                       [](const Event& e) { return e.start < 0; });
    if (straddles) cores_without_packets.insert(it->first.substr(0, it->first.find(" / ")));
    if (extra || straddles) {
      it = rows.erase(it);
      continue;
    }
    std::erase_if(it->second.slices,
                  [&](const Event& e) { return e.start < 0 || e.start + e.duration > end_ns; });
    ++it;
  }
  for (const std::string& group : cores_without_packets) {
    rows.erase("Memory" + group.substr(group.find(" (core")) + " / DMA throughput");
  }
  if (capture == kLostByAws.capture) {
    auto& slices = rows[std::string(kLostByAws.track)].slices;
    const auto lost = std::find_if(slices.begin(), slices.end(),
                                   [](const Event& e) { return e.start == kLostByAws.start_ns; });
    ASSERT_NE(lost, slices.end());
    slices.erase(lost);
  }
}

using Sample = std::pair<std::int64_t, double>;

/// The export rounds shares and rates to single precision.
bool same(const Sample& a, const Sample& b) {
  return a.first == b.first && std::abs(a.second - b.second) <= 1e-6 * std::abs(b.second) + 1e-12;
}

bool contains(const std::vector<Sample>& samples, const Sample& wanted) {
  return std::any_of(samples.begin(), samples.end(),
                     [&](const Sample& sample) { return same(wanted, sample); });
}

class JsonCorpus : public NeuronCaptureTest {};

TEST_F(JsonCorpus, TraceEqualsTheOneOfTheNtff) {
  long long tracks = 0;
  Tally slices("slices with their properties");
  Tally samples("counter samples");
  for (const NeuronCapture& capture : captures_) {
    const auto ntff = open_exactly({capture.ntff, capture.neff});
    const auto json = open_exactly({capture.json});
    ASSERT_TRUE(ntff && json);
    EXPECT_EQ(ntff->to_ns(ntff->time_base().window_end), json->to_ns(json->time_base().window_end));
    auto expected = rows_of(*ntff);
    drop_known_differences(expected, capture.name, ntff->to_ns(ntff->time_base().window_end));
    auto rows = rows_of(*json);
    std::erase_if(rows, [&](const auto& row) {
      return row.first.ends_with("DMA throughput") && expected.count(row.first) == 0;
    });
    for (const auto& [name, row] : rows) EXPECT_TRUE(expected.count(name)) << name;
    for (const auto& [name, theirs] : expected) {
      const std::string where = capture.name + ": " + name;
      const auto found = rows.find(name);
      if (found == rows.end()) {
        ADD_FAILURE() << where << " is missing";
        continue;
      }
      ++tracks;
      const Row& ours = found->second;
      EXPECT_EQ(ours.slices.size(), theirs.slices.size()) << where;
      if (name.ends_with("DMA throughput")) {
        for (const auto& sample : ours.samples) {
          samples.check(contains(theirs.samples, sample), [&] {
            return fmt::format("{}: {} at {}", where, sample.second, sample.first);
          });
        }
        continue;
      }
      EXPECT_EQ(ours.samples.size(), theirs.samples.size()) << where;
      for (std::size_t i = 0; i < std::min(ours.slices.size(), theirs.slices.size()); ++i) {
        slices.equal(ours.slices[i], theirs.slices[i], where);
      }
      for (std::size_t i = 0; i < std::min(ours.samples.size(), theirs.samples.size()); ++i) {
        samples.check(same(ours.samples[i], theirs.samples[i]), [&] {
          return fmt::format("{}: sample {}: ours {} at {}", where, i, ours.samples[i].second,
                             ours.samples[i].first);
        });
      }
    }
  }
  std::cout << "  tracks: " << tracks << "\n";
  slices.finish(16477);
  samples.finish(samples.compared());
}

TEST_F(JsonCorpus, PredecessorsAreThoseOfTheNeff) {
  const auto typed_edges = [](const Trace& trace) {
    const std::set<std::string_view> kinds{flow_kind::kFlowDependence, flow_kind::kOrdered,
                                           flow_kind::kAntiDependence,
                                           flow_kind::kOutputDependence};
    std::multiset<std::string> edges;
    const auto describe_end = [&](SliceId id) {
      const auto slice = trace.slice(id);
      return fmt::format("{} {} {}", slice.track->core, trace.to_ns(slice.begin()),
                         describe(trace, *slice.track, slice.row));
    };
    for (const Flow& flow : trace.flows()) {
      if (kinds.count(trace.text(flow.kind)) == 0) continue;
      edges.insert(fmt::format("{} -> {} {}", describe_end(flow.from), describe_end(flow.to),
                               trace.text(flow.kind)));
    }
    return edges;
  };
  std::size_t compared = 0;
  for (const NeuronCapture& capture : captures_) {
    const auto ntff = open_exactly({capture.ntff, capture.neff});
    const auto json = open_exactly({capture.json});
    ASSERT_TRUE(ntff && json);
    const auto ours = typed_edges(*json);
    EXPECT_EQ(ours, typed_edges(*ntff)) << capture.name;
    EXPECT_EQ(ours.size(), json->flows().size()) << capture.name;
    compared += ours.size();
  }
  std::cout << "  predecessor edges: " << compared << " compared\n";
  EXPECT_EQ(compared, 10883u);
}

TEST_F(JsonCorpus, PropertiesOfBothRoutesAgree) {
  // Where the run was read from, and what one of the two files does not hold.
  const std::set<std::string> not_compared{"source_format", "source_file"};
  int compared = 0;
  for (const NeuronCapture& capture : captures_) {
    const auto ntff = open_exactly({capture.ntff, capture.neff});
    const auto json = open_exactly({capture.json});
    ASSERT_TRUE(ntff && json);
    for (const auto& [name, value] : json->properties()) {
      const PropertyValue* other = ntff->property(name);
      if (other == nullptr || not_compared.count(name) > 0) continue;
      ++compared;
      if (const auto number = json->property_number(name)) {
        EXPECT_EQ(number, ntff->property_number(name)) << capture.name << ": " << name;
      } else {
        EXPECT_EQ(json->property_text(name), ntff->property_text(name))
            << capture.name << ": " << name;
      }
    }
  }
  std::cout << "  properties: " << compared << " compared\n";
  EXPECT_GE(compared, 6 * 60);
}

TEST_F(JsonCorpus, WholeExportIsAccountedFor) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.json});
    ASSERT_TRUE(trace);
    for (const Diagnostic& d : trace->diagnostics()) {
      EXPECT_TRUE(d.code == "capture_warning" || d.code == "active_time_not_imported" ||
                  d.code == "text_list_not_imported")
          << capture.name << ": " << d.code << " x " << d.count << ": " << d.example.english();
    }
    EXPECT_EQ(trace->metrics().size(), 101u) << capture.name;
  }
}

/// Reads bytes as an export; only that it ends, in time, without a crash.
Result<> read_bytes(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(), [](char c) { return std::byte(c); });
  const ByteSource file = ByteSource::from_bytes("damaged.json", std::move(bytes));
  TraceBuilder builder;
  TaskControl control;
  const auto read = importers::read_profile_json({file, nullptr}, builder, control);
  if (read) {
    EXPECT_NE(builder.finish(), nullptr);
  }
  return read;
}

TEST_F(JsonCorpus, CutOffAnywhereIsAnErrorWithItsPlace) {
  for (const NeuronCapture& capture : captures_) {
    const std::string text = read_whole_file(capture.json);
    for (std::size_t i = 0; i < 200; ++i) {
      const std::size_t size = text.size() * i / 200;
      const auto read = read_bytes(std::string_view(text).substr(0, size));
      ASSERT_FALSE(read.has_value()) << capture.name << " cut at " << size;
      EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
      EXPECT_EQ(read.error().where.english(), fmt::format("damaged.json: byte {}", size));
    }
  }
}

TEST_F(JsonCorpus, FlippedBytesNeverCrash) {
  const std::string text = read_whole_file(captures_[3].json);
  std::mt19937 random(20261121);
  int errors = 0;
  constexpr int kFlips = 2000;
  for (int i = 0; i < kFlips; ++i) {
    std::string damaged = text;
    const std::size_t at = random() % damaged.size();
    damaged[at] = static_cast<char>(random());
    const auto read = read_bytes(damaged);
    if (!read) {
      ++errors;
      EXPECT_EQ(read.error().code, ErrorCode::kBadInput) << "byte " << at;
      EXPECT_NE(read.error().where.english().find("damaged.json: byte"), std::string::npos);
    }
  }
  std::cout << "  " << errors << " of " << kFlips << " flips are refused\n";
  EXPECT_GT(errors, 0);
  EXPECT_LT(errors, kFlips);
}

}  // namespace
}  // namespace nscope
