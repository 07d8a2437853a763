// What no importer of a file can beat on one thread of this machine:
//   floor_bench TRACE
// Chrome JSON: simdjson's on-demand parser visits every event and takes its name
// and times. Perfetto: every field of every message is stepped over. Any file: its
// bytes are summed up, and copied. Prints one JSON object.
#include "profiler/base/files/byte_source.h"
#include "profiler/base/json.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <simdjson.h>

namespace nscope::bench {
namespace {

/// Keeps the compiler from dropping a loop whose sum nobody reads.
volatile std::uint64_t sink = 0;

/// simdjson's offsets are 32 bits.
constexpr std::size_t kMostJson = 0xffffff00;

std::optional<std::int64_t> walk_json(const ByteSource& file) {
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  const simdjson::padded_string_view text(file.text().data(), file.size(),
                                          file.size() + simdjson::SIMDJSON_PADDING);
  if (parser.iterate(text).get(document) != simdjson::SUCCESS) return std::nullopt;
  simdjson::ondemand::array events;
  if (document["traceEvents"].get_array().get(events) != simdjson::SUCCESS) return std::nullopt;
  std::int64_t count = 0;
  std::uint64_t sum = 0;
  for (auto event : events) {
    simdjson::ondemand::object members;
    if (event.get_object().get(members) != simdjson::SUCCESS) return std::nullopt;
    for (auto member : members) {
      std::string_view key;
      if (member.unescaped_key().get(key) != simdjson::SUCCESS) return std::nullopt;
      sum += key.size();
      if (key == "ts" || key == "dur") {
        double time = 0;
        if (member.value().get_double().get(time) != simdjson::SUCCESS) return std::nullopt;
        sum += static_cast<std::uint64_t>(time);
      } else if (key == "name") {
        std::string_view name;
        if (member.value().get_string().get(name) != simdjson::SUCCESS) return std::nullopt;
        sum += name.size();
      }
    }
    ++count;
  }
  sink = sum;
  return count;
}

/// Steps over the fields of a message; counts them all. Nothing is stored.
class FieldWalk {
 public:
  explicit FieldWalk(const ByteSource& file) : at_(file.text().data()), end_(at_ + file.size()) {}

  /// Packets of the trace; nullopt where the bytes are no protobuf.
  std::optional<std::int64_t> packets() {
    std::int64_t count = 0;
    while (at_ < end_) {
      if (varint() != (1u << 3 | 2)) return std::nullopt;
      const std::uint64_t size = varint();
      if (size > static_cast<std::uint64_t>(end_ - at_)) return std::nullopt;
      if (!message(at_ + size, 0)) return std::nullopt;
      ++count;
    }
    sink = sum_;
    return count;
  }

 private:
  static constexpr int kDepth = 2;  // packet, event, annotation

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; at_ < end_ && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  }

  bool message(const char* end, int depth) {
    while (at_ < end) {
      const std::uint64_t tag = varint();
      switch (tag & 7) {
        case 0: sum_ += varint(); break;
        case 1: at_ += 8; break;
        case 5: at_ += 4; break;
        case 2: {
          const std::uint64_t size = varint();
          if (size > static_cast<std::uint64_t>(end_ - at_)) return false;
          const char* const behind = at_ + size;
          const bool nested = (depth == 0 && tag >> 3 == 11) || (depth == 1 && tag >> 3 == 4);
          if (nested && depth < kDepth) {
            if (!message(behind, depth + 1)) return false;
          }
          at_ = behind;
          break;
        }
        default: return false;
      }
    }
    return at_ == end;
  }

  const char* at_;
  const char* end_;
  std::uint64_t sum_ = 0;
};

Json timed(std::int64_t events, std::size_t bytes, const Elapsed& took) {
  return {{"events", events},
          {"seconds", took.wall},
          {"cpu_seconds", took.cpu},
          {"megabytes_per_second", static_cast<double>(bytes) / took.wall / 1e6}};
}

/// Bytes read, and copied, per second, from pages that are in memory.
Json memory(const ByteSource& file) {
  const std::size_t size = std::min<std::size_t>(file.size(), std::size_t{1} << 30) / 8 * 8;
  std::vector<std::uint64_t> copy(size / 8);
  std::memcpy(copy.data(), file.text().data(), size);  // brings both into memory
  const Stopwatch copying;
  std::memcpy(copy.data(), file.text().data(), size);
  const double copied = copying.elapsed().wall;
  const Stopwatch reading;
  std::uint64_t sum = 0;
  for (const std::uint64_t word : copy) sum += word;
  sink = sum;
  const double read = reading.elapsed().wall;
  return {{"bytes", size},
          {"read_gigabytes_per_second", static_cast<double>(size) / read / 1e9},
          {"copy_gigabytes_per_second", static_cast<double>(size) / copied / 1e9}};
}

}  // namespace
}  // namespace nscope::bench

int main(int argc, char** argv) {
  using namespace nscope;
  if (argc != 2) {
    std::fputs("usage: floor_bench TRACE\n", stderr);
    return 2;
  }
  const auto file = ByteSource::open(argv[1]);
  if (!file) {
    std::fprintf(stderr, "floor_bench: %s\n", to_string(file.error()).c_str());
    return 1;
  }
  Json report{{"bytes", file->size()}, {"memory", bench::memory(*file)}};
  const bool json = file->size() > 0 && file->text().front() == '{';
  if (json && file->size() <= bench::kMostJson) {
    const bench::Stopwatch walking;
    const auto events = bench::walk_json(*file);
    if (events) report["simdjson"] = bench::timed(*events, file->size(), walking.elapsed());
  } else if (!json) {
    const bench::Stopwatch walking;
    const auto packets = bench::FieldWalk(*file).packets();
    if (packets) report["fields"] = bench::timed(*packets, file->size(), walking.elapsed());
  }
  std::puts(report.dump().c_str());
  return 0;
}
