#pragma once

#include "importers/ntff/file/container.h"
#include "importers/ntff/ntff.pb.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>

namespace nscope::importers {

/// Converts the header message of an NTFF into a capture. The payload starts at
/// `payload_offset`. Single use, one thread; `file` must outlive the capture.
class ContainerReader {
 public:
  ContainerReader(const ByteSource& file, std::uint64_t payload_offset);

  /// Adds cores, records and executions to `capture`. Errors: kBadInput with byte positions.
  Result<> read(const proto::NtffInfo& info, NtffCapture& capture);

 private:
  void read_node(const proto::NtffNode& node);
  void read_core(const proto::NtffSubgraph& from, std::set<std::uint32_t>& of_node);
  /// The core of another model of a session on the same NeuronCore; null if there is none.
  NtffCore* same_core(const proto::NtffSubgraph& from, const std::set<std::uint32_t>& of_node);
  void read_code(const proto::NtffSubgraph& from, NtffCore& to);
  void add_program(NtffCore& to, const proto::NtffCode& from, std::span<const std::byte> words);
  void read_memory(const proto::NtffSubgraph& from, NtffCore& to) const;
  void read_trace(const proto::NtffTraceBlock& from, std::uint32_t device_core);
  void read_unlisted_trace();
  void read_executions(const proto::NtffInfo& info);
  Result<> check(bool executions_stated) const;
  std::span<const std::byte> cut(std::uint64_t offset, std::uint64_t size, std::size_t unit) const;

  const ByteSource& file_;
  NtffCapture* capture_ = nullptr;
  std::span<const std::byte> payload_;
  std::uint64_t payload_offset_ = 0;
  std::uint64_t records_stated_ = 0;
  std::uint64_t records_present_ = 0;
  std::set<int> taken_;  ///< numbers of cores
};

}  // namespace nscope::importers
