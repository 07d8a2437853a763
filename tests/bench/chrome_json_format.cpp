#include "tests/bench/make_trace.h"
#include "tests/bench/output_file.h"

namespace nscope::bench {
namespace {

constexpr std::size_t kEventBytes = 320;  // of the longest event, with a margin

int process_of(int core) {
  return core + 1;
}

char* put_place(char* at, std::string_view phase, int core, int engine) {
  at = put_text(at, R"({"ph":")");
  at = put_text(at, phase);
  at = put_text(at, R"(","pid":)");
  at = put_number(at, process_of(core));
  at = put_text(at, R"(,"tid":)");
  return put_number(at, process_of(core) * 100 + engine);
}

void metadata(OutputFile& out, int cores) {
  for (int core = 0; core < cores; ++core) {
    char* at = out.room(kEventBytes);
    at = put_text(at, R"({"ph":"M","pid":)");
    at = put_number(at, process_of(core));
    at = put_text(at, R"(,"name":"process_name","args":{"name":"NeuronCore )");
    at = put_number(at, core);
    out.advance(put_text(at, "\"}},\n"));
    for (int engine = 0; engine < kEngines; ++engine) {
      at = put_place(out.room(kEventBytes), "M", core, engine);
      at = put_text(at, R"(,"name":"thread_name","args":{"name":")");
      at = put_text(at, kEngineNames[static_cast<std::size_t>(engine)]);
      out.advance(put_text(at, "\"}},\n"));
    }
  }
}

/// A complete event up to its arguments.
char* put_slice(char* at, const RunGroup& group, std::int64_t start, std::int64_t duration,
                std::string_view category, std::size_t name) {
  at = put_place(at, "X", group.core, group.engine);
  at = put_text(at, R"(,"ts":)");
  at = put_micros(at, start);
  at = put_text(at, R"(,"dur":)");
  at = put_micros(at, duration);
  at = put_text(at, R"(,"cat":")");
  at = put_text(at, category);
  at = put_text(at, R"(","name":")");
  at = put_text(at, run_names()[name]);
  return put_text(at, R"(","args":{)");
}

void slices(OutputFile& out, const RunGroup& group) {
  char* at = put_slice(out.room(kEventBytes), group, group.start, group.duration, "op", group.name);
  at = put_text(at, R"("layer":)");
  at = put_number(at, group.layer);
  out.advance(put_text(at, "}},\n"));
  const std::string_view category = kEngineNames[static_cast<std::size_t>(group.engine)];
  std::int64_t pc = group.first_pc;
  for (const RunInstruction& instruction : group.instructions) {
    at = put_slice(out.room(kEventBytes), group, instruction.start, instruction.duration, category,
                   instruction.name);
    at = put_text(at, R"("pc":)");
    at = put_number(at, pc++);
    at = put_text(at, R"(,"bytes":)");
    at = put_number(at, instruction.bytes());
    out.advance(put_text(at, "}},\n"));
  }
}

void flow_end(OutputFile& out, const RunGroup& group, std::string_view phase, std::int64_t time,
              std::uint64_t id) {
  char* at = put_place(out.room(kEventBytes), phase, group.core, group.engine);
  if (phase == "f") at = put_text(at, R"(,"bp":"e")");
  at = put_text(at, R"(,"ts":)");
  at = put_micros(at, time);
  at = put_text(at, R"(,"cat":"dep","name":"dep","id":)");
  at = put_number(at, id);
  out.advance(put_text(at, "},\n"));
}

void counters(OutputFile& out, const RunGroup& group) {
  for (std::size_t i = 0; i < kCounterNames.size(); ++i) {
    char* at = put_text(out.room(kEventBytes), R"({"ph":"C","pid":)");
    at = put_number(at, process_of(group.core));
    at = put_text(at, R"(,"ts":)");
    at = put_micros(at, group.start);
    at = put_text(at, R"(,"name":")");
    at = put_text(at, kCounterNames[i]);
    at = put_text(at, R"(","args":{"value":)");
    at = put_number(at, group.counters[i]);
    out.advance(put_text(at, "}},\n"));
  }
}

Result<RunCounts> write(const RunSpec& spec, const std::string& path,
                        OutputFile::Compression compression) {
  OutputFile out(path, compression);
  out.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  metadata(out, spec.cores);
  SyntheticRun run(spec);
  RunGroup group;
  while (run.next(group)) {
    slices(out, group);
    // One and two nanoseconds behind the start of the operator, which encloses both.
    if (group.flow_in != 0) flow_end(out, group, "f", group.start + 1, group.flow_in);
    if (group.flow_out != 0) flow_end(out, group, "s", group.start + 2, group.flow_out);
    if (group.sampled) counters(out, group);
  }
  out.append(
      "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_sort_index\","
      "\"args\":{\"sort_index\":0}}\n]}\n");
  if (auto closed = out.close(); !closed) return fail(closed.error());
  return run.counts();
}

}  // namespace

Result<RunCounts> write_chrome_json(const RunSpec& spec, const std::string& path) {
  return write(spec, path, OutputFile::kPlain);
}

Result<RunCounts> write_chrome_json_gzip(const RunSpec& spec, const std::string& path) {
  return write(spec, path, OutputFile::kGzip);
}

}  // namespace nscope::bench
