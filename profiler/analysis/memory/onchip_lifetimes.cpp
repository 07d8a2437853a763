#include "profiler/analysis/memory/onchip_lifetimes.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace nscope::analysis {
namespace {

/// Bytes of address for each list of live areas.
constexpr std::int64_t kBucketBytes = 256;
/// An access to more live areas replaces them all or, if it is a read, starts no lifetime, because
/// the time to find the rest of its area grows with the square of this number. Real kernels need
/// less than 100.
constexpr std::size_t kMostAreas = 2048;

std::size_t first_bucket(const OnchipArea& area) {
  return static_cast<std::size_t>(area.begin / kBucketBytes);
}
std::size_t last_bucket(const OnchipArea& area) {
  return static_cast<std::size_t>((area.end - 1) / kBucketBytes);
}

/// Calls `visit` for the at most four parts of `area` that are not in `hole`, which overlaps it.
template <class Visit>
void for_each_remainder(const OnchipArea& area, const OnchipArea& hole, Visit visit) {
  OnchipArea middle = area;
  if (area.begin < hole.begin) {
    OnchipArea below = area;
    below.end = middle.begin = hole.begin;
    visit(below);
  }
  if (area.end > hole.end) {
    OnchipArea above = area;
    above.begin = middle.end = hole.end;
    visit(above);
  }
  if (area.first_partition < hole.first_partition) {
    OnchipArea lower = middle;
    lower.end_partition = hole.first_partition;
    visit(lower);
  }
  if (area.end_partition > hole.end_partition) {
    OnchipArea upper = middle;
    upper.first_partition = hole.end_partition;
    visit(upper);
  }
}

OnchipArea common_part(const OnchipArea& a, const OnchipArea& b) {
  return {.memory = a.memory,
          .first_partition = std::max(a.first_partition, b.first_partition),
          .end_partition = std::min(a.end_partition, b.end_partition),
          .begin = std::max(a.begin, b.begin),
          .end = std::min(a.end, b.end)};
}

}  // namespace

OnchipLifetimes::OnchipLifetimes(OnchipMemory memory) {
  const std::int64_t bytes = memory == OnchipMemory::kPsum ? kPsumPartitionBytes : kPartitionStride;
  buckets_.resize(static_cast<std::size_t>(bytes / kBucketBytes));
}

void OnchipLifetimes::add(const OnchipAccess& access) {
  find_live(access.operand.area);
  rest_ = {access.operand.area};
  if (access.operand.write) {
    write(access);
  } else {
    read(access);
  }
}

void OnchipLifetimes::find_live(const OnchipArea& area) {
  found_.clear();
  ++searches_;
  for (std::size_t i = first_bucket(area); i <= last_bucket(area); ++i) {
    for (const std::uint32_t piece : buckets_[i]) {
      ++visited_;
      if (seen_[piece] == searches_) continue;
      seen_[piece] = searches_;
      if (pieces_[piece].area.overlaps(area)) found_.push_back(piece);
    }
  }
  std::sort(found_.begin(), found_.end());
}

void OnchipLifetimes::remove_from_rest(const OnchipArea& hole) {
  visited_ += static_cast<std::int64_t>(rest_.size());
  std::vector<OnchipArea> rest;
  for (const OnchipArea& area : rest_) {
    if (area.overlaps(hole)) {
      for_each_remainder(area, hole, [&](const OnchipArea& part) { rest.push_back(part); });
    } else {
      rest.push_back(area);
    }
  }
  rest_ = std::move(rest);
}

void OnchipLifetimes::touch(OnchipLifetime& piece, const OnchipAccess& access) {
  piece.idle = std::max(piece.idle, access.begin - piece.end);
  piece.end = std::max(piece.end, access.end);
}

void OnchipLifetimes::read(const OnchipAccess& access) {
  // The gaps of a read need not have been written.
  const bool all_known = (access.operand.gaps && !found_.empty()) || found_.size() > kMostAreas;
  for (const std::uint32_t piece : found_) {
    touch(pieces_[piece], access);
    ++pieces_[piece].reads;
    if (!all_known) remove_from_rest(pieces_[piece].area);
  }
  if (all_known) return;
  for (const OnchipArea& area : rest_) start(area, access);
}

void OnchipLifetimes::write(const OnchipAccess& access) {
  const bool replaces_all = found_.size() > kMostAreas;
  for (const std::uint32_t piece : found_) {
    OnchipLifetime& live = pieces_[piece];
    const bool fills = access.operand.gaps && live.reads == 0;
    if (replaces_all || (!access.operand.adds && !fills)) {
      overwrite(piece, access);
      continue;
    }
    touch(live, access);
    ++live.writes;
    const bool unknown = live.content == OnchipLifetime::kUnknownContent;
    if (unknown) live.first = access.slice;
    if (unknown || live.reads == 0) live.content = access.content;
    remove_from_rest(live.area);
  }
  for (const OnchipArea& area : rest_) start(area, access);
}

void OnchipLifetimes::start(const OnchipArea& area, const OnchipAccess& access) {
  const bool write = access.operand.write;
  insert({.area = area,
          .begin = access.begin,
          .end = access.end,
          .first = access.slice,
          .content = write ? access.content : OnchipLifetime::kUnknownContent,
          .writes = write ? 1u : 0u,
          .reads = write ? 0u : 1u});
}

void OnchipLifetimes::overwrite(std::uint32_t piece, const OnchipAccess& access) {
  const OnchipLifetime live = pieces_[piece];
  remove(piece);
  OnchipLifetime over = live;
  over.area = common_part(live.area, access.operand.area);
  // Instructions of different engines overlap: the last read may end after the next write starts.
  over.end = std::clamp(live.end, live.begin, std::max(live.begin, access.begin));
  done_.push_back(over);
  for_each_remainder(live.area, access.operand.area, [&](const OnchipArea& part) {
    OnchipLifetime rest = live;
    rest.area = part;
    insert(rest);
  });
}

void OnchipLifetimes::insert(const OnchipLifetime& piece) {
  std::uint32_t index = static_cast<std::uint32_t>(pieces_.size());
  if (unused_.empty()) {
    pieces_.push_back(piece);
    seen_.push_back(0);
  } else {
    index = unused_.back();
    unused_.pop_back();
    pieces_[index] = piece;
    seen_[index] = 0;
  }
  for (std::size_t i = first_bucket(piece.area); i <= last_bucket(piece.area); ++i) {
    buckets_[i].push_back(index);
  }
}

void OnchipLifetimes::remove(std::uint32_t piece) {
  const OnchipArea& area = pieces_[piece].area;
  for (std::size_t i = first_bucket(area); i <= last_bucket(area); ++i) {
    auto& bucket = buckets_[i];
    *std::find(bucket.begin(), bucket.end(), piece) = bucket.back();
    bucket.pop_back();
  }
  unused_.push_back(piece);
}

std::vector<OnchipLifetime> OnchipLifetimes::take() {
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    for (const std::uint32_t piece : buckets_[i]) {
      if (first_bucket(pieces_[piece].area) == i) done_.push_back(pieces_[piece]);
    }
    buckets_[i].clear();
  }
  pieces_.clear();
  seen_.clear();
  unused_.clear();
  std::sort(done_.begin(), done_.end(), [](const OnchipLifetime& a, const OnchipLifetime& b) {
    return std::tuple(a.begin, a.area.begin, a.area.first_partition, a.end) <
           std::tuple(b.begin, b.area.begin, b.area.first_partition, b.end);
  });
  return std::move(done_);
}

}  // namespace nscope::analysis
