#include "tests/bench/output_file.h"

#include <algorithm>
#include <utility>

namespace nscope::bench {

OutputFile::OutputFile(std::string path, Compression compression)
    : path_(std::move(path)), buffer_(std::size_t{1} << 22) {
  if (compression == kGzip) {
    gzip_ = gzopen(path_.c_str(), "wb1");
    if (gzip_ != nullptr) gzbuffer(gzip_, 1u << 20);
  } else {
    plain_ = std::fopen(path_.c_str(), "wb");
  }
  failed_ = gzip_ == nullptr && plain_ == nullptr;
}

OutputFile::~OutputFile() {
  if (closed_) return;
  if (plain_ != nullptr) std::fclose(plain_);
  if (gzip_ != nullptr) gzclose(gzip_);
  std::remove(path_.c_str());
}

void OutputFile::append(std::string_view text) {
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kRoom);
    advance(put_text(room(piece.size()), piece));
    text.remove_prefix(piece.size());
  }
}

void OutputFile::flush() {
  if (plain_ != nullptr) {
    failed_ |= std::fwrite(buffer_.data(), 1, used_, plain_) != used_;
  } else if (gzip_ != nullptr && used_ > 0) {
    failed_ |= gzwrite(gzip_, buffer_.data(), static_cast<unsigned>(used_)) <= 0;
  }
  used_ = 0;
}

Result<> OutputFile::close() {
  flush();
  if (plain_ != nullptr) failed_ |= std::fclose(std::exchange(plain_, nullptr)) != 0;
  if (gzip_ != nullptr) failed_ |= gzclose(std::exchange(gzip_, nullptr)) != Z_OK;
  if (failed_) return fail(ErrorCode::kIo, Text::verbatim("cannot be written"), path_);
  closed_ = true;
  return {};
}

}  // namespace nscope::bench
