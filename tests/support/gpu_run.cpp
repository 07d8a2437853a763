#include "tests/support/gpu_run.h"

#include "tests/support/nsight_writer.h"
#include "tests/support/xplane_writer.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::int64_t kThread = 100;
constexpr std::int64_t kRegisters = 32;
constexpr std::int64_t kStatic = 1024;
constexpr std::int64_t kDynamic = 512;
constexpr std::int64_t kPsPerNs = 1000;

std::string micros(std::int64_t ns) {
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

}  // namespace

GpuRun gpu_run() {
  GpuRun run;
  const std::string gemm = "void gemm<float, 4>(float*, float const*)";
  const std::string gelu = "gelu_kernel(float*)";
  const std::string reduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)";
  std::int64_t correlation = 10;
  std::int64_t now = 0;
  // Each stream starts with a kernel, the second one of a GPU with a collective.
  const auto launch = [&](std::string function, GpuRun::Event event) {
    run.calls.push_back({now, 400, std::move(function), ++correlation});
    event.start = now + 1'500;
    event.correlation = correlation;
    run.events.push_back(std::move(event));
    now += 700;
  };
  using Work = GpuRun::Work;
  for (int step = 0; step < 3; ++step) {
    const std::int64_t begin = now;
    for (std::int64_t device = 0; device < 2; ++device) {
      launch("cudaLaunchKernel",
             {.duration = 3'000 + 500 * device, .device = device, .stream = 7, .kernel = gemm});
      now += 3'000;
      launch("cuLaunchKernel", {.duration = 900, .device = device, .stream = 7, .kernel = gelu});
      now += 1'000;
      launch("cudaLaunchKernelExC",
             {.duration = 5'000, .device = device, .stream = 20, .kernel = reduce});
      launch(
          "cudaMemcpyAsync",
          {.work = Work::kCopy, .duration = 1'200, .device = device, .stream = 7, .bytes = 65'536});
      now += 2'000;
      launch("cudaMemsetAsync",
             {.work = Work::kFill, .duration = 300, .device = device, .stream = 7, .bytes = 4096});
      now += 6'000;
    }
    run.calls.push_back({now, 2'000, "cudaDeviceSynchronize", ++correlation});
    now += 2'500;
    run.ranges.push_back({begin, now - begin, fmt::format("step {}", step)});
    now += 500;
  }
  return run;
}

std::string kineto_json(const GpuRun& run) {
  std::string events;
  const auto add = [&](const std::string& event) {
    events += (events.empty() ? "" : ",\n") + event;
  };
  const auto name = [&](std::int64_t pid, const std::string& label, std::int64_t order) {
    add(fmt::format(R"({{"ph":"M","pid":{},"name":"process_labels","args":{{"labels":"{}"}}}})",
                    pid, label));
    add(fmt::format(
        R"({{"ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}}}})", pid,
        order));
  };
  name(kThread, "CPU", 0);
  name(0, "GPU 0", 5'000'000);
  name(1, "GPU 1", 5'000'001);
  for (const int device : {0, 1}) {
    for (const int stream : {7, 20}) {
      add(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index",)"
                      R"("args":{{"sort_index":{}}}}})",
                      device, stream, stream));
    }
  }
  std::map<std::int64_t, std::int64_t> started;
  const auto slice = [&](std::string_view category, std::string_view title, std::int64_t pid,
                         std::int64_t tid, std::int64_t start, std::int64_t duration,
                         const std::string& args) {
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},)"
                    R"("args":{{{}}}}})",
                    category, title, pid, tid, micros(start), micros(duration), args));
  };
  for (const GpuRun::Range& range : run.ranges) {
    slice("user_annotation", range.text, kThread, kThread, range.start, range.duration, "");
  }
  for (const GpuRun::Call& call : run.calls) {
    const bool driver = !call.function.starts_with("cuda");
    slice(driver ? "cuda_driver" : "cuda_runtime", call.function, kThread, kThread, call.start,
          call.duration, fmt::format(R"("correlation":{})", call.correlation));
    started[call.correlation] = call.start;
  }
  for (const GpuRun::Event& event : run.events) {
    const std::string common =
        fmt::format(R"("device":{},"context":1,"stream":{},"correlation":{})", event.device,
                    event.stream, event.correlation);
    const bool copy = event.work == GpuRun::Work::kCopy;
    if (event.work == GpuRun::Work::kKernel) {
      slice("kernel", event.kernel, event.device, event.stream, event.start, event.duration,
            fmt::format(R"({},"registers per thread":{},"shared memory":{},"grid":[8, 1, 1],)"
                        R"("block":[128, 1, 1])",
                        common, kRegisters, kStatic + kDynamic));
    } else {
      slice(copy ? "gpu_memcpy" : "gpu_memset",
            copy ? "Memcpy HtoD (Pageable -> Device)" : "Memset (Device)", event.device,
            event.stream, event.start, event.duration,
            fmt::format(R"({},"bytes":{})", common, event.bytes));
    }
    add(fmt::format(R"({{"ph":"s","id":{},"pid":{},"tid":{},"ts":{},"cat":"ac2g","name":"ac2g"}})",
                    event.correlation, kThread, kThread, micros(started[event.correlation])));
    add(fmt::format(R"({{"ph":"f","id":{},"pid":{},"tid":{},"ts":{},"cat":"ac2g","name":"ac2g",)"
                    R"("bp":"e"}})",
                    event.correlation, event.device, event.stream, micros(event.start)));
  }
  for (const GpuRun::Range& range : run.ranges) {
    // Kineto shows an annotation on each stream from the first to the last event of its calls.
    std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::int64_t, std::int64_t>> spans;
    for (const GpuRun::Event& event : run.events) {
      const std::int64_t call = started[event.correlation];
      if (call < range.start || call > range.start + range.duration) continue;
      const std::int64_t end = event.start + event.duration;
      const auto [span, added] =
          spans.try_emplace({event.device, event.stream}, std::pair(event.start, end));
      span->second = {std::min(span->second.first, event.start),
                      std::max(span->second.second, end)};
    }
    for (const auto& [stream, span] : spans) {
      slice("gpu_user_annotation", range.text, stream.first, stream.second, span.first,
            span.second - span.first,
            fmt::format(R"("device":{},"stream":{})", stream.first, stream.second));
    }
  }
  return fmt::format(R"({{"schemaVersion":1,"baseTimeNanoseconds":{},"traceEvents":[{}]}})",
                     run.unix_start_ns, events);
}

std::string nsight_sqlite(const GpuRun& run, int page_bytes) {
  SqliteWriter file(page_bytes);
  file.sql(nsight_tables(NsightTables::k2024));
  std::map<std::string, int> strings;
  const auto id = [&](const std::string& text) {
    const auto [entry, added] = strings.try_emplace(text, static_cast<int>(strings.size()) + 1);
    if (added)
      file.sql(fmt::format("INSERT INTO StringIds VALUES ({}, '{}')", entry->second, text));
    return entry->second;
  };
  const std::int64_t pid = (std::int64_t{1} << 56) | (kThread << 24);
  const std::int64_t tid = pid | kThread;
  file.sql(fmt::format("INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES ({}, '', '')",
                       run.unix_start_ns));
  for (const GpuRun::Range& range : run.ranges) {
    file.sql(
        fmt::format("INSERT INTO NVTX_EVENTS (start, end, eventType, textId, globalTid) VALUES "
                    "({}, {}, 59, {}, {})",
                    range.start, range.start + range.duration, id(range.text), tid));
  }
  for (const GpuRun::Call& call : run.calls) {
    file.sql(
        fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES "
                    "({}, {}, 0, {}, {}, {}, 0, NULL)",
                    call.start, call.start + call.duration, tid, call.correlation,
                    id(call.function + (call.function.starts_with("cuda") ? "_v7000" : ""))));
  }
  for (const GpuRun::Event& event : run.events) {
    const std::string common =
        fmt::format("{}, {}, {}, 1, {}, {}, {}", event.start, event.start + event.duration,
                    event.device, event.stream, event.correlation, pid);
    constexpr std::string_view kColumns =
        "start, end, deviceId, contextId, streamId, correlationId, globalPid";
    switch (event.work) {
      case GpuRun::Work::kKernel:
        file.sql(fmt::format(
            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ({}, demangledName, shortName, "
            "registersPerThread, gridX, gridY, gridZ, blockX, blockY, blockZ, "
            "staticSharedMemory, dynamicSharedMemory) VALUES ({}, {}, {}, {}, 8, 1, 1, 128, 1, 1, "
            "{}, {})",
            kColumns, common, id(event.kernel), id("short"), kRegisters, kStatic, kDynamic));
        break;
      case GpuRun::Work::kCopy:
        file.sql(
            fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY ({}, bytes, copyKind, "
                        "srcKind, dstKind) VALUES ({}, {}, 1, 0, 2)",
                        kColumns, common, event.bytes));
        break;
      case GpuRun::Work::kFill:
        file.sql(
            fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET ({}, bytes, memKind) VALUES "
                        "({}, {}, 2)",
                        kColumns, common, event.bytes));
        break;
    }
  }
  return file.bytes();
}

std::string xplane(const GpuRun& run) {
  XLineRow thread{.id = kThread,
                  .name = fmt::format("Host Threads/{}", kThread),
                  .timestamp_ns = run.unix_start_ns};
  for (const GpuRun::Range& range : run.ranges) {
    thread.events.push_back(
        {"NVTX:" + range.text, range.start * kPsPerNs, range.duration * kPsPerNs});
  }
  for (const GpuRun::Call& call : run.calls) {
    thread.events.push_back({call.function,
                             call.start * kPsPerNs,
                             call.duration * kPsPerNs,
                             {{"correlation_id", call.correlation}}});
  }
  std::map<std::int64_t, std::map<std::int64_t, XLineRow>> lines;
  for (const GpuRun::Event& event : run.events) {
    XLineRow& line = lines[event.device][event.stream];
    line.id = event.stream;
    line.name = fmt::format("Stream #{}(Compute)", event.stream);
    line.timestamp_ns = run.unix_start_ns;
    XEventRow row{event.kernel,
                  event.start * kPsPerNs,
                  event.duration * kPsPerNs,
                  {{"correlation_id", event.correlation}, {"context_id", XReference{"$$1"}}}};
    if (event.work == GpuRun::Work::kKernel) {
      row.stats.emplace_back(
          "kernel_details",
          XReference{fmt::format("regs:{} static_shared:{} dynamic_shared:{} grid:8,1,1 "
                                 "block:128,1,1 occ_pct:50",
                                 kRegisters, kStatic, kDynamic)});
    } else if (event.work == GpuRun::Work::kCopy) {
      row.name = "MemcpyH2D";
      row.stats.emplace_back(
          "memcpy_details",
          XReference{fmt::format("kind_src:pageable kind_dst:device size:{} dest:0 async:1",
                                 event.bytes)});
    } else {
      row.name = "Memset";
      row.stats.emplace_back(
          "Memset_details",
          XReference{fmt::format("kind:device num_bytes:{} async:1", event.bytes)});
    }
    line.events.push_back(std::move(row));
  }
  XSpaceWriter space;
  for (const auto& [device, streams] : lines) {
    XPlaneRow plane{.name = fmt::format("/device:GPU:{}", device)};
    for (const auto& [number, line] : streams) plane.lines.push_back(line);
    plane.facts = {{"gpu_device_name", std::string("Test GPU")}, {"core_count", std::int64_t{108}}};
    space.plane(plane);
  }
  space.plane({.name = "/host:CPU", .lines = {thread}});
  return space.hostname("host-a").bytes();
}

}  // namespace nscope
