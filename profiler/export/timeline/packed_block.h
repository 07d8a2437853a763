#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct z_stream_s;

namespace nscope {

/// Writes numbers and texts as bytes: unsigned numbers as LEB128, seven bits per byte with the
/// lowest first; signed numbers as zigzag (0, -1, 1, -2, ...).
void append_number(std::string& out, std::uint64_t value);
void append_signed(std::string& out, std::int64_t value);
/// The length in bytes, then the bytes.
void append_text(std::string& out, std::string_view text);

/// Bytes compressed as raw deflate (RFC 1951) while they are appended, so that only the compressed
/// bytes are in memory. One thread.
class PackedBlock {
 public:
  PackedBlock();

  void append(std::string_view bytes);
  /// Compressed bytes so far; complete after finish().
  std::size_t size() const { return packed_.size(); }
  /// Ends the block and returns the compressed bytes. Call it once, and append nothing afterwards.
  std::string finish();

 private:
  struct End {
    void operator()(z_stream_s* stream) const;
  };
  void deflate_bytes(std::string_view bytes, int flush);

  std::unique_ptr<z_stream_s, End> stream_;
  std::string packed_;
};

/// Appends `bytes` as base64 (RFC 4648 with padding).
void append_base64(std::string& out, std::string_view bytes);

}  // namespace nscope
