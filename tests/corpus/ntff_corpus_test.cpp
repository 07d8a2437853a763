// Proves, row by row, that an NTFF read by us says what the vendor's own export
// of the same capture says.

#include "profiler/trace/vocabulary.h"
#include "tests/corpus/neuron_captures.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using nlohmann::json;

std::string collapse_spaces(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string word; in >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

int core_of(const json& row) {
  return std::stoi(row.at("subgraph").get<std::string>().substr(2));
}

/// (core, engine, start in ns): names an instruction in both worlds.
using InstructionKey = std::tuple<int, std::string, std::int64_t>;

std::map<InstructionKey, SliceId> instructions_of(const Trace& trace) {
  std::map<InstructionKey, SliceId> result;
  for (const Track& track : trace.tracks()) {
    if (track.slice_kind != SliceKind::kInstruction) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      result[{track.core, std::string(to_string(track.engine)),
              trace.to_ns(track.slices.begin(row))}] = Trace::slice_id(track, row);
    }
  }
  return result;
}

std::string arg_text(const Trace& trace, SliceId slice, std::string_view name) {
  const auto value = trace.arg(slice, trace.strings().find(name));
  if (!value) return {};
  const auto* text = std::get_if<StringId>(&*value);
  return text == nullptr ? std::string("not a text") : std::string(trace.text(*text));
}

std::int64_t arg_number(const Trace& trace, SliceId slice, std::string_view name,
                        std::int64_t missing) {
  return trace.arg_integer(slice, trace.strings().find(name), missing);
}

class NtffCorpus : public NeuronCaptureTest {};

TEST_F(NtffCorpus, EveryInstructionIsTheOneOfTheExport) {
  Tally found("instructions found");
  Tally opcode("opcode");
  Tally duration("duration, ns");
  Tally wait("semaphore wait, ns");
  Tally operands("operands");
  Tally numbers("elements and byte counts");
  Tally type("instruction type and activation");
  Tally code("pc and CRCs");
  Tally row_kind("matmul row");
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    const json exported = json::parse(read_whole_file(capture.json));
    const auto ours = instructions_of(*trace);
    for (const json& row : exported.at("instruction")) {
      std::string engine = row.at("label");
      const bool matmul = engine == "TensorMatrix";
      if (matmul) engine = "Tensor";
      const auto start = row.at("timestamp").get<std::int64_t>();
      const std::string where = capture.name + " " + engine + " " + std::to_string(start);
      const auto it = ours.find({core_of(row), engine, start});
      found.check(it != ours.end(), [&] { return where; });
      if (it == ours.end()) continue;
      const SliceId slice = it->second;
      const auto ref = trace->slice(slice);
      opcode.equal(std::string(trace->text(ref.name())), row.at("opcode").get<std::string>(),
                   where);
      duration.equal((ref.end() - ref.begin()).value() / 1000,
                     row.at("duration").get<std::int64_t>(), where);
      wait.equal(ref.wait().value() / 1000, row.at("evt_wait_time").get<std::int64_t>(), where);
      operands.equal(arg_text(*trace, slice, key::kOperands), collapse_spaces(row.at("operands")),
                     where);
      for (const std::string_view name :
           {key::kElements, key::kHbmReadBytes, key::kHbmWriteBytes, key::kSbufReadBytes,
            key::kSbufWriteBytes, key::kPsumReadBytes, key::kPsumWriteBytes,
            key::kPsumReadSbufWriteBytes}) {
        numbers.equal(arg_number(*trace, slice, name, -1),
                      row.value(std::string(name), std::int64_t{-1}),
                      where + " " + std::string(name));
      }
      type.equal(arg_text(*trace, slice, key::kInstructionType),
                 row.at("instruction_type").get<std::string>(), where);
      type.equal(arg_text(*trace, slice, key::kActivationFn),
                 row.at("activation_fn").get<std::string>(), where);
      code.equal(arg_number(*trace, slice, key::kPc, -1), row.at("pc").get<std::int64_t>(), where);
      code.equal(arg_number(*trace, slice, key::kCrcIn, 65535),
                 row.at("crc_in").get<std::int64_t>(), where);
      code.equal(arg_number(*trace, slice, key::kCrcOut, 65535),
                 row.at("crc_out").get<std::int64_t>(), where);
      row_kind.equal(trace->text(ref.track->name) == "TensorE matmul", matmul, where);
    }
  }
  found.finish(3564);
  opcode.finish(3564);
  duration.finish(3564);
  wait.finish(3564);
  operands.finish(3564);
  numbers.finish(3564 * 8);
  type.finish(3564 * 2);
  code.finish(3564 * 3);
  row_kind.finish(3564);
}

using PacketKey = std::tuple<int, std::string, std::int64_t, std::int64_t, std::int64_t,
                             std::string, std::int64_t>;

TEST_F(NtffCorpus, EveryDmaPacketIsTheOneOfTheExport) {
  Tally found("DMA packets found");
  long long only_ours = 0;
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    std::multiset<PacketKey> ours;
    for (const Track& track : trace->tracks()) {
      if (track.slice_kind != SliceKind::kDma) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        const SliceId slice = Trace::slice_id(track, row);
        EXPECT_EQ(arg_text(*trace, slice, key::kQueueType), trace->text(track.slices.name[row]));
        ours.insert({track.core, std::string(trace->text(track.name)),
                     trace->to_ns(track.slices.begin(row)), track.slices.duration[row] / 1000,
                     arg_number(*trace, slice, key::kTransferSize, -1),
                     arg_text(*trace, slice, key::kQueueType),
                     arg_number(*trace, slice, key::kCrc, -1)});
      }
    }
    const json exported = json::parse(read_whole_file(capture.json));
    for (const json& row : exported.at("dma")) {
      const PacketKey key{core_of(row),
                          row.at("subgroup").get<std::string>(),
                          row.at("timestamp").get<std::int64_t>(),
                          row.at("duration").get<std::int64_t>(),
                          row.at("transfer_size").get<std::int64_t>(),
                          row.at("queue_type").get<std::string>(),
                          row.at("crc").get<std::int64_t>()};
      const auto it = ours.find(key);
      found.check(it != ours.end(), [&] {
        return capture.name + " " + std::get<1>(key) + " " + std::to_string(std::get<2>(key));
      });
      if (it != ours.end()) ours.erase(it);
    }
    only_ours += static_cast<long long>(ours.size());
    // The export drops rings with a packet in flight at the start; nothing else.
    for (const PacketKey& key : ours) EXPECT_EQ(std::get<5>(key), "instruction") << capture.name;
  }
  std::cout << "  packets of dropped rings, only here: " << only_ours << "\n";
  found.finish(12887);
}

/// "S[24]" of "S[24] (qSyncDynamicHW)".
std::string without_label(const std::string& name) {
  return name.substr(0, name.find(' '));
}

/// Compares all semaphore updates. Names of DMA semaphores that are never
/// awaited only stand in the NEFF, so without it the numbers are compared.
void compare_semaphores(const NeuronCapture& capture, const Trace& trace, bool names,
                        Tally& found) {
  using Key = std::tuple<int, std::string, std::int64_t, std::int64_t>;
  std::multiset<Key> ours;
  const auto shown = [&](const std::string& name) { return names ? name : without_label(name); };
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kSemaphore) continue;
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      ours.insert({track.core, shown(std::string(trace.text(track.name))),
                   trace.to_ns(TraceTime(track.counters.time[i])),
                   std::llround(track.counters.value[i])});
    }
  }
  const json exported = json::parse(read_whole_file(capture.json));
  for (const json& row : exported.at("semaphore_update")) {
    std::string name = row.at("id");
    if (!name.starts_with("S[")) name = "S[" + name + "]";
    const Key key{core_of(row), shown(name), row.at("timestamp").get<std::int64_t>(),
                  row.at("value").get<std::int64_t>()};
    const auto it = ours.find(key);
    found.check(it != ours.end(),
                [&] { return capture.name + " " + name + " " + std::to_string(std::get<2>(key)); });
    if (it != ours.end()) ours.erase(it);
  }
  EXPECT_TRUE(ours.empty()) << capture.name << " has " << ours.size()
                            << " updates more than the export";
}

TEST_F(NtffCorpus, EverySemaphoreUpdateIsTheOneOfTheExport) {
  Tally numbers("semaphore updates, NTFF alone");
  Tally names("semaphore updates with names, NTFF and NEFF");
  for (const NeuronCapture& capture : captures_) {
    const auto alone = open_exactly({capture.ntff});
    const auto explained = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(alone && explained);
    compare_semaphores(capture, *alone, false, numbers);
    compare_semaphores(capture, *explained, true, names);
  }
  numbers.finish(5600);
  names.finish(5600);
}

TEST_F(NtffCorpus, NeffGivesThePredecessorsAndNamesOfTheExport) {
  Tally names("BIR and penguin ids, BIR name, compiler pc");
  Tally edges("predecessor edges");
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.neff, capture.ntff});
    ASSERT_TRUE(trace);
    const json exported = json::parse(read_whole_file(capture.json));
    const auto ours = instructions_of(*trace);
    std::map<std::int64_t, SliceId> by_id;
    std::map<SliceId, std::int64_t> id_of;
    for (const json& row : exported.at("instruction")) {
      std::string engine = row.at("label");
      if (engine == "TensorMatrix") engine = "Tensor";
      const auto it = ours.find({core_of(row), engine, row.at("timestamp").get<std::int64_t>()});
      ASSERT_NE(it, ours.end());
      by_id[row.at("id").get<std::int64_t>()] = it->second;
      id_of[it->second] = row.at("id").get<std::int64_t>();
    }
    const std::set<std::string> typed{
        std::string(flow_kind::kFlowDependence), std::string(flow_kind::kOrdered),
        std::string(flow_kind::kAntiDependence), std::string(flow_kind::kOutputDependence)};
    for (const json& row : exported.at("instruction")) {
      const SliceId slice = by_id.at(row.at("id").get<std::int64_t>());
      const std::string where = capture.name + " " + row.at("opcode").get<std::string>() + " " +
                                std::to_string(row.at("timestamp").get<std::int64_t>());
      names.equal(arg_text(*trace, slice, key::kBirId), row.at("bir_id").get<std::string>(), where);
      names.equal(arg_text(*trace, slice, key::kBirName),
                  row.at("bir_instruction_name").get<std::string>(), where);
      names.equal(arg_text(*trace, slice, key::kPenguinId), row.at("penguin_id").get<std::string>(),
                  where);
      if (row.contains("compiler_pc")) {
        names.equal(arg_number(*trace, slice, key::kCompilerPc, -1),
                    row.at("compiler_pc").get<std::int64_t>(), where);
      }
      std::set<std::pair<std::int64_t, std::string>> expected;
      for (const json& edge : row.value("predecessors", json::array())) {
        expected.insert({edge.at("id").get<std::int64_t>(), edge.at("type").get<std::string>()});
      }
      std::set<std::pair<std::int64_t, std::string>> actual;
      for (const Flow& flow : trace->flows_to(slice)) {
        const std::string kind(trace->text(flow.kind));
        if (typed.contains(kind) && id_of.contains(flow.from)) {
          actual.insert({id_of.at(flow.from), kind});
        }
      }
      for (const auto& edge : expected) {
        edges.check(actual.contains(edge), [&] { return where + " misses " + edge.second; });
      }
      EXPECT_EQ(actual, expected) << where;
    }
  }
  names.finish(names.compared());
  EXPECT_GE(names.compared(), 3 * 3564);
  edges.finish(10883);
}

/// The value of a step function at the end of a nanosecond.
double value_at(const Trace& trace, std::string_view name, int core, std::int64_t ns) {
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kCounter || track.core != core || trace.text(track.name) != name) {
      continue;
    }
    double value = 0.0;
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      if (trace.to_ns(TraceTime(track.counters.time[i])) > ns) break;
      value = track.counters.value[i];
    }
    return value;
  }
  return 0.0;
}

TEST_F(NtffCorpus, MemoryCountersAreTheOnesOfTheExport) {
  Tally sbuf("SBUF share");
  Tally psum("PSUM banks in use");
  Tally pending("DMA triggers issued");
  Tally hbm("HBM by use");
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    const json exported = json::parse(read_whole_file(capture.json));
    for (const json& row : exported.at("instruction_usage")) {
      const auto ns = row.at("timestamp").get<std::int64_t>();
      const int core = core_of(row);
      const std::string where = capture.name + " at " + std::to_string(ns);
      if (row.at("type") == "sb") {
        const double ours = value_at(*trace, "SBUF", core, ns);
        sbuf.check(std::abs(ours - row.at("usage_avg").get<double>()) < 1e-6,
                   [&] { return where + ": " + std::to_string(ours); });
        continue;
      }
      bool all = true;
      for (int bank = 0; bank < 8; ++bank) {
        const double theirs = row.at("bank_" + std::to_string(bank) + "_usage").get<double>();
        all = all && value_at(*trace, "PSUM bank " + std::to_string(bank), core, ns) == theirs;
      }
      psum.check(all, [&] { return where; });
    }
    for (const json& row : exported.at("pending_dma")) {
      pending.equal(value_at(*trace, "DMA triggers issued", core_of(row),
                             row.at("timestamp").get<std::int64_t>()),
                    row.at("value").get<double>(), capture.name);
    }
    std::map<std::int64_t, int> core_of_nc;
    for (int core = 0; core < 2; ++core) {
      const auto nc = trace->property_number(property::core_property(core, property::kNcIndex));
      ASSERT_TRUE(nc.has_value());
      core_of_nc[std::llround(*nc)] = core;
    }
    for (const json& row : exported.at("nc_mem_usage")) {
      const std::string use = row.at("usage_type");
      if (use == "Total") continue;  // a sum that the export adds
      const auto ours = trace->property_number(property::core_property(
          core_of_nc.at(row.at("nc").get<std::int64_t>()), std::string(property::kHbmUsage) + use));
      hbm.equal(ours.value_or(-1), row.at("amount_bytes").get<double>(), capture.name + " " + use);
    }
  }
  sbuf.finish(708);
  psum.finish(840);
  pending.finish(81);
  hbm.finish(264);
}

TEST_F(NtffCorpus, ThrottlingIsTheOneOfTheExport) {
  Tally found("throttling intervals");
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    using Key =
        std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    std::set<Key> ours;
    for (const Track& track : trace->tracks()) {
      if (track.kind != TrackKind::kThrottle) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        const SliceId slice = Trace::slice_id(track, row);
        ours.insert({track.core, trace->to_ns(track.slices.begin(row)),
                     track.slices.duration[row] / 1000,
                     arg_number(*trace, slice, key::kThrottleType, -1),
                     arg_number(*trace, slice, key::kThrottleK, -1),
                     arg_number(*trace, slice, key::kThrottleN, -1)});
      }
    }
    const json exported = json::parse(read_whole_file(capture.json));
    for (const json& row : exported.at("ham")) {
      found.check(ours.erase({core_of(row), row.at("timestamp"), row.at("duration"), row.at("type"),
                              row.at("k"), row.at("n")}) == 1,
                  [&] { return capture.name; });
    }
    EXPECT_TRUE(ours.empty()) << capture.name;
  }
  found.finish(20);
}

TEST_F(NtffCorpus, PacketsBelongToTheDmaInstructionThatMovedTheSameBytes) {
  Tally triggers("DMA instructions whose packets add up");
  Tally packets("dynamic packets with their instruction");
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    std::map<SliceId, std::int64_t> moved;
    for (const Track& track : trace->tracks()) {
      if (track.slice_kind != SliceKind::kDma) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        const SliceId slice = Trace::slice_id(track, row);
        if (!arg_text(*trace, slice, key::kQueueType).ends_with("dynamic")) continue;
        const auto from = trace->flows_to(slice);
        packets.check(from.size() == 1 && trace->text(from[0].kind) == flow_kind::kDmaTrigger,
                      [&] { return capture.name; });
        const std::int64_t bytes = arg_number(*trace, slice, key::kTransferSize, -1);
        if (from.size() == 1 && bytes != 4) moved[from[0].from] += bytes;
      }
    }
    for (const auto& [slice, bytes] : moved) {
      const std::int64_t stated = arg_number(*trace, slice, key::kSbufWriteBytes, 0) +
                                  arg_number(*trace, slice, key::kHbmWriteBytes, 0);
      triggers.equal(bytes, stated, capture.name);
    }
  }
  packets.finish(12784);
  triggers.finish(81);
}

TEST_F(NtffCorpus, SemaphoreProducersAreAmongTheExportsPredecessors) {
  Tally producers("semaphore producers from the NTFF alone");
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    for (const Flow& flow : trace->flows()) {
      if (trace->text(flow.kind) != flow_kind::kSemaphore) continue;
      bool known = false;
      for (const Flow& other : trace->flows_to(flow.to)) {
        known =
            known || (other.from == flow.from && trace->text(other.kind) != flow_kind::kSemaphore &&
                      trace->text(other.kind) != flow_kind::kProgramOrder);
      }
      producers.check(known, [&] { return capture.name; });
    }
  }
  producers.finish(441);
}

TEST_F(NtffCorpus, DmaTrafficIsNamedAfterTensors) {
  Tally sides("HBM sides of DMA instructions with a tensor");
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    for (const Track& track : trace->tracks()) {
      if (track.slice_kind != SliceKind::kInstruction) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        const SliceId slice = Trace::slice_id(track, row);
        const auto side = [&](std::string_view bytes, std::string_view tensor) {
          if (arg_number(*trace, slice, bytes, 0) == 0) return;
          const std::string name = arg_text(*trace, slice, tensor);
          sides.check(
              trace->property_number(std::string(property::kTensorBytes) + name).value_or(0) > 0,
              [&] { return capture.name + " '" + name + "'"; });
        };
        side(key::kHbmReadBytes, key::kReadTensor);
        side(key::kHbmWriteBytes, key::kWriteTensor);
      }
    }
  }
  sides.finish(sides.compared());
  EXPECT_GE(sides.compared(), 81);
}

}  // namespace
}  // namespace nscope
