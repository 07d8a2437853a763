#include "importers/chrome_json/external_ids.h"

#include "profiler/base/ascii.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

namespace nscope::importers {
namespace {

/// The letters and digits of `text`, in lower case.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') result += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || is_digit(c)) result += c;
  }
  return result;
}

/// The kind of work that a call starts: "hipLaunchKernel", "hipMemcpyWithStream",
/// "hipExtModuleLaunchKernel", "cuMemsetD8Async". nullopt if it starts none.
std::optional<ExternalIds::Work> work_of(std::string_view call) {
  const std::string name = plain(call);
  const auto has = [&](std::string_view word) { return name.find(word) != std::string::npos; };
  if (has("memcpy") || has("memset") || has("copy") || has("fill")) {
    return ExternalIds::Work::kCopy;
  }
  if (has("launch") || has("enqueue")) return ExternalIds::Work::kKernel;
  return std::nullopt;
}

}  // namespace

bool is_external_id_key(std::string_view key) {
  constexpr std::size_t kLongest = 16;
  return key.size() <= kLongest && plain(key) == "externalid";
}

void ExternalIds::call(std::int64_t id, std::int64_t start, std::string_view name, SliceId slice) {
  if (const auto kind = work_of(name)) calls_.push_back({id, *kind, start, slice});
}

void ExternalIds::work(std::int64_t id, std::int64_t start, Work kind, SliceId slice) {
  works_.push_back({id, kind, start, slice});
}

void ExternalIds::sort(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.id, a.kind, a.start, a.slice) < std::tie(b.id, b.kind, b.start, b.slice);
  });
}

void ExternalIds::finish() {
  sort(calls_);
  sort(works_);
  const StringId kind = out_.intern("ac2g");  // PyTorch's name of these flows
  std::int64_t connected = 0;
  auto call = calls_.begin();
  for (auto first = works_.begin(); first != works_.end();) {
    auto last = first;
    while (last != works_.end() && last->id == first->id && last->kind == first->kind) ++last;
    while (call != calls_.end() && call->id < first->id) ++call;
    auto of_id = call;
    while (of_id != calls_.end() && of_id->id == first->id) ++of_id;
    const auto is_other = [&](const Entry& entry) { return entry.kind != first->kind; };
    auto begin = std::find_if_not(call, of_id, is_other);
    auto end = std::find_if(begin, of_id, is_other);
    // A copy can be a kernel on the device.
    if (begin == end) {
      begin = call;
      end = of_id;
    }
    for (; first != last; ++first) {
      if (begin == end) continue;
      out_.flow(begin->slice, first->slice, kind);
      ++connected;
      if (end - begin > 1) ++begin;  // the last call starts the remaining work
    }
  }
  if (connected > 0) {
    out_.diagnose("launch_by_external_id", Severity::kInfo,
                  tr("work of a device was connected with its host call by the external id: the "
                     "trace has no correlation numbers"),
                  connected);
  }
  calls_ = {};
  works_ = {};
}

}  // namespace nscope::importers
