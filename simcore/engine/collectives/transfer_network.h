#pragma once

#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace nscope::sim {

/// Transfers that share the bandwidth of resources: links, ports and network interfaces. Each
/// transfer has a maximum rate; a shared resource gives its transfers equal rates up to their
/// maximum. Units are picoseconds, bytes and B/s. For one thread.
class TransferNetwork {
 public:
  struct Resource {
    double capacity = 0;  ///< B/s
    double bytes = 0;     ///< of all transfers that have begun
    bool shared = true;   ///< false: never more than one transfer at a time
    bool watched = false;
    std::vector<int> transfers{};  ///< active transfers
  };
  using Watch = std::function<void(int resource, Picoseconds time, double rate)>;

  /// `watch` is called for every change of rate at watched resources, in order of time for
  /// shared resources.
  TransferNetwork(std::vector<Resource> resources, Watch watch)
      : resources_(std::move(resources)), watch_(std::move(watch)) {}

  /// A transfer over the resources of `route`, which must outlive the transfer.
  struct Transfer {
    std::span<const int> route;
    double bytes = 0;
    double rate = 0;
  };

  /// The end of a transfer without shared resources that begins at `begin`; -1 if a resource is
  /// shared, so that begin() is needed.
  Picoseconds end_alone(const Transfer& transfer, Picoseconds begin);

  /// Begins a transfer and returns its number. Numbers are reused.
  int begin(const Transfer& transfer, Picoseconds now);
  void finish(int number);

  /// The new end of a transfer whose rate has changed.
  struct End {
    int number = 0;
    std::uint32_t version = 0;  ///< unique for each transfer and change
    Picoseconds time = 0;
  };
  /// Computes the new ends after all changes at `now`.
  std::vector<End> settle(Picoseconds now);
  std::uint32_t version(int number) const {
    return active_[static_cast<std::size_t>(number)].version;
  }

  std::span<const Resource> resources() const { return resources_; }

 private:
  struct Active {
    Transfer transfer;
    double left = 0;
    double rate = 0;
    Picoseconds since = 0;
    std::uint32_t version = 0;
    bool visited = false;
  };
  Resource& resource(int index) { return resources_[static_cast<std::size_t>(index)]; }
  Active& active(int number) { return active_[static_cast<std::size_t>(number)]; }
  void touch(std::span<const int> route);
  double fair_rate(const Resource& resource);

  std::vector<Resource> resources_;
  Watch watch_;
  std::vector<Active> active_;
  std::vector<int> free_;
  std::vector<int> changed_;  ///< resources since the last settle()
  std::vector<double> fair_;  ///< largest rate of a transfer at a changed resource
  std::uint32_t last_version_ = 0;
};

}  // namespace nscope::sim
