#include "importers/ntff/dependencies.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

namespace nscope::importers {
namespace {

constexpr std::uint32_t kSemaphoreWriteBytes = 4;

struct EngineNames {
  HardwareEngine engine;
  std::string_view in_queues;  ///< as in "qActDynamicHW"
  std::string_view shown;
};
constexpr std::array<EngineNames, kHardwareEngines> kEngines{
    {{HardwareEngine::kAct, "Act", "Scalar"},
     {HardwareEngine::kPool, "Pool", "GpSimd"},
     {HardwareEngine::kPe, "PE", "Tensor"},
     {HardwareEngine::kDve, "DVE", "Vector"},
     {HardwareEngine::kSp, "SP", "Sync"}}};

std::string_view shown_name(HardwareEngine engine) {
  for (const EngineNames& names : kEngines) {
    if (names.engine == engine) return names.shown;
  }
  return {};
}

const EngineNames* named_in(std::string_view queue) {
  if (!queue.starts_with('q')) return nullptr;
  for (const EngineNames& names : kEngines) {
    if (queue.substr(1).starts_with(names.in_queues)) return &names;
  }
  return nullptr;
}

/// The engine whose DMA instructions feed the dynamic queue.
std::optional<HardwareEngine> feeding_engine(std::string_view queue) {
  const EngineNames* names = named_in(queue);
  if (names == nullptr || queue.find("Dynamic") == std::string_view::npos) return std::nullopt;
  return names->engine;
}

}  // namespace

std::string queue_label(std::string_view queue) {
  const EngineNames* names = named_in(queue);
  if (names == nullptr) return std::string(queue);
  return "q" + std::string(names->shown) + std::string(queue.substr(1 + names->in_queues.size()));
}

std::string_view queue_type(std::string_view queue) {
  if (queue.empty()) return "instruction";
  if (queue.ends_with("DynamicHW")) return "hardware_dynamic";
  if (queue.ends_with("Dynamic")) return "software_dynamic";
  return "unknown";
}

std::string_view queue_of(const NtffCore& core, int dma_engine, int ring) {
  for (const NtffQueue& queue : core.queues) {
    if (queue.dma_engine == dma_engine && queue.ring == ring) return queue.name;
  }
  return {};
}

SemaphoreNames semaphore_names(const CoreRun& run) {
  std::map<HardwareEngine, std::string> dynamic_queue;
  for (const NtffQueue& queue : run.core.queues) {
    if (const auto engine = feeding_engine(queue.name)) {
      dynamic_queue[*engine] = queue_label(queue.name);
    }
  }
  SemaphoreNames names;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (!run.compiled[i] || run.words[i] == nullptr) continue;
    for (const CompletionUpdate& update : run.words[i]->updates) {
      if (update.mode == CompletionUpdate::kNone || update.mode == CompletionUpdate::kSetEvent) {
        continue;
      }
      const HardwareEngine engine = run.row(i).engine;
      if (!update.by_dma) {
        names[update.id] = shown_name(engine);
      } else if (const auto queue = dynamic_queue.find(engine); queue != dynamic_queue.end()) {
        names[update.id] = queue->second;
      }
    }
  }
  return names;
}

SemaphoreEdges semaphore_edges(const CoreRun& run) {
  struct Level {
    std::uint64_t total = 0;  ///< value of the semaphore after the update
    std::uint32_t row = 0;
  };
  std::map<std::pair<std::uint32_t, int>, std::vector<Level>> levels;  // (execution, semaphore)
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (!run.compiled[i] || run.words[i] == nullptr) continue;
    for (const CompletionUpdate& update : run.words[i]->updates) {
      if (update.increment() == 0) continue;
      auto& steps = levels[{run.row(i).execution, update.id}];
      const std::uint64_t before = steps.empty() ? 0 : steps.back().total;
      steps.push_back({before + update.increment(), static_cast<std::uint32_t>(i)});
    }
  }
  SemaphoreEdges result;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (!run.compiled[i] || run.words[i] == nullptr) continue;
    for (const WaitCondition& wait : run.words[i]->waits) {
      if (!wait.on_semaphore() || wait.value == 0) continue;
      const auto it = levels.find({run.row(i).execution, wait.id});
      const auto step = it == levels.end()
                            ? std::vector<Level>::const_iterator()
                            : std::lower_bound(it->second.cbegin(), it->second.cend(), wait.value,
                                               [](const Level& level, std::uint32_t value) {
                                                 return level.total < value;
                                               });
      if (it == levels.end() || step == it->second.cend() ||
          run.row(step->row).begin > run.row(i).begin) {
        ++result.unresolved;
        continue;
      }
      result.edges.push_back({step->row, static_cast<std::uint32_t>(i)});
    }
  }
  return result;
}

std::vector<RowEdge> program_order(const CoreRun& run) {
  std::vector<RowEdge> edges;
  edges.reserve(run.size());
  std::array<std::optional<std::uint32_t>, kHardwareEngines> previous;
  for (std::size_t i = 0; i < run.size(); ++i) {
    auto& last = previous[static_cast<std::size_t>(run.row(i).engine)];
    if (last && run.row(*last).execution == run.row(i).execution) {
      edges.push_back({*last, static_cast<std::uint32_t>(i)});
    }
    last = static_cast<std::uint32_t>(i);
  }
  return edges;
}

std::vector<std::uint32_t> dma_triggers(const CoreRun& run) {
  std::map<std::pair<std::uint32_t, HardwareEngine>, std::vector<std::uint32_t>> triggers;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (run.words[i] == nullptr || run.words[i]->opcode != opcode::kDmaDirect2d) continue;
    triggers[{run.row(i).execution, run.row(i).engine}].push_back(static_cast<std::uint32_t>(i));
  }
  struct Ring {
    std::optional<HardwareEngine> engine;
    std::size_t closed = 0;  ///< triggers whose last packet has been seen
  };
  std::map<std::tuple<std::uint32_t, int, int>, Ring> rings;  // (execution, engine, ring)
  std::vector<std::uint32_t> result(run.records.dma.size(), kNoTrigger);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const DmaRow& packet = run.records.dma[i];
    const auto [it, added] = rings.try_emplace({packet.execution, packet.dma_engine, packet.ring});
    Ring& ring = it->second;
    if (added) ring.engine = feeding_engine(queue_of(run.core, packet.dma_engine, packet.ring));
    if (!ring.engine) continue;
    const auto known = triggers.find({packet.execution, *ring.engine});
    if (known != triggers.end() && ring.closed < known->second.size()) {
      result[i] = known->second[ring.closed];
    }
    if (packet.bytes == kSemaphoreWriteBytes) ++ring.closed;
  }
  return result;
}

}  // namespace nscope::importers
