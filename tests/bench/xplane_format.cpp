#include "tests/bench/make_trace.h"
#include "tests/bench/output_file.h"
#include "tests/support/ntff_writer.h"

#include <map>

#include <fmt/format.h>

namespace nscope::bench {
namespace {

using importers::MessageWriter;

constexpr std::int64_t kPsPerNs = 1000;
constexpr std::uint64_t kStart = 1'700'000'000'000'000'000;
constexpr std::uint64_t kCorrelation = 1;  // numbers of properties
constexpr std::uint64_t kValue = 2;
constexpr std::size_t kEventsPerPart = 1'000'000;  // that are in memory

/// Some planes of the run. The lines of planes with the same name are one.
class Part {
 public:
  void call(const RunGroup& group, std::uint64_t correlation) {
    const int thread = 1000 + group.core * kEngines + group.engine;
    add(host_[thread], fmt::format("Host Threads/{}", thread), thread, group.name, group.start,
        group.duration, correlation);
  }
  void kernel(const RunGroup& group, const RunInstruction& instruction, std::uint64_t correlation) {
    add(gpus_[group.core][group.engine], fmt::format("Stream #{}(Compute)", group.engine),
        group.engine, instruction.name, instruction.start, instruction.duration, correlation);
  }
  void sample(const RunGroup& group, std::size_t counter) {
    constexpr int kLine = 99;
    MessageWriter& line = gpus_[group.core][kLine];
    begin(line, "_counters_", kLine);
    line.message(4, MessageWriter()
                        .number(1, run_names().size() + counter + 1)
                        .number(2, picoseconds(group.start))
                        .message(4, MessageWriter().number(1, kValue).number(
                                        4, static_cast<std::uint64_t>(group.counters[counter]))));
    ++events_;
  }
  std::size_t events() const { return events_; }

  void write(OutputFile& out) {
    for (const auto& [core, lines] : gpus_) write(out, fmt::format("/device:GPU:{}", core), lines);
    write(out, "/host:CPU", host_);
    *this = {};
  }

 private:
  using Lines = std::map<int, MessageWriter>;

  static std::uint64_t picoseconds(std::int64_t ns) {
    return static_cast<std::uint64_t>(ns * kPsPerNs);
  }
  static void begin(MessageWriter& line, const std::string& name, int id) {
    if (!line.bytes().empty()) return;
    line.number(1, static_cast<std::uint64_t>(id)).text(2, name).number(3, kStart);
  }
  void add(MessageWriter& line, const std::string& line_name, int id, std::size_t name,
           std::int64_t start, std::int64_t duration, std::uint64_t correlation) {
    begin(line, line_name, id);
    line.message(4,
                 MessageWriter()
                     .number(1, name + 1)
                     .number(2, picoseconds(start))
                     .number(3, picoseconds(duration))
                     .message(4, MessageWriter().number(1, kCorrelation).number(4, correlation)));
    ++events_;
  }
  static void write(OutputFile& out, const std::string& name, const Lines& lines) {
    MessageWriter plane;
    plane.text(2, name);
    for (const auto& [id, line] : lines) plane.message(3, line);
    std::uint64_t id = 0;
    const auto event_name = [&](std::string_view text) {
      ++id;
      plane.message(4, MessageWriter().number(1, id).message(
                           2, MessageWriter().number(1, id).text(2, std::string(text))));
    };
    for (const std::string& text : run_names()) event_name(text);
    for (const std::string_view text : kCounterNames) event_name(text);
    for (const auto& [number, text] :
         {std::pair(kCorrelation, "correlation_id"), std::pair(kValue, "value")}) {
      plane.message(5, MessageWriter().number(1, number).message(
                           2, MessageWriter().number(1, number).text(2, text)));
    }
    out.append(MessageWriter().message(1, plane).bytes());
  }

  std::map<int, Lines> gpus_;
  Lines host_;
  std::size_t events_ = 0;
};

}  // namespace

/// A core is a GPU and an engine a stream: an operator is a call that starts its instructions,
/// which are kernels.
Result<RunCounts> write_xplane(const RunSpec& spec, const std::string& path) {
  OutputFile out(path, OutputFile::kPlain);
  SyntheticRun run(spec);
  RunGroup group;
  Part part;
  std::uint64_t correlation = 0;
  std::int64_t flows = 0;
  while (run.next(group)) {
    part.call(group, ++correlation);
    for (const RunInstruction& instruction : group.instructions) {
      part.kernel(group, instruction, correlation);
      ++flows;
    }
    for (std::size_t i = 0; group.sampled && i < kCounterNames.size(); ++i) part.sample(group, i);
    if (part.events() >= kEventsPerPart) part.write(out);
  }
  if (part.events() > 0) part.write(out);
  if (auto closed = out.close(); !closed) return fail(closed.error());
  RunCounts counts = run.counts();
  counts.flows = flows;
  return counts;
}

}  // namespace nscope::bench
