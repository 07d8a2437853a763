#include "tests/support/nsight_writer.h"

#include <stdexcept>

#include <sqlite3.h>

namespace nscope {

void SqliteWriter::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

SqliteWriter::SqliteWriter(int page_bytes) {
  sqlite3* database = nullptr;
  const int opened = sqlite3_open(":memory:", &database);
  database_.reset(database);
  if (opened != SQLITE_OK) throw std::runtime_error("SQLite does not start");
  sql("PRAGMA page_size=" + std::to_string(page_bytes));
}

SqliteWriter& SqliteWriter::sql(const std::string& statements) {
  if (sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sqlite3_errmsg(database_.get()) + (": " + statements));
  }
  return *this;
}

std::string SqliteWriter::bytes() const {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> data(
      sqlite3_serialize(database_.get(), "main", &size, 0), sqlite3_free);
  return {reinterpret_cast<const char*>(data.get()), static_cast<std::size_t>(size)};
}

std::string nsight_tables(NsightTables version) {
  if (version == NsightTables::k2020) {
    return R"(
      CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
      CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, contextId INT,
        streamId INT, correlationId INT, globalPid INT, shortName INT, gridX INT, gridY INT,
        gridZ INT, blockX INT, blockY INT, blockZ INT, registersPerThread INT,
        staticSharedMemory INT, dynamicSharedMemory INT);
      CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT, end INT, deviceId INT, contextId INT,
        streamId INT, correlationId INT, globalPid INT, bytes INT, copyKind INT);
      CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INT, end INT, deviceId INT, contextId INT,
        streamId INT, correlationId INT, globalPid INT, value INT, bytes INT);
      CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, globalTid INT,
        correlationId INT, nameId INT, returnValue INT);
      CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, text TEXT, globalTid INT);)";
  }
  return R"(
      CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
      INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.6.2.225'),
        ('EXPORT_SCHEMA_VERSION', '3.16.1');
      CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
      CREATE TABLE ThreadNames (nameId INT, priority INT, globalTid INT);
      CREATE TABLE PROCESSES (globalPid INT, pid INT, name TEXT);
      CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INT, utcTime TEXT, localTime TEXT);
      CREATE TABLE TARGET_INFO_GPU (vmId INT, id INT, name TEXT, totalMemory INT, smCount INT,
        memoryBandwidth INT, computeMajor INT, computeMinor INT, uuid TEXT);
      CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INT, cudaId INT, pid INT, uuid TEXT);
      CREATE TABLE TARGET_INFO_SYSTEM_ENV (name TEXT, value TEXT);
      CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER PRIMARY KEY, name TEXT, label TEXT);
      INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (1, 'CUDA_MEMCPY_KIND_HTOD', 'Host-to-Device'),
        (2, 'CUDA_MEMCPY_KIND_DTOH', 'Device-to-Host'),
        (8, 'CUDA_MEMCPY_KIND_DTOD', 'Device-to-Device');
      CREATE TABLE ENUM_CUDA_MEM_KIND (id INTEGER PRIMARY KEY, name TEXT, label TEXT);
      INSERT INTO ENUM_CUDA_MEM_KIND VALUES (0, 'CUDA_MEMOPR_MEMORY_KIND_PAGEABLE', 'Pageable'),
        (1, 'CUDA_MEMOPR_MEMORY_KIND_PINNED', 'Pinned'),
        (2, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE', 'Device'),
        (7, 'CUDA_MEMOPR_MEMORY_KIND_UNKNOWN', 'Unknown');
      CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, contextId INT,
        greenContextId INT, streamId INT, correlationId INT, globalPid INT, demangledName INT,
        shortName INT, mangledName INT, launchType INT, registersPerThread INT, gridX INT,
        gridY INT, gridZ INT, blockX INT, blockY INT, blockZ INT, staticSharedMemory INT,
        dynamicSharedMemory INT, graphNodeId INT);
      CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT, end INT, deviceId INT, contextId INT,
        streamId INT, correlationId INT, globalPid INT, bytes INT, copyKind INT, srcKind INT,
        dstKind INT, graphNodeId INT);
      CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INT, end INT, deviceId INT, contextId INT,
        streamId INT, correlationId INT, globalPid INT, value INT, bytes INT, graphNodeId INT,
        memKind INT);
      CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, eventClass INT,
        globalTid INT, correlationId INT, nameId INT, returnValue INT, callchainId INT);
      CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INT, end INT, deviceId INT,
        contextId INT, streamId INT, correlationId INT, globalPid INT, syncType INT, eventId INT);
      CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, rangeId INT, text TEXT,
        globalTid INT, endGlobalTid INT, textId INT, domainId INT, uint64Value INT,
        int64Value INT, doubleValue REAL, jsonTextId INT, jsonText TEXT);)";
}

}  // namespace nscope
