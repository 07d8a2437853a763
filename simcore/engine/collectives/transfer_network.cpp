#include "simcore/engine/collectives/transfer_network.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nscope::sim {

Picoseconds TransferNetwork::end_alone(const Transfer& transfer, Picoseconds begin) {
  double rate = transfer.rate;
  for (const int index : transfer.route) {
    if (resource(index).shared) return -1;
    rate = std::min(rate, resource(index).capacity);
  }
  const Picoseconds end = begin + picoseconds(transfer.bytes / rate);
  for (const int index : transfer.route) {
    resource(index).bytes += transfer.bytes;
    if (!resource(index).watched) continue;
    watch_(index, begin, rate);
    watch_(index, end, 0);
  }
  return end;
}

void TransferNetwork::touch(std::span<const int> route) {
  changed_.insert(changed_.end(), route.begin(), route.end());
}

int TransferNetwork::begin(const Transfer& transfer, Picoseconds now) {
  int number = static_cast<int>(active_.size());
  if (free_.empty()) {
    active_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  Active& entry = active(number);
  entry.transfer = transfer;
  entry.left = transfer.bytes;
  entry.rate = 0;
  entry.since = now;
  entry.version = ++last_version_;
  for (const int index : transfer.route) {
    resource(index).transfers.push_back(number);
    resource(index).bytes += transfer.bytes;
  }
  touch(transfer.route);
  return number;
}

void TransferNetwork::finish(int number) {
  Active& entry = active(number);
  entry.version = ++last_version_;
  for (const int index : entry.transfer.route) std::erase(resource(index).transfers, number);
  touch(entry.transfer.route);
  free_.push_back(number);
}

/// The largest rate that the resource gives to a transfer. Bandwidth that slower transfers do not
/// use is shared by the others.
double TransferNetwork::fair_rate(const Resource& resource) {
  std::vector<double> wanted;
  wanted.reserve(resource.transfers.size());
  double sum = 0;
  for (const int number : resource.transfers) {
    wanted.push_back(active(number).transfer.rate);
    sum += wanted.back();
  }
  if (sum <= resource.capacity) return std::numeric_limits<double>::infinity();
  std::sort(wanted.begin(), wanted.end());
  double left = resource.capacity;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double level = left / static_cast<double>(wanted.size() - i);
    if (wanted[i] >= level) return level;
    left -= wanted[i];
  }
  return std::numeric_limits<double>::infinity();
}

std::vector<TransferNetwork::End> TransferNetwork::settle(Picoseconds now) {
  std::vector<End> ends;
  if (changed_.empty()) return ends;
  std::sort(changed_.begin(), changed_.end());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  if (fair_.empty()) fair_.resize(resources_.size(), std::numeric_limits<double>::infinity());
  std::vector<int> affected;
  for (const int index : changed_) {
    fair_[static_cast<std::size_t>(index)] = fair_rate(resource(index));
    for (const int number : resource(index).transfers) {
      if (active(number).visited) continue;
      active(number).visited = true;
      affected.push_back(number);
    }
  }
  std::sort(affected.begin(), affected.end());
  for (const int number : affected) {
    Active& entry = active(number);
    entry.visited = false;
    double rate = entry.transfer.rate;
    for (const int index : entry.transfer.route) {
      rate = std::min(rate, fair_[static_cast<std::size_t>(index)]);
    }
    if (rate == entry.rate) continue;  // compared exactly: unchanged rates are identical
    const double passed = static_cast<double>(now - entry.since) / kPicosecondsPerSecond;
    entry.left = std::max(0.0, entry.left - entry.rate * passed);
    entry.rate = rate;
    entry.since = now;
    entry.version = ++last_version_;
    ends.push_back({number, entry.version, now + picoseconds(entry.left / rate)});
  }
  for (const int index : changed_) {
    if (!resource(index).watched) continue;
    double rate = 0;
    for (const int number : resource(index).transfers) rate += active(number).rate;
    watch_(index, now, rate);
  }
  changed_.clear();
  return ends;
}

}  // namespace nscope::sim
