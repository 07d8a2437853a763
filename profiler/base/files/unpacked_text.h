#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/inflate.h"
#include "profiler/base/files/zip.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace nscope {

/// The text of an input, read piece by piece in constant memory: the bytes of a plain file,
/// the content of a gzip file, or one member of a ZIP archive, whose size and checksum are
/// compared with the archive's directory at the end. A byte order mark at the start is
/// skipped. Any compression ratio is allowed, because texts are repetitive and memory does
/// not grow with them. One thread; move-only; the source must outlive it.
class UnpackedText {
 public:
  /// A plain file, or a gzip file by its first bytes. Errors: those of InflateStream.
  static Result<UnpackedText> open(const ByteSource& source);
  /// One member of an archive. Errors: those of InflateStream.
  static Result<UnpackedText> open(const ByteSource& archive, const ZipMember& member);

  /// Fills `into`, which must have at least four bytes, and returns the number of bytes: fewer
  /// than requested only at the end, then 0. Errors: kBadInput (damaged, truncated, above a
  /// limit, other data after the gzip data) with the position in the compressed data.
  Result<std::size_t> read(std::span<std::byte> into);
  /// The same, with progress in bytes of the source. Errors: also kCancelled.
  Result<std::size_t> read(std::span<std::byte> into, TaskControl& control);

  /// The file, or "archive: member".
  const std::string& name() const { return name_; }
  std::uint64_t consumed() const;  ///< bytes of the source read, for progress

 private:
  UnpackedText(const ByteSource& source, std::string name, std::span<const std::byte> bytes)
      : source_(&source), name_(std::move(name)), bytes_(bytes) {}
  Result<std::size_t> read_bytes(std::span<std::byte> into);
  Result<> check_member() const;
  Result<> check_trailing() const;

  const ByteSource* source_;
  std::string name_;
  std::span<const std::byte> bytes_;  ///< compressed or plain
  std::size_t at_ = 0;                ///< position in plain bytes
  std::optional<InflateStream> packed_;
  std::optional<ZipMember> member_;
  bool started_ = false;
  std::uint64_t produced_ = 0;
  std::uint32_t crc32_ = 0;
};

/// The complete text of a small file. Errors: kBadInput, also for more than `limit` bytes;
/// kCancelled.
Result<std::string> whole_text(const ByteSource& file, TaskControl& control,
                               std::size_t limit = std::size_t{256} << 20);

/// The first `bytes` of a file's text, or fewer. Errors: kBadInput.
Result<std::string> text_head(const ByteSource& file, std::size_t bytes);

}  // namespace nscope
