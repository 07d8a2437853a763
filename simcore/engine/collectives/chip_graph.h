#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/instance.h"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace nscope::sim {

/// One direction of a link between two chips of an instance.
struct ChipLink {
  int from = 0;
  int to = 0;
  friend bool operator==(const ChipLink&, const ChipLink&) = default;
};

/// The links between the chips of one instance and the routes over them. Transfers take a
/// shortest route; of several, the one whose links were chosen least often before. The result
/// depends on the order of the calls and is reproducible. For one thread.
class ChipGraph {
 public:
  /// The links of the instance without those in `failed`, which fail in both directions.
  /// Errors: kInvalidArgument if a failed link does not exist.
  static Result<ChipGraph> build(const catalog::Instance& instance,
                                 std::span<const ChipLink> failed = {});

  /// All directed links, sorted by chip and then by neighbour.
  const std::vector<ChipLink>& links() const { return links_; }
  int chips() const { return chips_; }

  /// Number of links of a shortest route; 0 for the chip itself, -1 if there is no route.
  int hops(int from, int to) const { return hops_[index(from, to)]; }

  /// The route of transfers between two chips as indices into links(); always the same for the
  /// same pair. Errors: kInfeasible if there is no route.
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
  std::vector<int> chosen_;  ///< number of routes over each link
  std::map<std::pair<int, int>, std::vector<int>> routes_;
};

/// The first `chips` chips in an order in which consecutive chips are linked, and also the last
/// with the first if the topology allows it: tori back and forth along their rows, others by
/// chip id.
std::vector<int> ring_order(const catalog::Instance& instance, int chips);

/// Mean number of hops between two different chips of the first `chips` on shortest routes; 0
/// for one chip and if the links are unknown.
double mean_hops(const catalog::Instance& instance, int chips);

/// Number of directed links among the first `chips` chips.
int directed_links(const catalog::Instance& instance, int chips);

}  // namespace nscope::sim
