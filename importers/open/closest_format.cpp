#include "importers/open/closest_format.h"

#include "importers/shared/printable.h"
#include "profiler/base/json/json_scanner.h"

#include <array>
#include <string>
#include <vector>

namespace nscope::importers {
namespace {

struct KnownText {
  std::string_view part;  ///< of the text
  Phrase hint;
};

constexpr Phrase kScreenOfTop = phrase(
    "the file looks like the screen of neuron-top; record the same figures over time with "
    "'neuron-monitor > monitor.jsonl' and open that file");

// The most specific part first.
constexpr auto kKnownTexts = std::to_array<KnownText>({
    {"neuron-top", kScreenOfTop},
    {"NeuronCore v2 Utilization", kScreenOfTop},
    {"NC USED",
     phrase("the file looks like the table of neuron-bench, which is not read; record the "
            "run with 'neuron-profile capture' and open the NTFF")},
    {"Serving Benchmark Result",
     phrase(
         "the file looks like the result of a serving benchmark, which contains only totals; open "
         "the metrics of the server instead: curl http://HOST:PORT/metrics > server.prom")},
    {"Avg generation throughput",
     phrase(
         "the file looks like the log of a vLLM server without messages of Neuron software; open "
         "the metrics of the server instead: curl http://HOST:PORT/metrics > server.prom")},
    {"Failed to load MLA system information",
     phrase("the file is the error of neuron-ls or neuron-top, which found no Neuron device; load "
            "the driver with 'sudo modprobe neuron'")},
    {"utilization.gpu",
     phrase("the file looks like the output of nvidia-smi, which is not read; record GPU "
            "runs with Nsight Systems and open the SQLite export")},
    {",Total Time (ns),",
     phrase("the file looks like a table of 'nsys stats', which contains only totals; convert the "
            "report with 'nsys export --type sqlite FILE' and open the result")},
    {"\"Kernel_Name\"",
     phrase("the file looks like a table of AMD's rocprofv3; record with '--output-format pftrace' "
            "instead")},
    {"# tracer: ", phrase("the file is a trace of the Linux kernel (ftrace), which is not read")},
    {"NVIDIA-SMI",
     phrase("the file looks like the output of nvidia-smi, which is not read; record GPU "
            "runs with Nsight Systems and open the SQLite export")},
    {"NCCL WARN",
     phrase("the file looks like a log of NCCL on GPUs, which is not read; open the table "
            "of nccl-tests for bandwidths")},
    {"ProcessGroupNCCL",
     phrase(
         "the file looks like the log of a program on GPUs; logs are read if they contain messages "
         "of the Neuron Runtime, the compiler or its cache")},
    {"HloModule",
     phrase("the file looks like the text of an XLA graph, which is not read; open the "
            "capture of its execution")},
    {"Traceback (most recent call last)",
     phrase("the file looks like the error of a Python program; logs are read if they contain "
            "messages of the Neuron Runtime, the compiler or its cache, which precede the error")},
    {"slurm_plugin.",
     phrase("the file looks like a log of AWS ParallelCluster about its instances, "
            "which is not read; open the output of the job")},
    {"srun: ", phrase("the file looks like the log of a Slurm job; logs are read if they contain "
                      "messages of the Neuron Runtime, the compiler or its cache")},
    {"'loss':",
     phrase("the file looks like the log of a training program; logs are read if they contain "
            "messages of the Neuron Runtime, the compiler or its cache")},
    {"neuron-ls",
     phrase("the file looks like the output of neuron-ls without its table; 'neuron-ls -j' "
            "prints the devices if the driver is loaded")},
    {"neuron",
     phrase("the file looks like a text of Neuron software; logs are read if they contain "
            "messages of the Neuron Runtime, the compiler or its cache, and outputs of "
            "neuron-monitor, neuron-ls and nccom-test as these tools print them")},
});

struct KnownJson {
  std::string_view part;
  std::string_view other_part;  ///< "" if the first one is enough
  Phrase hint;
};

constexpr auto kKnownJson = std::to_array<KnownJson>({
    {"\"resourceSpans\"", "",
     phrase("the file contains spans of OpenTelemetry, which are not read; open a trace of the "
            "server's profiler, or its metrics: curl http://HOST:PORT/metrics > server.prom")},
    {"\"ctrl_deps\"", "\"nodes\"",
     phrase("the file is an execution trace of PyTorch, which has no durations; open the trace "
            "that torch.profiler exported in the same run")},
    {"\"startComputeMs\"", "\"endComputeMs\"",
     phrase("the file contains the times that trtexec of TensorRT exported, which have no events; "
            "record the run with Nsight Systems and open the SQLite export")},
    {"\"averageMs\"", "\"percentage\"",
     phrase("the file contains the totals that trtexec of TensorRT exported, which have no events; "
            "record the run with Nsight Systems and open the SQLite export")},
    {"speedscope.app/file-format-schema", "",
     phrase("the file is a profile for speedscope, which is not read; record a trace in Chrome's "
            "format instead, as 'py-spy record --format chrometrace' does")},
    {"\"resultType\"", "\"status\"",
     phrase("the file is an answer of a Prometheus server; open the text of the program that it "
            "asks instead: curl http://HOST:PORT/metrics > server.prom")},
    {"\"operationName\"", "\"traceID\"",
     phrase("the file contains spans of Jaeger, which are not read; open a trace of the server's "
            "profiler, or its metrics: curl http://HOST:PORT/metrics > server.prom")},
    {"\"preprocessedProfileVersion\"", "",
     phrase("the file is a profile of Firefox, which is not read; record a trace in Chrome's "
            "format instead")},
    {"\"root_frame\"", "\"sample_count\"",
     phrase("the file is a profile of pyinstrument, which contains only totals; record with "
            "'py-spy record --format chrometrace' instead")},
    {"\"timeDeltas\"", "\"nodes\"",
     phrase("the file is a CPU profile of V8, which is not read; record a trace in Chrome's "
            "format instead")},
    {"\"frame\"", "\"children\"",
     phrase("the file is a tree of totals, as Proton of Triton writes it, which has no events; "
            "record a trace in Chrome's format instead")},
    {"\"device_traces\"", "\"segments\"",
     phrase("the file is a memory snapshot of PyTorch, which is not read; record with "
            "torch.profiler and profile_memory=True instead")},
    {"\"request_throughput\"", "ttft",
     phrase(
         "the file looks like the result of a serving benchmark, which contains only totals; open "
         "the metrics of the server instead: curl http://HOST:PORT/metrics > server.prom")},
    {"\"model_type\"", "\"architectures\"",
     phrase("the file is the configuration of a model; use 'nscope simulate --config FILE'")},
});

/// "the members 'a', 'b' and others" of the first object in the text; "" if there is none.
Text first_members(std::string_view head) {
  constexpr std::size_t kMostNamed = 8;
  constexpr std::size_t kLongestName = 40;
  JsonScanner in(head, Place());
  if (in.kind() == JsonScanner::Kind::kArray) {
    in.begin_array();
    if (!in.next_element()) return {};
  }
  if (in.kind() != JsonScanner::Kind::kObject) return {};
  std::vector<Text> names;
  std::string name;
  in.begin_object();
  while (names.size() < kMostNamed && in.next_member(name)) {
    names.push_back(Text::verbatim("'" + printable_start(name, kLongestName) + "'"));
    in.skip();
  }
  return names.empty() ? Text() : joined(names);
}

}  // namespace

Text unknown_json(std::string_view head) {
  for (const KnownJson& known : kKnownJson) {
    if (head.find(known.part) != std::string_view::npos &&
        head.find(known.other_part) != std::string_view::npos) {
      return known.hint;
    }
  }
  const Text members = first_members(head);
  if (members.empty()) return tr("the file contains JSON of an unknown kind");
  return tr("the file contains JSON of an unknown kind with the members {}", members);
}

Text closest_format(std::string_view head) {
  if (head.find('\0') != std::string_view::npos) return {};
  for (const KnownText& known : kKnownTexts) {
    if (head.find(known.part) != std::string_view::npos) return known.hint;
  }
  return {};
}

}  // namespace nscope::importers
