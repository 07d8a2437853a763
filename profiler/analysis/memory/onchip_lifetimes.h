#pragma once

#include "profiler/analysis/memory/onchip_operands.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// An area of SBUF or PSUM from its first write to its last read before it is overwritten.
struct OnchipLifetime {
  static constexpr std::uint32_t kUnknownContent = 0xffffffff;

  OnchipArea area;
  std::int64_t begin = 0;  ///< ticks, start of the first write
  std::int64_t end = 0;    ///< ticks, end of the last access
  SliceId first;           ///< the first write; the first read if the writer is unknown
  /// Of the last write before the first read; kUnknownContent if no instruction is known to have
  /// written the area.
  std::uint32_t content = kUnknownContent;
  std::uint32_t writes = 0;
  std::uint32_t reads = 0;
  std::int64_t idle = 0;  ///< ticks, the longest time between two accesses

  std::int64_t duration() const { return end - begin; }
};

/// An access to one memory.
struct OnchipAccess {
  OnchipOperand operand{};
  std::int64_t begin = 0;  ///< ticks
  std::int64_t end = 0;
  SliceId slice;
  std::uint32_t content = OnchipLifetime::kUnknownContent;  ///< of a write
};

/// Divides the accesses to one memory of one core into lifetimes. No two lifetimes overlap in
/// address, partition and time. A plain value.
///
/// A write ends the lifetimes of the bytes that it overwrites and starts a new one. The rest of a
/// partly overwritten area remains live as up to four areas. Two kinds of writes continue a
/// lifetime: those that add to what is there, and writes with gaps to an area that has not been
/// read yet, because several of them fill one buffer. A read of bytes without a known write starts
/// a lifetime with unknown content.
class OnchipLifetimes {
 public:
  explicit OnchipLifetimes(OnchipMemory memory);

  /// The start of each access must not be before that of the previous one.
  void add(const OnchipAccess& access);
  /// Calls `visit(const OnchipLifetime&)` for each live area that overlaps `area`.
  template <class Visit>
  void for_each_live(const OnchipArea& area, Visit visit) {
    find_live(area);
    for (const std::uint32_t piece : found_) visit(std::as_const(pieces_[piece]));
  }

  /// Number of completed lifetimes.
  std::size_t completed() const { return done_.size(); }
  /// Number of areas that all accesses have visited; measures the work that was done.
  std::int64_t visited() const { return visited_; }
  /// All lifetimes, sorted by start and address. The object is then empty.
  std::vector<OnchipLifetime> take();

 private:
  void find_live(const OnchipArea& area);
  void read(const OnchipAccess& access);
  void write(const OnchipAccess& access);
  void remove_from_rest(const OnchipArea& hole);
  void touch(OnchipLifetime& piece, const OnchipAccess& access);
  void start(const OnchipArea& area, const OnchipAccess& access);
  void insert(const OnchipLifetime& piece);
  void remove(std::uint32_t piece);
  void overwrite(std::uint32_t piece, const OnchipAccess& access);

  std::vector<OnchipLifetime> pieces_;  ///< live areas, and unused entries
  std::vector<std::uint32_t> unused_;
  std::vector<std::uint64_t> seen_;                  ///< by piece: the last search that found it
  std::vector<std::vector<std::uint32_t>> buckets_;  ///< live areas by address
  std::vector<std::uint32_t> found_;                 ///< result of find_live()
  std::vector<OnchipArea> rest_;                     ///< of the access: not covered by live areas
  std::vector<OnchipLifetime> done_;
  std::uint64_t searches_ = 0;
  std::int64_t visited_ = 0;
};

}  // namespace nscope::analysis
