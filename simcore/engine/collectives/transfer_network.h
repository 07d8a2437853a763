#pragma once

#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace nscope::sim {

/// Transfers that share the bandwidth of what they pass: links, ports, network
/// interfaces. Each has a rate of its own that it never exceeds; a shared resource gives
/// its transfers equal rates as far as they can use them. Times in picoseconds, bytes and
/// B/s. One thread.
class TransferNetwork {
 public:
  struct Resource {
    double capacity = 0;  ///< B/s
    double bytes = 0;     ///< that began to pass
    bool shared = true;   ///< false: one transfer at a time, by construction
    bool watched = false;
    std::vector<int> transfers{};  ///< that pass now
  };
  using Watch = std::function<void(int resource, Picoseconds time, double rate)>;

  /// `watch` hears of every change of rate at watched resources, in order of time for
  /// those that are shared.
  TransferNetwork(std::vector<Resource> resources, Watch watch)
      : resources_(std::move(resources)), watch_(std::move(watch)) {}

  /// What a transfer needs; `route` must live as long as the transfer.
  struct Transfer {
    std::span<const int> route;
    double bytes = 0;
    double rate = 0;
  };

  /// The end of a transfer that shares nothing, which begins at `begin`; -1 where it
  /// passes a shared resource and has to be begun.
  Picoseconds end_alone(const Transfer& transfer, Picoseconds begin);

  /// Begins a transfer; its number. Numbers are used again.
  int begin(const Transfer& transfer, Picoseconds now);
  void finish(int number);

  /// After all that happens at `now`: new ends of the transfers whose rate has changed.
  struct End {
    int number = 0;
    std::uint32_t version = 0;  ///< of no other transfer or change
    Picoseconds time = 0;
  };
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
  std::vector<double> fair_;  ///< rate that a changed resource gives each transfer
  std::uint32_t last_version_ = 0;
};

}  // namespace nscope::sim
