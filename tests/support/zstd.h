#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <zstd.h>

namespace nscope {

/// The text as a zstd frame.
inline std::string zstd(std::string_view text, int level = 3) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), level);
  if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

}  // namespace nscope
