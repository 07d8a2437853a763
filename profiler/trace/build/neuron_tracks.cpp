#include "profiler/trace/build/neuron_tracks.h"

#include "profiler/base/text/text_cursor.h"
#include "profiler/trace/vocabulary.h"

#include <array>

#include <fmt/format.h>

namespace nscope {
namespace {

// Display order of the root tracks. All cores come before all groups of DMA queues, and so on,
// because users read engines first and then queues.
enum RootOrder : std::int32_t {
  kExecutionsOrder = 0,
  kHostOrder = 10,
  kLayersOrder = 20,
  kCoreOrder = 1000,
  kDmaOrder = 20000,
  kMemoryOrder = 40000,
  kLinksOrder = 60000,
  kSemaphoreOrder = 80000,
};

struct EngineRow {
  Engine engine;
  std::string_view title;
  std::int32_t order;
};
constexpr std::array<EngineRow, 5> kEngineRows{{{Engine::kTensor, "TensorE", 1},
                                                {Engine::kVector, "VectorE", 2},
                                                {Engine::kScalar, "ScalarE", 3},
                                                {Engine::kGpSimd, "GpSimdE", 4},
                                                {Engine::kSync, "SyncE", 5}}};

}  // namespace

std::optional<RingName> ring_of(std::string_view track_name) {
  TextCursor in(track_name);
  RingName name;
  const bool whole = in.take("Q") && in.number(name.ring) && in.take("-E") &&
                     in.number(name.dma_engine) && in.done();
  if (!whole || name.ring < 0 || name.dma_engine < 0) return std::nullopt;
  return name;
}

TrackId NeuronTracks::get(std::string key, const TrackSpec& spec) {
  if (const auto it = tracks_.find(key); it != tracks_.end()) return it->second;
  const TrackId id = out_.track(spec);
  tracks_.emplace(std::move(key), id);
  return id;
}

void NeuronTracks::describe_core(int core, std::string_view caption) {
  captions_[core] = caption;
}

TrackId NeuronTracks::executions() {
  return get("executions",
             {.name = "Executions", .kind = TrackKind::kExecution, .order = kExecutionsOrder});
}

TrackId NeuronTracks::core(int core) {
  const auto caption = captions_.find(core);
  const std::string name = caption == captions_.end()
                               ? fmt::format("NeuronCore {}", core)
                               : fmt::format("NeuronCore {} ({})", core, caption->second);
  return get(fmt::format("core {}", core),
             {.name = name, .kind = TrackKind::kCore, .core = core, .order = kCoreOrder + core});
}

TrackId NeuronTracks::engine(int core, Engine engine, bool matmul, SliceKind kind) {
  const TrackId parent = this->core(core);
  if (matmul) {
    return get(fmt::format("matmul {}", core), {.name = "TensorE matmul",
                                                .kind = TrackKind::kEngine,
                                                .parent = parent,
                                                .engine = Engine::kTensor,
                                                .slice_kind = kind,
                                                .core = core,
                                                .order = 0});
  }
  EngineRow row{engine, "Unknown engine", 9};
  for (const EngineRow& known : kEngineRows) {
    if (known.engine == engine) row = known;
  }
  return get(fmt::format("engine {} {}", core, to_string(engine)), {.name = row.title,
                                                                    .kind = TrackKind::kEngine,
                                                                    .parent = parent,
                                                                    .engine = engine,
                                                                    .slice_kind = kind,
                                                                    .core = core,
                                                                    .order = row.order});
}

TrackId NeuronTracks::collectives(int core) {
  return get(fmt::format("collectives {}", core), {.name = "Collectives",
                                                   .kind = TrackKind::kCollective,
                                                   .parent = this->core(core),
                                                   .engine = Engine::kCc,
                                                   .slice_kind = SliceKind::kCollective,
                                                   .core = core,
                                                   .order = 20});
}

TrackId NeuronTracks::throttle(int core) {
  return get(fmt::format("throttle {}", core), {.name = "Throttling",
                                                .kind = TrackKind::kThrottle,
                                                .parent = this->core(core),
                                                .core = core,
                                                .order = 30});
}

TrackId NeuronTracks::group(Group group, int core) {
  switch (group) {
    case Group::kDma:
      return get(fmt::format("dma group {}", core),
                 {.name = fmt::format("DMA queues (core {})", core),
                  .core = core,
                  .order = kDmaOrder + core});
    case Group::kMemory:
      return get(fmt::format("memory group {}", core),
                 {.name = fmt::format("Memory (core {})", core),
                  .core = core,
                  .order = kMemoryOrder + core});
    case Group::kSemaphore:
      return get(fmt::format("semaphore group {}", core),
                 {.name = fmt::format("Semaphores (core {})", core),
                  .core = core,
                  .order = kSemaphoreOrder + core});
    case Group::kLinks: break;
  }
  return get("links group", {.name = "Links", .order = kLinksOrder});
}

TrackId NeuronTracks::dma_ring(int core, int dma_engine, int ring) {
  return get(fmt::format("dma {} {} {}", core, dma_engine, ring),
             {.name = fmt::format("Q{}-E{}", ring, dma_engine),
              .kind = TrackKind::kDmaQueue,
              .parent = group(Group::kDma, core),
              .engine = Engine::kDma,
              .slice_kind = SliceKind::kDma,
              .core = core,
              .order = dma_engine * 256 + ring});
}

TrackId NeuronTracks::dma_transfers(int core) {
  return get(fmt::format("transfers {}", core), {.name = "DMA transfers",
                                                 .kind = TrackKind::kOther,
                                                 .parent = this->core(core),
                                                 .engine = Engine::kDma,
                                                 .core = core,
                                                 .order = 11});
}

TrackId NeuronTracks::dma(int core) {
  return get(fmt::format("dma {}", core), {.name = "DMA",
                                           .kind = TrackKind::kDmaQueue,
                                           .parent = this->core(core),
                                           .engine = Engine::kDma,
                                           .slice_kind = SliceKind::kDma,
                                           .core = core,
                                           .order = 10});
}

TrackId NeuronTracks::semaphore(int core, int id, std::string_view label) {
  return get(
      fmt::format("semaphore {} {}", core, id),
      {.name = label.empty() ? fmt::format("S[{}]", id) : fmt::format("S[{}] ({})", id, label),
       .kind = TrackKind::kSemaphore,
       .parent = group(Group::kSemaphore, core),
       .core = core,
       .order = id});
}

TrackId NeuronTracks::events(int core) {
  return get(fmt::format("events {}", core), {.name = track_name::kEvents,
                                              .kind = TrackKind::kCounter,
                                              .parent = group(Group::kSemaphore, core),
                                              .core = core,
                                              .order = -1,
                                              .unit = "count"});
}

TrackId NeuronTracks::sbuf_usage(int core) {
  return get(fmt::format("sbuf {}", core), {.name = "SBUF",
                                            .kind = TrackKind::kCounter,
                                            .parent = group(Group::kMemory, core),
                                            .core = core,
                                            .order = 0,
                                            .unit = "share"});
}

TrackId NeuronTracks::psum_bank(int core, int bank) {
  return get(fmt::format("psum {} {}", core, bank), {.name = fmt::format("PSUM bank {}", bank),
                                                     .kind = TrackKind::kCounter,
                                                     .parent = group(Group::kMemory, core),
                                                     .core = core,
                                                     .order = 10 + bank,
                                                     .unit = "used"});
}

TrackId NeuronTracks::hbm_bandwidth(int core) {
  return get(fmt::format("hbm {}", core), {.name = "HBM bandwidth",
                                           .kind = TrackKind::kCounter,
                                           .parent = group(Group::kMemory, core),
                                           .core = core,
                                           .order = 2,
                                           .unit = "B/s"});
}

TrackId NeuronTracks::dma_throughput(int core) {
  return get(fmt::format("dma throughput {}", core), {.name = "DMA throughput",
                                                      .kind = TrackKind::kCounter,
                                                      .parent = group(Group::kMemory, core),
                                                      .core = core,
                                                      .order = 3,
                                                      .unit = "B/s"});
}

TrackId NeuronTracks::pending_dma(int core) {
  return get(fmt::format("pending dma {}", core), {.name = "DMA triggers issued",
                                                   .kind = TrackKind::kCounter,
                                                   .parent = group(Group::kMemory, core),
                                                   .core = core,
                                                   .order = 4,
                                                   .unit = "count"});
}

TrackId NeuronTracks::link(std::string_view name) {
  return get(fmt::format("link {}", name), {.name = name,
                                            .kind = TrackKind::kCounter,
                                            .parent = group(Group::kLinks, -1),
                                            .unit = "B/s"});
}

TrackId NeuronTracks::layers(int core) {
  return get(fmt::format("layers {}", core), {.name = fmt::format("Layers (core {})", core),
                                              .kind = TrackKind::kLayer,
                                              .slice_kind = SliceKind::kLayer,
                                              .layout = TrackLayout::kNested,
                                              .core = core,
                                              .order = kLayersOrder + core});
}

TrackId NeuronTracks::host() {
  return get("host", {.name = "Host",
                      .kind = TrackKind::kHost,
                      .slice_kind = SliceKind::kHost,
                      .layout = TrackLayout::kNested,
                      .order = kHostOrder});
}

}  // namespace nscope
