#include "importers/system_recording/execution_calls.h"

namespace nscope::importers {

std::size_t ExecutionCalls::Hash::operator()(const ExecutionKey& key) const {
  std::uint64_t h = static_cast<std::uint64_t>(key.worker) * 0x9E3779B97F4A7C15u;
  h = (h ^ static_cast<std::uint64_t>(key.core)) * 0x9E3779B97F4A7C15u;
  h = (h ^ static_cast<std::uint64_t>(key.execution)) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 32;
}

std::optional<ExecutionCalls::Call> ExecutionCalls::find(const ExecutionKey& key) const {
  const auto found = calls_.find(key);
  return found == calls_.end() ? std::nullopt : std::optional(found->second);
}

ExecutionCalls::Call ExecutionCalls::declare(const ExecutionKey& key) {
  const auto call = static_cast<Call>(slices_.size());
  slices_.emplace_back();
  calls_.insert_or_assign(key, call);
  return call;
}

}  // namespace nscope::importers
