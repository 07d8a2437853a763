#include "simcore/engine/graph/compiler_slowdown.h"

#include "simcore/engine/documents/software.h"

namespace nscope::sim {

CompilerStretch compiler_slowdown(const Machine& machine, std::string_view software, bool images,
                                  const Parameters& parameters) {
  CompilerStretch stretch;
  if (machine.generation != CoreGeneration::kV2) return stretch;
  if (!software_at_least(software, "2.10")) {
    stretch.all = parameters.stretch_before_2_10;
  } else if (images && !software_at_least(software, "2.15")) {
    stretch.engines = parameters.image_stretch_before_2_15;
  }
  if (machine.device->id == "trainium" && software_at_least(software, "2.20")) {
    stretch.engines *= parameters.trainium_stretch;
  }
  return stretch;
}

}  // namespace nscope::sim
