// What one keystroke in the command palette costs: with 10,000 entries it must
// stay below a frame (16.7 ms).
#include "app/gui/shell/palette/palette_index.h"

#include <benchmark/benchmark.h>

namespace nscope::gui {
namespace {

std::vector<PaletteEntry> tracks(int count) {
  const char* const names[] = {"TensorE", "VectorE", "ScalarE", "GpSimdE", "SyncE", "qSyncIO/ring"};
  std::vector<PaletteEntry> entries;
  for (int i = 0; i < count; ++i) {
    entries.push_back({.kind = PaletteEntry::Kind::kTrack,
                       .id = QString::number(i),
                       .text = QStringLiteral("Instance %1 / Chip %2 / NeuronCore %3 / %4 %5")
                                   .arg(i / 640)
                                   .arg(i / 40 % 16)
                                   .arg(i % 8)
                                   .arg(QString::fromLatin1(names[i % 6]))
                                   .arg(i)});
  }
  return entries;
}

void find(benchmark::State& state, const char* query) {
  const PaletteIndex index(tracks(static_cast<int>(state.range(0))));
  const QString text = QString::fromLatin1(query);
  for (auto _ : state) benchmark::DoNotOptimize(index.find(text, 60));
}

void build(benchmark::State& state) {
  const auto entries = tracks(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const PaletteIndex index(entries);
    benchmark::DoNotOptimize(&index);
  }
}

BENCHMARK(build)->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find, one_letter, "e")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find, word, "tens")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find, three_words, "neuro tens 42")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find, long_word, "neuroncoretensor")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find, nothing, "zzz")->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nscope::gui

BENCHMARK_MAIN();
