#include "importers/ntff/dependencies.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>

namespace nscope::importers {
namespace {

struct EngineSpelling {
  HardwareEngine engine;
  std::string_view in_queues;  ///< in names of queues: "Act" in "qActDynamicHW"
  std::string_view shown;
};
constexpr std::array<EngineSpelling, kHardwareEngines> kEngineSpellings{
    {{HardwareEngine::kAct, "Act", "Scalar"},
     {HardwareEngine::kPool, "Pool", "GpSimd"},
     {HardwareEngine::kPe, "PE", "Tensor"},
     {HardwareEngine::kDve, "DVE", "Vector"},
     {HardwareEngine::kSp, "SP", "Sync"}}};

std::string_view shown_name(HardwareEngine engine) {
  for (const EngineSpelling& names : kEngineSpellings) {
    if (names.engine == engine) return names.shown;
  }
  return {};
}

const EngineSpelling* named_in(std::string_view queue) {
  if (!queue.starts_with('q')) return nullptr;
  for (const EngineSpelling& names : kEngineSpellings) {
    if (queue.substr(1).starts_with(names.in_queues)) return &names;
  }
  return nullptr;
}

}  // namespace

std::string queue_label(std::string_view queue) {
  const EngineSpelling* names = named_in(queue);
  if (names == nullptr) return std::string(queue);
  return "q" + std::string(names->shown) + std::string(queue.substr(1 + names->in_queues.size()));
}

std::string_view queue_type(const NtffQueue* queue) {
  if (queue == nullptr) return "instruction";
  if (queue->name.ends_with("DynamicHW")) return "hardware_dynamic";
  if (queue->name.ends_with("Dynamic")) return "software_dynamic";
  if (queue->transfers.empty()) return "unknown";
  switch (static_cast<NtffQueueUse>(queue->use)) {
    case NtffQueueUse::kInput: return "input";
    case NtffQueueUse::kOutput: return "output";
    case NtffQueueUse::kWeight: return "weight";
    default: return "unknown";
  }
}

const NtffQueue* queue_of(const NtffCore& core, int dma_engine, int ring) {
  for (const NtffQueue& queue : core.queues) {
    if (queue.dma_engine == dma_engine && queue.ring == ring) return &queue;
  }
  return nullptr;
}

std::optional<HardwareEngine> feeding_engine(std::string_view queue) {
  const EngineSpelling* names = named_in(queue);
  if (names == nullptr || queue.find("Dynamic") == std::string_view::npos) return std::nullopt;
  return names->engine;
}

SemaphoreNames semaphore_names(const CoreRun& run) {
  std::map<HardwareEngine, std::string> dynamic_queue;
  for (const NtffQueue& queue : run.core.queues) {
    if (const auto engine = feeding_engine(queue.name)) {
      dynamic_queue[*engine] = queue_label(queue.name);
    }
  }
  struct Updater {
    HardwareEngine engine = HardwareEngine::kPe;
    bool by_dma = false;
  };
  std::array<std::optional<Updater>, 256> last;  // by semaphore
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Instruction* word = run.word(i);
    if (word == nullptr || !run.compiled(i)) continue;
    for (const CompletionUpdate& update : word->updates) {
      if (update.mode == CompletionUpdate::kNone || update.mode == CompletionUpdate::kSetEvent) {
        continue;
      }
      const HardwareEngine engine = run.row(i).engine;
      if (update.by_dma && !dynamic_queue.contains(engine)) continue;
      last[update.id] = Updater{engine, update.by_dma};
    }
  }
  SemaphoreNames names;
  for (std::size_t id = 0; id < last.size(); ++id) {
    if (!last[id]) continue;
    const HardwareEngine engine = last[id]->engine;
    names[static_cast<int>(id)] =
        last[id]->by_dma ? dynamic_queue[engine] : std::string(shown_name(engine));
  }
  return names;
}

SemaphoreEdges semaphore_edges(const CoreRun& run, const TaskControl& control) {
  struct Level {
    std::uint64_t total = 0;  ///< value of the semaphore after the update
    std::uint32_t row = 0;
  };
  std::unordered_map<std::uint64_t, std::vector<Level>> levels;
  const auto key = [&](std::size_t row, int semaphore) {
    return std::uint64_t{run.row(row).execution} << 8 | static_cast<std::uint8_t>(semaphore);
  };
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (control.cancelled_at(i)) return {};
    const Instruction* word = run.word(i);
    if (word == nullptr || !run.compiled(i)) continue;
    for (const CompletionUpdate& update : word->updates) {
      if (update.increment() == 0) continue;
      auto& steps = levels[key(i, update.id)];
      const std::uint64_t before = steps.empty() ? 0 : steps.back().total;
      steps.push_back({before + update.increment(), static_cast<std::uint32_t>(i)});
    }
  }
  SemaphoreEdges result;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (control.cancelled_at(i)) return {};
    const Instruction* word = run.word(i);
    if (word == nullptr || !run.compiled(i)) continue;
    for (const WaitCondition& wait : word->waits) {
      if (!wait.on_semaphore() || wait.value == 0) continue;
      const auto it = levels.find(key(i, wait.id));
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

}  // namespace nscope::importers
