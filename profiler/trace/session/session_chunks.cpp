#include "profiler/trace/session/session_chunks.h"

#include "profiler/base/files/sqlite.h"

#include <algorithm>
#include <cstring>

#include <zstd.h>

namespace nscope::session_file {

SessionChunks::SessionChunks(std::unique_ptr<SQLite::Database> database, std::string path)
    : path_(std::move(path)), database_(std::move(database)) {}

std::size_t SessionChunks::add(std::int64_t first_id, std::vector<ChunkInfo> infos) {
  const std::size_t first = chunks_.size();
  for (const ChunkInfo& info : infos) chunks_.push_back({first_id++, info});
  return first;
}

Text SessionChunks::where(const Chunk& chunk) const {
  return tr("{}: chunk {}", path_, chunk.id);
}

Result<> SessionChunks::fetch(const Chunk& chunk, std::span<std::byte> into) const {
  std::vector<std::byte> packed;
  const Result<> found = sqlite_guard(ErrorCode::kBadInput, path_, [&]() -> Result<> {
    const std::scoped_lock lock(mutex_);
    if (query_ == nullptr) {
      query_ = std::make_unique<SQLite::Statement>(*database_, "SELECT data FROM chunk WHERE id=?");
    }
    query_->bind(1, chunk.id);
    const bool exists = query_->executeStep();
    bool plausible = false;
    if (exists) {
      const SQLite::Column blob = query_->getColumn(0);
      const auto* const data = static_cast<const std::byte*>(blob.getBlob());
      const auto size = static_cast<std::size_t>(blob.getBytes());
      plausible = size <= ZSTD_compressBound(into.size());
      if (plausible) packed.assign(data, data + size);
    }
    query_->reset();
    if (!exists) return fail(ErrorCode::kBadInput, tr("missing chunk"), where(chunk));
    if (!plausible) {
      return fail(ErrorCode::kBadInput, tr("the compressed data are longer than their values"),
                  where(chunk));
    }
    return {};
  });
  if (!found) return found;
  return unpack(packed, chunk.info, into, where(chunk));
}

void SessionChunks::read(std::size_t ref, std::span<std::byte> into) const {
  if (const auto ok = fetch(chunks_[ref], into); !ok) {
    std::fill(into.begin(), into.end(), std::byte{0});
    set_error(ok.error());
  }
}

void SessionChunks::report_damage(std::size_t ref) const {
  set_error({ErrorCode::kBadInput, tr("damaged session: value out of range"), where(chunks_[ref])});
}

void SessionChunks::set_error(Error error) const {
  const std::scoped_lock lock(mutex_);
  if (!error_) error_ = std::move(error);
}

std::optional<Error> SessionChunks::error() const {
  const std::scoped_lock lock(mutex_);
  return error_;
}

}  // namespace nscope::session_file
