#include "importers/open/closest_format.h"

#include <array>

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

}  // namespace

Text closest_format(std::string_view head) {
  if (head.find('\0') != std::string_view::npos) return {};
  for (const KnownText& known : kKnownTexts) {
    if (head.find(known.part) != std::string_view::npos) return known.hint;
  }
  return {};
}

}  // namespace nscope::importers
