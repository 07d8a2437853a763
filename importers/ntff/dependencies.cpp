#include "importers/ntff/dependencies.h"

#include "profiler/trace/columns/column.h"

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

namespace {

/// The values of the semaphores in the executions of a core.
class SemaphoreLevels {
 public:
  /// The updates in order. Columns take less memory than an array, which is copied as it grows.
  struct Steps {
    Column<std::uint64_t, OffsetOf<std::uint32_t>> totals;  ///< values after the updates
    Column<std::uint32_t, OffsetOf<std::uint16_t>> rows;
    std::uint64_t total = 0;  ///< after the last update
    std::size_t found = 0;    ///< the result of the last search, where the next one begins

    void push_back(std::uint32_t increment, std::uint32_t row) {
      totals.push_back(total += increment);
      rows.push_back(row);
    }
  };
  /// Those of one semaphore in an execution; adjacent rows mostly have the same execution.
  Steps& of(std::uint32_t execution, std::uint8_t semaphore) {
    if (execution != last_execution_) last_.fill(nullptr);
    last_execution_ = execution;
    Steps*& known = last_[semaphore];
    if (known == nullptr) known = &steps_[std::uint64_t{execution} << 8 | semaphore];
    return *known;
  }

  /// The row of the first update to at least `value`; nullopt if there is none.
  static std::optional<std::uint32_t> first_of(Steps& steps, std::uint32_t value) {
    const auto below = [&](std::size_t i) { return steps.totals[i] < value; };
    // The result is in [low, high]. Awaited values mostly increase in small steps.
    const std::size_t size = steps.totals.size();
    std::size_t low = std::min(steps.found, size);
    std::size_t high = size;
    if (low > 0 && !below(low - 1)) {
      high = low - 1;
      low = 0;
    } else {
      for (std::size_t step = 1; low + step < high; step *= 2) {
        if (!below(low + step - 1)) {
          high = low + step - 1;
          break;
        }
        low += step;
      }
    }
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (below(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    steps.found = low;
    return low == size ? std::nullopt : std::optional(steps.rows[low]);
  }

 private:
  std::unordered_map<std::uint64_t, Steps> steps_;
  std::array<Steps*, 256> last_{};  // of the last execution, by semaphore
  std::uint32_t last_execution_ = 0;
};

}  // namespace

SemaphoreEdges semaphore_edges(const CoreRun& run, const TaskControl& control) {
  SemaphoreLevels levels;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (control.cancelled_at(i)) return {};
    const Instruction* word = run.word(i);
    if (word == nullptr || !run.compiled(i)) continue;
    for (const CompletionUpdate& update : word->updates) {
      if (update.increment() == 0) continue;
      levels.of(run.row(i).execution, update.id)
          .push_back(update.increment(), static_cast<std::uint32_t>(i));
    }
  }
  SemaphoreEdges result;
  result.edges.reserve(run.size());  // memory that is not written costs nothing
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (control.cancelled_at(i)) return {};
    const Instruction* word = run.word(i);
    if (word == nullptr || !run.compiled(i)) continue;
    for (const WaitCondition& wait : word->waits) {
      if (!wait.on_semaphore() || wait.value == 0) continue;
      auto& steps = levels.of(run.row(i).execution, wait.id);
      const auto row = SemaphoreLevels::first_of(steps, wait.value);
      if (!row || run.row(*row).begin > run.row(i).begin) {
        ++result.unresolved;
        continue;
      }
      result.edges.push_back({*row, static_cast<std::uint32_t>(i)});
    }
  }
  return result;
}

}  // namespace nscope::importers
