#include "profiler/trace/stated_dependencies.h"

#include <algorithm>

namespace nscope {

std::vector<Dependency> predecessors(const Trace& trace, SliceId slice) {
  std::vector<Dependency> found;
  const std::int64_t begin = trace.slice(slice).begin().value();
  for (const Flow& flow : trace.flows_to(slice)) {
    found.push_back({flow.from, flow.kind, begin - trace.slice(flow.from).end().value()});
  }
  std::ranges::stable_sort(found, {}, &Dependency::lag);
  return found;
}

std::vector<Dependency> successors(const Trace& trace, SliceId slice) {
  std::vector<Dependency> found;
  const std::int64_t end = trace.slice(slice).end().value();
  for (const Flow& flow : trace.flows_from(slice)) {
    found.push_back({flow.to, flow.kind, trace.slice(flow.to).begin().value() - end});
  }
  std::ranges::stable_sort(found, {}, &Dependency::lag);
  return found;
}

}  // namespace nscope
