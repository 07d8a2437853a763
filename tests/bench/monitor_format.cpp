#include "tests/bench/json_rows.h"
#include "tests/bench/make_trace.h"

#include <string>

#include <fmt/format.h>

namespace nscope::bench {
namespace {

std::uint64_t scatter(std::uint64_t value) {
  value = (value + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
  return (value ^ value >> 29) >> 2;
}

/// neuron-monitor's reports, one line a second, of one runtime that uses all cores.
class Writer {
 public:
  Writer(const RunSpec& spec, const std::string& path)
      : cores_(spec.cores), out_(path, OutputFile::kPlain), rows_(out_) {
    for (int core = 0; core < cores_; ++core) core_keys_.push_back(fmt::format("{}", core));
  }

  void report(std::uint64_t number) {
    rows_ = JsonRows(out_);
    rows_.open('{').open('[', "neuron_runtime_data").open('{');
    rows_.number("pid", 1337).text("neuron_runtime_tag", "1337").text("error", "");
    rows_.open('{', "report");
    execution(number);
    memory(number);
    rows_.open('{', "neuron_runtime_vcpu_usage").raw("period", "0.999");
    rows_.open('{', "vcpu_usage").hundredths("user", 1500 + number % 500);
    rows_.hundredths("system", 395).close('}').text("error", "").close('}');
    utilization(number);
    rows_.close('}').close('}').close(']');
    system(number);
    rows_.open('{', "instance_info").text("instance_name", "").text("instance_id", "i-0123456789");
    rows_.text("instance_type", "trn1.32xlarge").text("error", "").close('}');
    rows_.open('{', "neuron_hardware_info").number("neuron_device_count", (cores_ + 1) / 2);
    rows_.number("neuroncore_per_device_count", 2).text("error", "").close('}');
    rows_.close('}');
    out_.append("\n");
  }

  Result<> close() { return out_.close(); }

 private:
  void execution(std::uint64_t number) {
    rows_.open('{', "execution_stats").raw("period", "0.999").open('{', "error_summary");
    for (const char* kind : {"generic", "numerical", "transient", "model", "runtime", "hardware"}) {
      rows_.number(kind, 0);
    }
    rows_.close('}').open('{', "execution_summary").number("completed", 200 + number % 60);
    for (const char* kind : {"completed_with_err", "completed_with_num_err", "timed_out",
                             "incorrect_input", "failed_to_queue"}) {
      rows_.number(kind, 0);
    }
    rows_.close('}').open('{', "latency_stats");
    for (const char* latency : {"total_latency", "device_latency"}) {
      rows_.open('{', latency);
      for (const char* percentile : {"p0", "p1", "p25", "p50", "p75", "p99", "p100"}) {
        rows_.raw(percentile, "0.000095367431640625");
      }
      rows_.close('}');
    }
    rows_.close('}').text("error", "").close('}');
  }

  void memory(std::uint64_t number) {
    rows_.open('{', "memory_used").raw("period", "0.999").open('{', "neuron_runtime_used_bytes");
    rows_.number("host", 610'705'408 + number % 4096 * 4096).number("neuron_device", 102'298'328);
    rows_.open('{', "usage_breakdown").open('{', "host").number("application_memory", 609'656'832);
    rows_.number("constants", 0).number("dma_buffers", 1'048'576).number("tensors", 0).close('}');
    rows_.open('{', "neuroncore_memory_usage");
    for (const std::string& core : core_keys_) {
      rows_.open('{', core).number("constants", 196'608).number("model_code", 101'125'344);
      rows_.number("model_shared_scratchpad", 0).number("runtime_memory", 0);
      rows_.number("tensors", 943'608 + number % 1024).close('}');
    }
    rows_.close('}').close('}').close('}').open('[', "loaded_models").close(']');
    rows_.text("error", "").close('}');
  }

  void utilization(std::uint64_t number) {
    rows_.open('{', "neuroncore_counters").raw("period", "0.999");
    rows_.open('{', "neuroncores_in_use");
    for (std::size_t core = 0; core < core_keys_.size(); ++core) {
      rows_.open('{', core_keys_[core]);
      rows_.hundredths("neuroncore_utilization", scatter(number << 12 | core) % 10'000).close('}');
    }
    rows_.close('}').text("error", "").close('}');
  }

  void system(std::uint64_t number) {
    rows_.open('{', "system_data").open('{', "memory_info").raw("period", "0.999");
    rows_.number("memory_total_bytes", 33'117'732'864);
    rows_.number("memory_used_bytes", 11'233'579'008 + number % 4096 * 4096);
    rows_.number("swap_total_bytes", 0).number("swap_used_bytes", 0).text("error", "").close('}');
    rows_.open('{', "vcpu_usage").raw("period", "0.999").open('{', "average_usage");
    rows_.hundredths("user", 1699).number("nice", 0).hundredths("system", 294);
    rows_.hundredths("idle", 8007).number("io_wait", 0).number("irq", 0).number("soft_irq", 0);
    rows_.close('}').number("context_switch_count", 84'801).text("error", "").close('}');
    rows_.close('}');
  }

  int cores_;
  std::vector<std::string> core_keys_;
  OutputFile out_;
  JsonRows rows_;
};

}  // namespace

Result<RunCounts> write_monitor(const RunSpec& spec, const std::string& path) {
  const std::int64_t reports = (spec.slices + spec.cores - 1) / spec.cores;
  Writer writer(spec, path);
  for (std::int64_t i = 0; i < reports; ++i) writer.report(static_cast<std::uint64_t>(i));
  if (auto closed = writer.close(); !closed) return fail(closed.error());
  return RunCounts{.slices = 0, .flows = 0, .samples = reports * spec.cores};
}

}  // namespace nscope::bench
