#include "profiler/trace/session_columns.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

namespace nscope::session_file {
namespace {

constexpr int kCompressionLevel = 3;

std::uint32_t crc_of(std::span<const std::byte> data) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())));
}

}  // namespace

PackedColumn pack(std::span<const std::byte> values) {
  PackedColumn column;
  column.data.resize(ZSTD_compressBound(values.size()));
  const std::size_t size = ZSTD_compress(column.data.data(), column.data.size(), values.data(),
                                         values.size(), kCompressionLevel);
  column.data.resize(size);
  column.crc = crc_of(column.data);
  return column;
}

Result<std::vector<std::byte>> unpack(std::span<const std::byte> data, std::uint32_t crc,
                                      std::size_t expected_bytes, const std::string& where) {
  if (crc_of(data) != crc) {
    return fail(ErrorCode::kBadInput, "the checksum does not match: the file is damaged", where);
  }
  std::vector<std::byte> values(expected_bytes);
  const std::size_t size = ZSTD_decompress(values.data(), values.size(), data.data(), data.size());
  if (ZSTD_isError(size) != 0 || size != expected_bytes) {
    return fail(ErrorCode::kBadInput,
                fmt::format("does not decompress to the {} bytes it should hold", expected_bytes),
                where);
  }
  return values;
}

}  // namespace nscope::session_file
