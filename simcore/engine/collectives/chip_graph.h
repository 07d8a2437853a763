#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/instance.h"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace nscope::sim {

/// One direction of a chip-to-chip link; chip ids as the instance counts them.
struct ChipLink {
  int from = 0;
  int to = 0;
  friend bool operator==(const ChipLink&, const ChipLink&) = default;
};

/// The links between the chips of one instance and the ways over them. Transfers take
/// a shortest way; of several the one whose links were chosen least so far, so that
/// the result depends on the order of the questions and repeats exactly. One thread.
class ChipGraph {
 public:
  /// The wiring of the instance without `failed`, which break both directions.
  /// Errors: kInvalidArgument where there is no such link.
  static Result<ChipGraph> build(const catalog::Instance& instance,
                                 std::span<const ChipLink> failed = {});

  /// All directed links, by chip and then by neighbour, ascending.
  const std::vector<ChipLink>& links() const { return links_; }
  int chips() const { return chips_; }

  /// Links on a shortest way; 0 for the chip itself, -1 where there is none.
  int hops(int from, int to) const { return hops_[index(from, to)]; }

  /// Indices into links() of the way that transfers between two chips take; always the
  /// same for the same two. Errors: kInfeasible where there is no way.
  Result<std::vector<int>> route(int from, int to);

 private:
  ChipGraph() = default;
  std::size_t index(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(chips_) +
           static_cast<std::size_t>(to);
  }
  void measure_hops();

  int chips_ = 0;
  std::vector<ChipLink> links_;
  std::vector<std::vector<int>> outgoing_;  ///< indices into links_ by chip
  std::vector<int> hops_;
  std::vector<int> chosen_;  ///< routes over each link
  std::map<std::pair<int, int>, std::vector<int>> routes_;
};

/// The first `chips` chips in an order in which neighbours are linked, the last with the
/// first too where the topology allows it: tori back and forth along their rows, others
/// as they are numbered.
std::vector<int> ring_order(const catalog::Instance& instance, int chips);

/// Mean number of chip-to-chip hops between two different chips of the first
/// `chips`, by the shortest way on the instance's topology; 0 for one chip and
/// where the wiring is unknown.
double mean_hops(const catalog::Instance& instance, int chips);

/// Directed links among the first `chips` chips.
int directed_links(const catalog::Instance& instance, int chips);

}  // namespace nscope::sim
