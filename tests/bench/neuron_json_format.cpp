#include "tests/bench/json_rows.h"
#include "tests/bench/make_trace.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace nscope::bench {
namespace {

// The proportions of exports of real kernels: about 4 KB per instruction, most
// of it DMA packets.
constexpr std::int64_t kPacketsPerInstruction = 5;
constexpr std::int64_t kSemaphoresPerInstruction = 2;
constexpr std::int64_t kThroughputPerInstruction = 3;
constexpr std::int64_t kInstructionsPerUsage = 3;
constexpr std::int64_t kInstructionsPerActiveTime = 2;
constexpr std::int64_t kNanosecondsPerInstruction = 200;  // of one core
constexpr std::int64_t kCodeLength = 4096;                // then the loop starts again

struct EngineWords {
  std::string_view label;
  std::string_view subgroup;
  std::string_view opcode;
  std::string_view operands;
  std::string_view active;  ///< name in active_time
};
constexpr std::array<EngineWords, 5> kEngineWords = {{
    {"TensorMatrix", "Tensor", "MATMUL",
     " acc_flags=2 fp32_mode=LOW_HIGH src=fp32@0x36ff8[1,0,0][512,1,1] "
     "dst=0x2001800[1,0,0][512,1,1] 128*128 ",
     "tensor"},
    {"Vector", "Vector", "TENSOR_TENSOR",
     "S[5] (Vector)++@complete src=fp32@0x2001000[1,0,0][512,1,1] "
     "dst=fp32@0xa250[1,0,0][512,1,1] op=add ",
     "vector"},
    {"Scalar", "Scalar", "ACTIVATE",
     "S[7] (Scalar)++@complete src=fp32@0x2001000[1,0,0][512,1,1] dst=bf16@0xb250[1,0,0][512,1,1] ",
     "scalar"},
    {"GpSimd", "GpSimd", "IOTA", " dst=int32@0x1250[1,0,0][128,1,1] base=0 step=1 ", "gpsimd"},
    {"Sync", "Sync", "DMA_TRIGGER", " dge_op=DIRECT2D semaphore=24 sem_increment=16 ", "sync"},
}};

/// A number without pattern, from 0 to 2^62, the same for the same input.
std::uint64_t scatter(std::uint64_t value) {
  value = (value + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
  return (value ^ value >> 29) >> 2;
}

/// Where an instruction stands: every list is derived from its number alone, so
/// that each can be written front to back without keeping anything.
struct Place {
  Place(std::int64_t instruction, int cores)
      : number(instruction),
        core(instruction % cores),
        index(instruction / cores),
        words(kEngineWords[static_cast<std::size_t>(index) % kEngineWords.size()]),
        random(scatter(static_cast<std::uint64_t>(instruction))),
        start(index * kNanosecondsPerInstruction + static_cast<std::int64_t>(random % 100)),
        duration(40 + static_cast<std::int64_t>(random / 128 % 800)) {}

  std::int64_t number;
  std::int64_t core;
  std::int64_t index;  ///< in its core
  const EngineWords& words;
  std::uint64_t random;
  std::int64_t start;     ///< ns
  std::int64_t duration;  ///< ns
};

class Writer {
 public:
  Writer(const RunSpec& spec, const std::string& path)
      : spec_(spec), out_(path, OutputFile::kPlain), rows_(out_) {
    instructions_ = (spec.slices + kPacketsPerInstruction) / (1 + kPacketsPerInstruction);
    packets_ = spec.slices - instructions_;
    for (int core = 0; core < spec.cores; ++core) {
      subgraphs_.push_back(fmt::format("sg{:02}", core));
    }
  }

  Result<> write() {
    rows_.open('{');
    list("model_info", spec_.cores, [this](std::int64_t core) { model(core); });
    list("instruction", instructions_, [this](std::int64_t i) { instruction(i); });
    list("dma", packets_, [this](std::int64_t i) { packet(i); });
    list("semaphore_update", instructions_ * kSemaphoresPerInstruction,
         [this](std::int64_t i) { semaphore(i); });
    list("dma_throughput", instructions_ * kThroughputPerInstruction,
         [this](std::int64_t i) { throughput(i); });
    list("instruction_usage", instructions_ / kInstructionsPerUsage,
         [this](std::int64_t i) { usage(i); });
    list("active_time", instructions_ / kInstructionsPerActiveTime,
         [this](std::int64_t i) { active(i); });
    list("metadata", 1, [this](std::int64_t) { metadata(); });
    rows_.close('}');
    return out_.close();
  }

  std::int64_t samples() const {
    return instructions_ * (kSemaphoresPerInstruction + kThroughputPerInstruction);
  }

 private:
  template <class Row>
  void list(std::string_view key, std::int64_t count, const Row& row) {
    rows_.open('[', key);
    for (std::int64_t i = 0; i < count; ++i) {
      rows_.open('{');
      row(i);
      rows_.close('}');
    }
    rows_.close(']');
  }

  std::string_view subgraph(std::int64_t core) const {
    return subgraphs_[static_cast<std::size_t>(core)];
  }

  void model(std::int64_t core) {
    rows_.text("sg_name", subgraph(core)).number("nd_idx", core / 8).number("nc_idx", core % 8);
    rows_.number("event_count", instructions_ / spec_.cores);
  }

  static std::uint64_t instruction_id(std::int64_t number) {
    return scatter(static_cast<std::uint64_t>(number) << 3);
  }

  void instruction(std::int64_t number) {
    const Place at(number, spec_.cores);
    const std::int64_t pc = at.index % kCodeLength;
    if (number % 2 == 0) predecessors(number);
    rows_.number("pc", pc).text("penguin_id", "sg0000:48");
    rows_.text("fully_qualified_subgraph", "/sg00").text("instruction_type", "REGULAR");
    rows_.number("crc_in", at.random % 65536).number("raw_penguin_id", 48);
    rows_.text("operands", at.words.operands).text("label", at.words.label);
    rows_.number("sbuf_read_bytes", 512).text("hlo_name", "").text("layer", "Unknown");
    rows_.text("bir_id", "sg0000:513").number("elements", 2'097'152);
    rows_.text("subgraph", subgraph(at.core)).number("timestamp", at.start);
    rows_.number("duration", at.duration).number("raw_bir_id", 513).text("hlo_attrs", "[]");
    rows_.number("psum_write_bytes", 512).text("bir_instruction_name", "I-48-6");
    rows_.number("crc_out", 65535).number("compiler_pc", pc);
    rows_.number("evt_wait_time", at.random % 50).number("id", instruction_id(number));
    rows_.text("activation_fn", "").text("opcode", at.words.opcode);
    rows_.text("subgroup", at.words.subgroup);
  }

  void predecessors(std::int64_t number) {
    rows_.open('[', "predecessors");
    for (std::int64_t back = 1; back <= 3 && number >= back * spec_.cores; ++back) {
      rows_.open('{').number("id", instruction_id(number - back * spec_.cores));
      rows_.text("type", back == 1 ? "FLOW_DEPENDENCE" : "ORDERED").close('}');
    }
    rows_.close(']');
  }

  void packet(std::int64_t number) {
    const Place cause(number / kPacketsPerInstruction, spec_.cores);
    const std::uint64_t random = scatter(static_cast<std::uint64_t>(number) << 20);
    const auto engine = static_cast<std::int64_t>(64 + random % 16);
    rows_.number("duration", 150 + random / 64 % 200).text("variable", "unknown");
    rows_.number("crc", random % 65536).number("packet_idx", number % kPacketsPerInstruction);
    rows_.text("duplicate", "no").number("write_size", 4096);
    rows_.number("id", random).number("transfer_size", 4096);
    rows_.number("packet_aggregation_id", cause.random).text("is_cc_dma", "no");
    rows_.raw("source", R"([["unknown"]])").text("queue_type", "hardware_dynamic");
    rows_.raw("dest", R"(["unknown"])").text("semaphore_id", "-1").text("dma_queue", "1");
    rows_.text("subgraph", subgraph(cause.core));
    rows_.number("timestamp", cause.start + number % kPacketsPerInstruction * 30);
    rows_.number("transfer_rate", 15'753'846'000).text("op", "").number("read_size", 4096);
    rows_.text("aggregated", "no").text("subgroup", fmt::format("Q1-E{}", engine));
    rows_.text("dma_engine", fmt::format("{}", engine));
  }

  void semaphore(std::int64_t number) {
    const Place cause(number / kSemaphoresPerInstruction, spec_.cores);
    const std::int64_t second = number % kSemaphoresPerInstruction;
    rows_.number("value", cause.index % 16 + second)
        .text("id", second == 0 ? "S[4] (Scalar)" : "2");
    rows_.text("subgraph", subgraph(cause.core));
    rows_.number("timestamp", cause.start + second * 20);
  }

  void throughput(std::int64_t number) {
    const Place cause(number / kThroughputPerInstruction, spec_.cores);
    rows_.number("hbm_transfer_rate", 0).number("total_transfer_bytes", number * 4096);
    rows_.number("hbm_total_transfer_bytes", 0);
    rows_.number("transfer_rate", cause.random % 400 * 1'000'000'000).text("uses_hbm", "false");
    rows_.text("subgraph", subgraph(cause.core));
    rows_.number("timestamp", cause.start + number % kThroughputPerInstruction * 50);
  }

  void usage(std::int64_t number) {
    const Place cause(number * kInstructionsPerUsage, spec_.cores);
    rows_.text("subgraph", subgraph(cause.core)).number("timestamp", cause.start);
    for (const char* bank : {"bank_0_usage", "bank_1_usage", "bank_2_usage", "bank_3_usage",
                             "bank_4_usage", "bank_5_usage", "bank_6_usage", "bank_7_usage"}) {
      rows_.number(bank, cause.random % 2);
    }
    rows_.raw("usage_avg", "0.25").text("type", "psum");
  }

  void active(std::int64_t number) {
    const Place cause(number * kInstructionsPerActiveTime, spec_.cores);
    rows_.text("engine", cause.words.active).number("start_ts", cause.start);
    rows_.number("end_ts", cause.start + cause.duration).number("duration_ns", cause.duration);
    rows_.number("pcore_idx", cause.core).text("subgraph", subgraph(cause.core));
  }

  void metadata() {
    const Place last(std::max<std::int64_t>(instructions_ - 1, 0), spec_.cores);
    rows_.number("first_hw_timestamp", 0).number("last_hw_timestamp", last.start + 2000);
    rows_.number("num_physical_cores", spec_.cores).number("hbm_ddr_bandwidth", 716'000'000'000);
    rows_.number("pe_num_cols", 128).number("pe_num_rows", 128).number("ticks_per_nanosec", 1000);
    rows_.raw("pe_clock_freq", "2.4").raw("pe_clock_others", "1.2").raw("is_simulation", "false");
    rows_.number("ntff_version", 6).number("data_version", 8);
  }

  RunSpec spec_;
  OutputFile out_;
  JsonRows rows_;
  std::int64_t instructions_ = 0;
  std::int64_t packets_ = 0;
  std::vector<std::string> subgraphs_;
};

}  // namespace

Result<RunCounts> write_neuron_json(const RunSpec& spec, const std::string& path) {
  Writer writer(spec, path);
  if (auto written = writer.write(); !written) return fail(written.error());
  return RunCounts{.slices = spec.slices, .flows = 0, .samples = writer.samples()};
}

}  // namespace nscope::bench
