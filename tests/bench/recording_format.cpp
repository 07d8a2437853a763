#include "tests/bench/make_trace.h"
#include "tests/bench/output_file.h"
#include "tests/support/recording_writer.h"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <system_error>

namespace nscope::bench {
namespace {

using importers::RecordAttributes;
using importers::RecordingWriter;
using importers::TestRuntimeRecord;

/// The recording of a server that executes one model on each core: per step a write, the calls of
/// an execution on the host, its spans and sync points on two physical cores, and a read.
class Recorder {
 public:
  explicit Recorder(const std::string& path) : out_(path, OutputFile::kPlain) {}

  void step(std::uint64_t core, std::uint64_t number) {
    core_ = core;
    const std::string nc = std::to_string(core);
    const std::string execution = std::to_string(number);
    const std::string model = "171450338541704";
    const std::uint64_t begin = RecordingWriter::kBase + number * 2'000'000;
    const std::uint64_t thread = 713'000 + core;
    time_ = begin;
    const RecordAttributes plain{{"nc_idx", nc}, {"worker_gid", nc}};
    const RecordAttributes tensor{
        {"nc_idx", nc}, {"worker_gid", nc}, {"tensor_id", "202982732869795"}, {"size", "65536"}};
    const RecordAttributes buffer{
        {"nc_idx", nc},    {"worker_gid", nc}, {"mem_handle", "632292976"},
        {"size", "65536"}, {"offset", "0"},    {"mem_type", "2"}};
    const RecordAttributes of_model{{"nc_idx", nc}, {"worker_gid", nc}, {"model_id", model}};
    const RecordAttributes executed{
        {"nc_idx", nc}, {"worker_gid", nc}, {"model_id", model}, {"exec_id", execution}};
    if (number % 50 == 0) memory(nc, thread);
    open("nrt_tensor_write", thread, tensor);
    open("dmem_buf_copyin", thread, buffer);
    close("dmem_buf_copyin", thread, plain);
    close("nrt_tensor_write", thread, plain);
    open("nrt_execute", thread, of_model);
    open("kbl_exec_pre", thread, executed);
    close("kbl_exec_pre", thread, plain);
    device(nc, execution, model, thread + 5000);
    close("nrt_execute", thread, plain);
    open("nrt_tensor_read", thread, tensor);
    open("dmem_buf_copyout", thread, buffer);
    close("dmem_buf_copyout", thread, plain);
    close("nrt_tensor_read", thread, plain);
  }

  Result<> close_file() { return out_.close(); }
  std::uint64_t records() const { return records_; }
  std::int64_t spans() const { return spans_; }

 private:
  void record(const TestRuntimeRecord& record, const RecordAttributes& attributes) {
    out_.append(importers::framed(record.bytes(attributes)));
    ++records_;
  }
  void open(const char* name, std::uint64_t thread, const RecordAttributes& attributes) {
    const std::uint64_t span = core_ << 50 | ++sequence_;
    open_.push_back(span);
    ++spans_;
    record({time_ += 3000, names_.type(name), thread, span, 1, span}, attributes);
  }
  void close(const char* name, std::uint64_t thread, const RecordAttributes& attributes) {
    record({time_ += 2000, names_.type(name), thread, core_ << 50 | ++sequence_, 2, open_.back()},
           attributes);
    open_.pop_back();
  }
  void device(const std::string& nc, const std::string& execution, const std::string& model,
              std::uint64_t thread) {
    for (const char* const core : {"4", "5"}) {
      const auto device_time = [&] { return std::to_string(time_ - RecordingWriter::kBase); };
      ++spans_;
      record({time_, names_.type("timestamp_sync_point"), thread, ++sequence_, 3, ++sequence_},
             {{"nc_idx", nc},
              {"worker_gid", nc},
              {"exec_id", execution},
              {"cpu_timestamp_ns", std::to_string(time_)},
              {"nc_timestamp_ns", device_time()}});
      open("nc_model_switch", thread,
           {{"nc_idx", nc},
            {"worker_gid", nc},
            {"model_id", model},
            {"exec_id", execution},
            {"device_core_idx", core},
            {"nc_timestamp_ns", device_time()}});
      close("nc_model_switch", thread,
            {{"nc_idx", nc}, {"worker_gid", nc}, {"nc_timestamp_ns", device_time()}});
      open("nc_exec_running", thread,
           {{"nc_idx", nc},
            {"worker_gid", nc},
            {"exec_id", execution},
            {"device_core_idx", core},
            {"nc_timestamp_ns", device_time()}});
      close("nc_exec_running", thread,
            {{"nc_idx", nc}, {"worker_gid", nc}, {"nc_timestamp_ns", device_time()}});
    }
  }
  void memory(const std::string& nc, std::uint64_t thread) {
    for (const bool release : {false, true}) {
      const char* const name = release ? "nrt_dma_mem_dealloc" : "nrt_dma_mem_alloc";
      open(name, thread,
           {{"nc_idx", nc},
            {"worker_gid", nc},
            {"hbm_idx", nc},
            {"mla_idx", "0"},
            {"is_nc_hbm", "1"},
            {"usage_type", "tensor"}});
      close(name, thread,
            {{"nc_idx", nc},
             {"worker_gid", nc},
             {release ? "freed_bytes" : "allocated_bytes", "4096"},
             {"total_bytes", release ? "1000000" : "1004096"},
             {"usage_type_total_bytes", release ? "0" : "4096"},
             {"return_code", "0"},
             {"physical_address", "0x8005c0476000"}});
    }
  }

  RecordingWriter names_;
  OutputFile out_;
  std::uint64_t core_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t time_ = 0;
  std::vector<std::uint64_t> open_;
  std::uint64_t records_ = 0;
  std::int64_t spans_ = 0;
};

}  // namespace

Result<RunCounts> write_recording(const RunSpec& spec, const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail(ErrorCode::kIo, Text::verbatim("cannot make the folder"), path);
  const std::filesystem::path folder(path);
  Recorder recorder((folder / "ntrace.pb").string());
  constexpr std::int64_t kSpansPerStep = 12;
  const std::int64_t steps = spec.slices / kSpansPerStep / spec.cores + 1;
  for (int core = 0; core < spec.cores; ++core) {  // each worker has its section of the file
    for (std::int64_t i = 0; i < steps; ++i) {
      recorder.step(static_cast<std::uint64_t>(core), static_cast<std::uint64_t>(i + 1));
    }
  }
  if (auto closed = recorder.close_file(); !closed) return fail(closed.error());
  RecordingWriter description;
  description.models = {{171450338541704, "/tmp/model.neff"}};
  description.records = recorder.records();
  description.write(folder);
  return RunCounts{.slices = recorder.spans(), .flows = 0, .samples = 0};
}

}  // namespace nscope::bench
