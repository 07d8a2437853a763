#include "profiler/trace/vocabulary.h"
#include "tests/support/nsight_writer.h"
#include "tests/unit/importers_gpu/read_gpu.h"

#include <gmock/gmock.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

// Process 5, threads 6 and 7: hardware 1, virtual machine 0.
constexpr std::int64_t kProcess = (std::int64_t{1} << 56) | (5 << 24);
constexpr std::int64_t kThread = kProcess | 6;

std::string with(const std::string& statements, NsightTables version = NsightTables::k2024) {
  return SqliteWriter().sql(nsight_tables(version)).sql(statements).bytes();
}

TEST(NsightSqlite, SmallestExportHasAKernelAndItsCall) {
  // The columns of the shortest exports that other tools write.
  SqliteWriter file;
  file.sql(R"(
    CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'cudaLaunchKernel');
    CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER,
      contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,
      demangledName INTEGER, shortName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1000, 2000, 0, 1, 7, 5, 1, 1, 1, 4, 1, 1);
    CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, eventClass INTEGER,
      globalTid INTEGER, correlationId INTEGER, nameId INTEGER);
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (500, 600, 0, 1, 5, 2);
    CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT,
      globalTid INTEGER);)");
  EXPECT_TRUE(sniff_nsight_sqlite(text_file(file.bytes())));
  const auto trace = must(read_nsight(file.bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(tracks_of(*trace), "CPU / thread 1 host\nGPU 0 / stream 7 engine\n");
  EXPECT_EQ(slices_of(*trace, "thread 1"),
            "cudaLaunchKernel @500+100/0 cat='cuda_runtime' correlation=5\n");
  EXPECT_EQ(slices_of(*trace, "stream 7"),
            "gemm @1000+1000/0 cat='kernel' device=0 context=1 stream=7 correlation=5 "
            "grid='[4, 1, 1]'\n");
  EXPECT_EQ(flows_of(*trace), "cudaLaunchKernel -> gemm (ac2g)\n");
  EXPECT_EQ(property_of(*trace, property::kSourceFormat), "nsight systems sqlite");
  EXPECT_EQ(property_of(*trace, property::kClock), "absent");
  EXPECT_EQ(trace->time_base().window_begin.value(), 500);
  EXPECT_EQ(trace->time_base().window_end.value(), 2000);
}

TEST(NsightSqlite, ColumnsOf2020) {
  const auto trace = must(read_nsight(with(fmt::format(R"(
    INSERT INTO StringIds VALUES (1, 'axpy'), (2, 'cudaLaunchKernel_v7000'),
                                 (3, 'cuMemcpyHtoDAsync_v2');
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10, 20, {1}, 7, 2, 0), (30, 40, {1}, 8, 3, 1);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES
      (25, 28, 0, 1, 13, 7, {0}, 1, 2, 3, 4, 64, 2, 1, 24, 100, 28);
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (50, 60, 0, 1, 13, 8, {0}, 4096, 1);
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (61, 62, 0, 1, 13, 9, {0}, 0, 16);
    INSERT INTO NVTX_EVENTS VALUES (5, 45, 59, 'epoch', {1}), (7, NULL, 34, 'now', {1});)",
                                                       kProcess, kThread),
                                           NsightTables::k2020)));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 6"),
            "epoch @5+40/0 cat='user_annotation'\n"
            "now @7+0/1 cat='user_annotation'\n"
            "cudaLaunchKernel @10+10/1 cat='cuda_runtime' correlation=7\n"
            "cuMemcpyHtoDAsync_v2 @30+10/1 cat='cuda_driver' correlation=8 return value=1\n");
  EXPECT_EQ(slices_of(*trace, "stream 13"),
            "axpy @25+3/0 cat='kernel' device=0 context=1 stream=13 correlation=7 "
            "registers per thread=24 shared memory=128 grid='[2, 3, 4]' block='[64, 2, 1]'\n");
  EXPECT_EQ(slices_of(*trace, "stream 13 copies"),
            "Memcpy HtoD @50+10/0 cat='gpu_memcpy' device=0 context=1 stream=13 correlation=8 "
            "bytes=4096\n"
            "Memset @61+1/0 cat='gpu_memset' device=0 context=1 stream=13 bytes=16 value=0\n");
  EXPECT_EQ(count_of(*trace, "launch_not_recorded"), 1);
}

TEST(NsightSqlite, FactsOfTheRun) {
  const auto trace = must(read_nsight(with(fmt::format(R"(
    INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1700000000000000123, '', '');
    INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'NVIDIA H100', 85899345920, 132, 3352320000000, 9, 0,
      'GPU-1');
    INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES ('CudaDriverVersion', '12040'),
      ('DeviceEnvironment', 'PASSWORD=secret');
    INSERT INTO PROCESSES VALUES ({0}, 5, '/usr/bin/python3');
    INSERT INTO StringIds VALUES (1, 'cudaFree_v3020'), (2, 'loader');
    INSERT INTO ThreadNames VALUES (2, 0, {1});
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10, 20, 0, {1}, 7, 1, 0, NULL);)",
                                                       kProcess, kThread))));
  ASSERT_TRUE(trace);
  EXPECT_EQ(tracks_of(*trace), "CPU (python3) / thread 6 (loader) host\n");
  EXPECT_EQ(property_of(*trace, property::kClock), "unix");
  EXPECT_EQ(property_of(*trace, property::kClockOrigin), "1700000000000000123");
  EXPECT_EQ(property_of(*trace, "deviceProperties.0.name"), "NVIDIA H100");
  EXPECT_EQ(property_of(*trace, "deviceProperties.0.numSms"), "132");
  EXPECT_EQ(property_of(*trace, "deviceProperties.0.totalGlobalMem"), "85899345920");
  EXPECT_EQ(property_of(*trace, "cuda_driver_version"), "12040");
  EXPECT_EQ(property_of(*trace, property::kProfilerVersion), "2024.6.2.225");
  for (const auto& [key, value] : trace->properties()) {
    const auto* text = std::get_if<std::string>(&value);
    EXPECT_TRUE(text == nullptr || text->find("secret") == std::string::npos) << key;
  }
}

TEST(NsightSqlite, ProcessesWithEqualCorrelationNumbersAndGpusOfTheirOwn) {
  constexpr std::int64_t kOther = (std::int64_t{1} << 56) | (9 << 24);
  const auto trace = must(read_nsight(with(fmt::format(R"(
    INSERT INTO PROCESSES VALUES ({0}, 5, 'python'), ({1}, 9, 'python');
    INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (3, 0, 5, ''), (1, 0, 9, '');
    INSERT INTO StringIds VALUES (1, 'first'), (2, 'second'), (3, 'cudaLaunchKernel'),
      (4, 'cuLaunchKernel'), (5, 'ncclKernel_AllReduce_RING_LL_Sum_float(ncclColl)');
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, {0} + 6, 7, 3, 0, NULL),
      (1, 2, 0, {1} + 9, 7, 4, 0, NULL);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId,
      correlationId, globalPid, demangledName, shortName)
      VALUES (10, 20, 0, 1, 7, 7, {0}, 1, 1), (10, 20, 0, 1, 7, 7, {1}, 2, 2),
             (30, 40, 0, 1, 7, 8, {1}, 5, 5);)",
                                                       kProcess, kOther))));
  ASSERT_TRUE(trace);
  EXPECT_EQ(tracks_of(*trace),
            "CPU (python 5) / thread 6 host\n"
            "CPU (python 9) / thread 9 host\n"
            "GPU 1 (python 9) / stream 7 engine\n"
            "GPU 1 (python 9) / stream 7 collectives collective\n"
            "GPU 3 (python 5) / stream 7 engine\n");
  EXPECT_EQ(flows_of(*trace),
            "cudaLaunchKernel -> first (ac2g)\ncuLaunchKernel -> second (ac2g)\n");
  // Process 5 has a call 7, but process 9 has no call 8.
  EXPECT_THAT(slices_of(*trace, "stream 7 collectives"), Not(HasSubstr("correlation")));
}

TEST(NsightSqlite, CudaGraphsAsAWholeAndByNode) {
  const auto trace = must(read_nsight(with(fmt::format(R"(
    CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INT, end INT, deviceId INT, contextId INT,
      streamId INT, correlationId INT, globalPid INT, graphId INT, graphExecId INT);
    INSERT INTO StringIds VALUES (1, 'cudaGraphLaunch_v10000'), (2, 'attention');
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, {1}, 7, 1, 0, NULL),
      (50, 60, 0, {1}, 8, 1, 0, NULL);
    INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (10, 40, 0, 1, 7, 7, {0}, 4, 12);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId,
      correlationId, globalPid, demangledName, shortName, graphNodeId)
      VALUES (70, 80, 0, 1, 7, 8, {0}, 2, 2, 1001), (81, 90, 0, 1, 7, 8, {0}, 2, 2, 1002);)",
                                                       kProcess, kThread))));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "stream 7"),
            "CUDA graph 4 @10+30/0 cat='cuda_graph' device=0 context=1 stream=7 correlation=7 "
            "graph id=4 graph exec id=12\n"
            "attention @70+10/0 cat='kernel' device=0 context=1 stream=7 graph node id=1001 "
            "correlation=8\n"
            "attention @81+9/0 cat='kernel' device=0 context=1 stream=7 graph node id=1002 "
            "correlation=8\n");
  EXPECT_EQ(trace->flows().size(), 3u);  // one call starts two kernels
  EXPECT_EQ(count_of(*trace, "graph_without_kernels"), 1);
}

TEST(NsightSqlite, NvtxDomainsPayloadsAndRangesBetweenThreads) {
  const auto trace = must(read_nsight(with(fmt::format(R"(
    INSERT INTO StringIds VALUES (1, 'NCCL'), (2, 'ncclAllReduce');
    INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, textId, domainId, int64Value,
      doubleValue, jsonText) VALUES
      (0, NULL, 75, NULL, {0}, 1, 2, NULL, NULL, NULL),
      (10, 30, 59, NULL, {0}, 2, 2, 4096, NULL, NULL),
      (12, 14, 59, 'inner', {0}, NULL, 0, NULL, 0.5, NULL),
      (20, 40, 60, 'copy', {0}, NULL, 0, NULL, NULL, '{{"bytes": 1}}'),
      (25, 50, 60, 'copy', {0}, NULL, 0, NULL, NULL, NULL),
      (60, NULL, 59, 'open', {0}, NULL, 0, NULL, NULL, NULL),
      (61, NULL, 33, 'category', {0}, NULL, 0, NULL, NULL, NULL),
      (70, 80, 59, 'end', {0}, NULL, 0, NULL, NULL, NULL);)",
                                                       kThread))));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 6"),
            "ncclAllReduce @10+20/0 cat='user_annotation' domain='NCCL' payload=4096\n"
            "inner @12+2/1 cat='user_annotation' payload=0.5\n"
            "open @60+20/0 cat='user_annotation'\n"
            "end @70+10/1 cat='user_annotation'\n");
  EXPECT_EQ(slices_of(*trace, "NVTX ranges"),
            "copy @20+20/0 cat='user_annotation' payload='{\"bytes\": 1}'\n"
            "copy @25+25/1 cat='user_annotation'\n");
  EXPECT_EQ(count_of(*trace, "nvtx_event_not_read"), 1);
  EXPECT_EQ(count_of(*trace, "slice_without_end"), 1);
  EXPECT_EQ(count_of(*trace, "no_nvtx_recorded"), 0);
}

TEST(NsightSqlite, SynchronisationAndGpuMetrics) {
  const auto trace = must(read_nsight(with(fmt::format(R"(
    CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INT, metricId INT, metricName TEXT);
    CREATE TABLE GPU_METRICS (rawTimestamp INT, timestamp INT, typeId INT, metricId INT,
      value INT);
    INSERT INTO TARGET_INFO_GPU_METRICS VALUES (281474976710656, 3, 'SM Active [Throughput %]');
    INSERT INTO GPU_METRICS VALUES (0, 100, 281474976710656, 3, 50),
      (0, 200, 281474976710656, 3, 75), (0, 300, 281474976710656, 4, 1);
    INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (10, 20, 0, 1, 7, 3, {0}, 3, 0),
      (30, 40, 0, 1, 4294967295, 4, {0}, 4, 0), (50, 60, 0, 1, 7, 5, {0}, 9, 0);)",
                                                       kProcess))));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "stream 7 synchronisation"),
            "Stream Sync @10+10/0 cat='cuda_sync' device=0 context=1 stream=7 "
            "cuda_sync_kind='Stream Sync'\n"
            "Sync type 9 @50+10/0 cat='cuda_sync' device=0 context=1 stream=7 "
            "cuda_sync_kind='Sync type 9'\n");
  EXPECT_THAT(slices_of(*trace, "stream -1 synchronisation"), HasSubstr("Context Sync @30+10"));
  const Track* const metric = find_track(*trace, "SM Active [Throughput %]");
  ASSERT_NE(metric, nullptr);
  EXPECT_EQ(trace->text(trace->track(metric->parent).name), "GPU 0");
  ASSERT_EQ(metric->counters.size(), 2u);
  EXPECT_EQ(double{metric->counters.value[1]}, 75);
  EXPECT_NE(find_track(*trace, "metric 4"), nullptr);
  EXPECT_EQ(trace->time_base().window_end.value(), 300);
  EXPECT_EQ(count_of(*trace, "negative_duration"), 0);
}

TEST(NsightSqlite, RangesAreProjectedOnTheStreamsOfTheirWork) {
  const auto trace = must(read_nsight(with(fmt::format(R"(
    INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'cudaLaunchKernel'), (3, 'step'), (4, 'layer'),
      (5, 'ncclAllReduce'), (6, 'NCCL'), (7, 'start-end'), (8, 'other thread'), (9, 'open'),
      (10, 'empty'), (11, 'ends elsewhere');
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES
      (10, 12, 0, {1}, 1, 2, 0, NULL), (20, 22, 0, {1}, 2, 2, 0, NULL),
      (30, 32, 0, {1}, 3, 2, 0, NULL), (50, 52, 0, {1}, 4, 2, 0, NULL),
      (20, 22, 0, {1} + 1, 5, 2, 0, NULL);
    INSERT INTO NVTX_EVENTS (start, end, eventType, textId, globalTid, domainId) VALUES
      (0, NULL, 75, 6, {1}, 9), (15, 35, 59, 4, {1}, NULL), (5, 40, 59, 3, {1}, NULL),
      (28, 34, 59, 5, {1}, 9), (12, 60, 60, 7, {1}, NULL), (0, 25, 59, 8, {1} + 1, NULL),
      (45, NULL, 59, 9, {1}, NULL), (41, 44, 59, 10, {1}, NULL), (20, 20, 34, 3, {1}, NULL);
    INSERT INTO NVTX_EVENTS (start, end, eventType, textId, globalTid, endGlobalTid) VALUES
      (0, 100, 60, 11, {1}, {1} + 1);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId,
      correlationId, globalPid, demangledName, shortName) VALUES
      (100, 110, 0, 1, 7, 1, {0}, 1, 1), (120, 150, 0, 1, 7, 2, {0}, 1, 1),
      (125, 145, 0, 1, 20, 3, {0}, 1, 1), (90, 95, 0, 1, 7, 5, {0}, 1, 1);
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, contextId, streamId,
      correlationId, globalPid, bytes, copyKind) VALUES (160, 170, 0, 1, 7, 4, {0}, 64, 1);
    INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (50, 900, 0, 1, 7, 4, {0}, 3, 0);)",
                                                       kProcess, kThread))));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "stream 7 annotations"),
            "other thread @90+5/0 cat='gpu_user_annotation' device=0 stream=7\n"
            "step @100+50/0 cat='gpu_user_annotation' device=0 stream=7\n"
            "start-end @120+50/1 cat='gpu_user_annotation' device=0 stream=7\n"
            "layer @120+30/2 cat='gpu_user_annotation' device=0 stream=7\n"
            "open @160+10/0 cat='gpu_user_annotation' device=0 stream=7\n");
  EXPECT_EQ(slices_of(*trace, "stream 20 annotations"),
            "step @125+20/0 cat='gpu_user_annotation' device=0 stream=20\n"
            "start-end @125+20/1 cat='gpu_user_annotation' device=0 stream=20\n"
            "layer @125+20/2 cat='gpu_user_annotation' device=0 stream=20\n"
            "ncclAllReduce @125+20/3 cat='gpu_user_annotation' device=0 stream=20 domain='NCCL'\n");
}

/// A number of 64 bits as hexadecimal digits of a blob.
std::string digits(std::uint64_t number) {
  std::string text;
  for (int byte = 0; byte < 8; ++byte) text += fmt::format("{:02x}", number >> 8 * byte & 0xff);
  return text;
}

/// A payload with a header, two numbers and `more` bytes.
std::string payload(std::uint64_t domain, std::uint64_t schema, std::uint64_t bytes,
                    std::uint64_t first, std::uint64_t second, std::size_t more = 0) {
  return "x'" + digits(domain) + digits(schema) + digits(bytes) + digits(32) + digits(first) +
         digits(second) + std::string(2 * more, '0') + "'";
}

TEST(NsightSqlite, NcclRangesHaveTheSizesOfTheirMessages) {
  SqliteWriter file;
  file.sql(nsight_tables(NsightTables::k2024)).sql(R"(
    ALTER TABLE NVTX_EVENTS ADD COLUMN binaryData BLOB;
    CREATE TABLE NVTX_PAYLOAD_SCHEMAS (domainId INT, schemaId INT, name TEXT, type INT, flags INT,
      numEntries INT, payloadSize INT, alignTo INT);
    CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES (domainId INT, schemaId INT, idx INT, flags INT,
      type INT, name TEXT, description TEXT, arrayOrUnionDetail INT, offset INT);
    INSERT INTO NVTX_PAYLOAD_SCHEMAS VALUES (9, 100, NULL, 1, NULL, 2, 16, NULL),
      (9, 101, NULL, 1, NULL, 2, 24, NULL), (9, 102, NULL, 1, NULL, 1, 16, NULL),
      (9, 103, NULL, 1, NULL, 1, 16, NULL);
    INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES
      (9, 100, 0, NULL, 18, 'NCCL communicator ID', NULL, NULL, NULL),
      (9, 100, 1, NULL, 22, 'Message size [bytes]', NULL, NULL, 8),
      (9, 101, 0, NULL, 22, 'Message size [bytes]', NULL, NULL, NULL),
      (9, 102, 0, NULL, 18, 'NCCL communicator ID', NULL, NULL, NULL),
      (9, 103, 0, NULL, 22, 'Message size [bytes]', NULL, NULL, 9);)");
  const auto range = [&](int start, const std::string& blob) {
    file.sql(
        fmt::format("INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, "
                    "domainId, binaryData) VALUES ({}, {}, 59, 'r', {}, 9, {})",
                    start, start + 5, kThread, blob));
  };
  range(10, payload(9, 100, 16, 0xdead, 4096));
  range(20, payload(9, 101, 24, 1 << 20, 7, 8));
  range(30, payload(9, 102, 16, 1, 2));  // without a size
  range(40, payload(9, 103, 16, 1, 2));  // beyond the end of the payload
  range(50, payload(9, 104, 16, 1, 2));  // of an unknown schema
  range(60, payload(8, 100, 16, 1, 2));  // of another domain
  range(70, payload(9, 100, 24, 1, 2));  // another number of bytes than in the table
  range(80, payload(9, 101, 24, 1, 2));  // truncated
  range(90, payload(9, 100, 16, 1, ~std::uint64_t{0}));
  range(100, "x'0900'");
  range(110, "'text'");
  range(120, "NULL");
  file.sql(fmt::format(R"(
    INSERT INTO StringIds VALUES (1, 'ncclDevKernel_AllReduce'), (2, 'cudaLaunchKernel');
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (11, 12, 0, {1}, 1, 2, 0, NULL);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId,
      correlationId, globalPid, demangledName) VALUES (200, 210, 0, 1, 7, 1, {0}, 1);)",
                       kProcess, kThread));
  const auto trace = must(read_nsight(file.bytes()));
  ASSERT_TRUE(trace);
  const std::string ranges = slices_of(*trace, "thread 6");
  EXPECT_THAT(ranges, HasSubstr("r @10+5/0 cat='user_annotation' message bytes=4096\n"));
  EXPECT_THAT(ranges, HasSubstr("r @20+5/0 cat='user_annotation' message bytes=1048576\n"));
  for (int start = 30; start <= 120; start += 10) {
    EXPECT_THAT(ranges, HasSubstr(fmt::format("r @{}+5/0 cat='user_annotation'\n", start)));
  }
  EXPECT_EQ(slices_of(*trace, "stream 7 annotations"),
            "r @200+10/0 cat='gpu_user_annotation' device=0 stream=7 message bytes=4096\n");
  EXPECT_EQ(count_of(*trace, "table_not_read"), 0);
}

TEST(NsightSqlite, AbsentTablesAndTablesThatAreNotReadAreStated) {
  SqliteWriter file;
  file.sql(
      "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
      "CREATE TABLE NVTX_EVENTS (start INT, end INT, text TEXT);"
      "INSERT INTO NVTX_EVENTS VALUES (1, 2, 'a');"
      "CREATE TABLE OSRT_API (start INT, end INT); INSERT INTO OSRT_API VALUES (1, 2);"
      "CREATE TABLE MPI_P2P_EVENTS (start INT)");
  const auto trace = must(read_nsight(file.bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 0"), "a @1+1/0 cat='user_annotation'\n");
  EXPECT_EQ(count_of(*trace, "no_kernels_recorded"), 1);
  EXPECT_EQ(count_of(*trace, "no_calls_recorded"), 1);
  EXPECT_EQ(count_of(*trace, "table_not_read"), 1);  // the other table has no rows
}

TEST(NsightSqlite, AnExportWithoutEventsIsAnError) {
  const auto trace = read_nsight(with(""));
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(trace.error().where.english(), "run.sqlite");
  EXPECT_THAT(trace.error().message.english(), HasSubstr("nsys profile --trace=cuda,nvtx"));
}

TEST(NsightSqlite, CallsOfOtherLibrariesAreOnTheirThreads) {
  SqliteWriter file;
  file.sql(nsight_tables(NsightTables::k2024))
      .sql(fmt::format(R"(
    CREATE TABLE OSRT_API (start INT, end INT, eventClass INT, globalTid INT, correlationId INT,
      nameId INT, returnValue INT, nestingLevel INT, callchainId INT);
    CREATE TABLE CUBLAS_EVENTS (start INT, end INT, eventClass INT, globalTid INT, nameId INT);
    CREATE TABLE MPI_COLLECTIVES_EVENTS (start INT, end INT, globalTid INT, textId INT, size INT);
    CREATE TABLE SCHED_EVENTS (start INT, cpu INT, isSchedIn INT, globalTid INT);
    INSERT INTO StringIds VALUES (1, 'sem_wait'), (2, 'cublasGemmEx'), (3, 'MPI_Allreduce'),
                                 (4, 'cudaLaunchKernel'), (5, 'main');
    INSERT INTO ThreadNames VALUES (5, 0, {0});
    INSERT INTO OSRT_API VALUES (3, 9, 0, {0}, 0, 1, 0, NULL, NULL);
    INSERT INTO CUBLAS_EVENTS VALUES (10, 30, 0, {0}, 2);
    INSERT INTO MPI_COLLECTIVES_EVENTS VALUES (40, 50, {0}, 3, 64);
    INSERT INTO SCHED_EVENTS VALUES (1, 0, 1, {0});
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (11, 12, 0, {0}, 1, 4, 0, NULL);)",
                       kThread));
  const auto trace = must(read_nsight(file.bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "thread 6 (main)"),
            "cublasGemmEx @10+20/0 cat='cublas_events'\n"
            "cudaLaunchKernel @11+1/1 cat='cuda_runtime' correlation=1\n"
            "MPI_Allreduce @40+10/0 cat='mpi_collectives_events'\n");
  EXPECT_EQ(slices_of(*trace, "thread 6 (main) OS runtime"), "sem_wait @3+6/0 cat='osrt_api'\n");
  EXPECT_EQ(count_of(*trace, "table_not_read"), 1);  // SCHED_EVENTS
}

}  // namespace
}  // namespace nscope::importers
