#pragma once

#include "tests/support/ntff_writer.h"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

using RecordAttributes = std::initializer_list<std::pair<std::string_view, std::string>>;

/// One record of ntrace.pb. Everything may be changed to what no runtime would write.
struct TestRuntimeRecord {
  std::uint64_t time = 0;
  std::uint64_t type = 0;
  std::uint64_t thread = 0;
  std::uint64_t sequence = 0;
  std::uint64_t phase = 1;
  std::uint64_t span = 0;

  template <class Attributes>
  std::string bytes(const Attributes& attributes) const {
    MessageWriter out;
    out.number(2, time).number(7, type).number(9, thread).number(10, sequence);
    for (const auto& [key, value] : attributes) {
      out.message(12, MessageWriter().text(1, std::string(key)).text(2, std::string(value)));
    }
    return out.number(14, phase).number(15, span).bytes();
  }
};

/// The record after its length.
inline std::string framed(std::string_view record) {
  const auto size = static_cast<std::uint32_t>(record.size());
  std::string out(sizeof(size), '\0');
  std::memcpy(out.data(), &size, sizeof(size));
  return out.append(record);
}

/// Writes a system recording: trace_info.pb, ntrace.pb, cpu_util.pb, host_mem.pb. Times are Unix
/// nanoseconds.
///
///   RecordingWriter run;
///   run.start("nrt_execute", 1, kBase + 100, 7, {{"nc_idx", "0"}});
///   run.stop("nrt_execute", 1, kBase + 900, 7);
///   run.write(folder);
struct RecordingWriter {
  static constexpr std::uint64_t kBase = 1'773'237'600'000'000'000;

  std::uint64_t process_id = 713;
  std::string instance_id = "i-0abc";
  std::uint64_t begin = kBase;
  std::uint64_t end = kBase + 10'000'000'000;
  std::map<std::string, std::uint64_t> event_types{{"generic", 0},
                                                   {"nrt_load", 1},
                                                   {"nrt_execute", 3},
                                                   {"nc_exec_running", 7},
                                                   {"nrt_tensor_read", 9},
                                                   {"nrt_tensor_write", 10},
                                                   {"kbl_exec_pre", 17},
                                                   {"timestamp_sync_point", 25},
                                                   {"nc_model_switch", 26},
                                                   {"dmem_buf_copyin", 30},
                                                   {"dmem_buf_copyout", 31},
                                                   {"nrt_dma_mem_alloc", 34},
                                                   {"nrt_dma_mem_dealloc", 35}};
  std::map<std::uint64_t, std::string> models{{77, "/tmp/model.neff"}};
  std::map<std::uint64_t, std::string> memory_errors{{0, "SUCCESS"}, {12, "OUT_OF_MEMORY"}};
  std::map<std::uint64_t, std::string> memory_uses{{6, "weight"}, {12, "tensor"}};
  std::uint64_t stated_records = 0;  ///< 0: the real number
  std::uint64_t records = 0;
  std::uint64_t cpu_samples = 0;
  std::uint64_t memory_samples = 0;
  std::string events{};
  std::string cpu{};
  std::string memory{};

  std::uint64_t type(std::string_view name) const { return event_types.at(std::string(name)); }

  RecordingWriter& record(const TestRuntimeRecord& record, RecordAttributes attributes = {}) {
    events += framed(record.bytes(attributes));
    ++records;
    return *this;
  }
  RecordingWriter& start(std::string_view name, std::uint64_t span, std::uint64_t time,
                         std::uint64_t thread, RecordAttributes attributes = {}) {
    return record({time, type(name), thread, records + 1, 1, span}, attributes);
  }
  RecordingWriter& stop(std::string_view name, std::uint64_t span, std::uint64_t time,
                        std::uint64_t thread, RecordAttributes attributes = {}) {
    return record({time, type(name), thread, records + 1, 2, span}, attributes);
  }
  RecordingWriter& point(std::string_view name, std::uint64_t span, std::uint64_t time,
                         std::uint64_t thread, RecordAttributes attributes = {}) {
    return record({time, type(name), thread, records + 1, 3, span}, attributes);
  }
  RecordingWriter& cpu_sample(std::uint64_t time, std::uint64_t index, float percent) {
    // The runtime omits fields whose value is 0.
    std::string message;
    if (percent != 0.0f) {
      const auto bits = std::bit_cast<std::uint32_t>(percent);
      message += '\x0d';
      message.append(reinterpret_cast<const char*>(&bits), sizeof(bits));
    }
    MessageWriter rest;
    rest.number(2, time);
    if (index != 0) rest.number(3, index);
    cpu += framed(message + rest.bytes());
    cpu_samples += index == 0 ? 1 : 0;
    return *this;
  }
  RecordingWriter& memory_sample(std::uint64_t time, std::uint64_t bytes) {
    memory += framed(MessageWriter().number(1, bytes).number(2, time).bytes());
    ++memory_samples;
    return *this;
  }

  std::string info() const {
    const auto file = [](const char* name, std::uint64_t kind, std::uint64_t count) {
      return MessageWriter()
          .text(1, std::string("./output/") + name)
          .number(2, kind)
          .number(3, count);
    };
    const auto table = [](const char* name, const auto& entries) {
      MessageWriter out;
      out.text(1, name);
      for (const auto& [number, text] : entries) {
        out.message(2, MessageWriter().number(1, number).text(2, text));
      }
      return out;
    };
    std::map<std::uint64_t, std::string> types;
    for (const auto& [name, number] : event_types) types[number] = name;
    MessageWriter out;
    out.number(1, 2).number(2, process_id).text(4, instance_id);
    out.message(6, file("ntrace.pb", 1, stated_records != 0 ? stated_records : records));
    out.message(7, MessageWriter()
                       .number(1, 2)
                       .text(2, "A processor")
                       .number(3, 1000)
                       .message(6, file("cpu_util.pb", 2, cpu_samples))
                       .message(7, file("host_mem.pb", 3, memory_samples)));
    out.number(9, 2);
    out.message(10, table("ntrace_inspect_type", types));
    out.message(10, table("system_trace", models));
    out.message(10, table("nrt_inspect_mem_usage_type", memory_uses));
    out.message(10, table("nrt_inspect_mem_alloc_errno_type", memory_errors));
    return out.number(11, begin)
        .number(12, end)
        .text(13, "10.0.0.1")
        .number(14, records)
        .text(15, "trn2.3xlarge")
        .number(16, 2)
        .text(17, "a-host")
        .bytes();
  }

  /// Writes the files into `folder`; those without records are left out.
  void write(const std::filesystem::path& folder) const {
    std::filesystem::create_directories(folder);
    const auto put = [&](const char* name, const std::string& text) {
      if (!text.empty()) std::ofstream(folder / name, std::ios::binary) << text;
    };
    put("trace_info.pb", info());
    put("ntrace.pb", events);
    put("cpu_util.pb", cpu);
    put("host_mem.pb", memory);
  }
};

}  // namespace nscope::importers
