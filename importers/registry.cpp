#include "importers/importer.h"
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/ntff/ntff.h"

#include <vector>

namespace nscope::importers {
namespace {

// A new format of one file is one more row. Order: the most specific test first.
constexpr Importer kImporters[] = {
    {.id = "ntff",
     .title = "Neuron device profile (NTFF)",
     .file_pattern = "*.ntff",
     .reads = "instructions with operands, DMA packets, semaphores, throttling, dependencies; "
              "with its NEFF also compiler names and tensors",
     .sniff = sniff_ntff,
     .read = read_ntff},
    {.id = "neuron-profile-json",
     .title = "neuron-profile JSON",
     .file_pattern = "*.json",
     .reads = "instructions with predecessors, DMA packets, semaphores, throttling, layers, "
              "on-chip memory, the profiler's own summary",
     .sniff = sniff_profile_json,
     .read = read_profile_json},
    {.id = "neuron-summary-json",
     .title = "neuron-profile summary JSON",
     .file_pattern = "*.json",
     .reads = "the metrics of one profile; no events",
     .sniff = sniff_summary_json,
     .read = read_summary_json},
};

}  // namespace

std::span<const Importer> registry() {
  return kImporters;
}

std::span<const FolderImporter> folder_registry() {
  // A new format that is a folder is one more row.
  static const std::vector<FolderImporter> folders = {};
  return folders;
}

}  // namespace nscope::importers
