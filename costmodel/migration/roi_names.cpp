#include "costmodel/migration/roi_study.h"

namespace nscope::cost {

std::string_view to_string(Billing billing) {
  return billing == Billing::kBusyHours ? "busy_hours" : "always_on";
}

std::string_view to_string(SideName side) {
  return side == SideName::kBaseline ? "baseline" : "target";
}

std::string_view to_string(RoiInput input) {
  switch (input) {
    case RoiInput::kBaselineThroughput: return "baseline.throughput";
    case RoiInput::kBaselinePrice: return "baseline.price";
    case RoiInput::kBaselineUtilisation: return "baseline.utilisation";
    case RoiInput::kTargetThroughput: return "target.throughput";
    case RoiInput::kTargetPrice: return "target.price";
    case RoiInput::kTargetUtilisation: return "target.utilisation";
    case RoiInput::kLoad: return "load";
    case RoiInput::kEffort: return "effort";
    case RoiInput::kSchedule: return "schedule";
  }
  return "";
}

Phrase title(RoiInput input) {
  switch (input) {
    case RoiInput::kBaselineThroughput: return phrase("baseline throughput");
    case RoiInput::kBaselinePrice: return phrase("baseline price");
    case RoiInput::kBaselineUtilisation: return phrase("baseline utilisation");
    case RoiInput::kTargetThroughput: return phrase("target throughput");
    case RoiInput::kTargetPrice: return phrase("target price");
    case RoiInput::kTargetUtilisation: return phrase("target utilisation");
    case RoiInput::kLoad: return phrase("load");
    case RoiInput::kEffort: return phrase("engineering effort");
    case RoiInput::kSchedule: return phrase("time to go-live");
  }
  return {};
}

std::optional<RoiInput> parse_roi_input(std::string_view text) {
  for (const RoiInput input : kRoiInputs) {
    if (text == to_string(input)) return input;
  }
  return std::nullopt;
}

bool is_share(RoiInput input) {
  return input == RoiInput::kBaselineUtilisation || input == RoiInput::kTargetUtilisation;
}

}  // namespace nscope::cost
