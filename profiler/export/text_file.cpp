#include "profiler/export/text_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <zlib.h>

namespace nscope {

void TextFile::ClosePacked::operator()(gzFile_s* file) const {
  gzclose(file);
}

tl::unexpected<Error> TextFile::failure() const {
  return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(errno)), path_);
}

Result<TextFile> TextFile::create(const std::string& path, bool gzip) {
  TextFile file;
  file.path_ = path;
  file.target_ = std::make_unique<AtomicFile>(path);
  const std::string& name = file.target_->temporary_path();
  if (gzip) {
    file.packed_.reset(gzopen(name.c_str(), "wb6e"));
  } else {
    file.plain_.reset(std::fopen(name.c_str(), "wbe"));
  }
  if (file.packed_ == nullptr && file.plain_ == nullptr) return file.failure();
  return file;
}

Result<> TextFile::write(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t written = plain_ != nullptr
                                  ? std::fwrite(text.data(), 1, text.size(), plain_.get())
                                  : gzfwrite(text.data(), 1, text.size(), packed_.get());
  return written == text.size() ? Result<>() : Result<>(failure());
}

Result<> TextFile::commit() {
  const bool closed =
      plain_ != nullptr ? std::fclose(plain_.release()) == 0 : gzclose(packed_.release()) == Z_OK;
  if (!closed) return failure();
  return target_->commit();
}

}  // namespace nscope
