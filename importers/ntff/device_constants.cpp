#include "importers/ntff/device_constants.h"

#include <array>

namespace nscope::importers {
namespace {

struct Row {
  std::string_view family;  ///< instance type up to the dot
  DeviceConstants constants;
};

// v3 (Trainium2): the metadata of six neuron-profile 2.28 exports taken on a
//   trn2.3xlarge in 2026-02: pe_clock_freq 2.4, pe_clock_others 1.2, 128 x 128,
//   hbm_ddr_bandwidth 716e9 for the two cores of one logical core.
// v2 (Trainium1, Inferentia2): clocks 2.8 and 1.4 GHz and 128 x 128 from AWS's
//   NKI architecture guide (trainium_inferentia2_arch, SDK 2.32, 2026-08); HBM
//   820 GB/s a chip (same page) over two cores. A published trn1.2xlarge
//   summary agrees: 299,331,264 cycles in 0.213808 s are 1.4 GHz, and its
//   peak_flops_bandwidth_ratio of 223.8 is 91.75 TFLOP/s over 410 GB/s.
// v1 and v4: clocks or the bandwidth share of a core as the profiler counts
//   them are not known, so captures of those get no utilisation figures.
constexpr DeviceConstants kV2Trainium{"v2", "trn1", 2.8e9, 1.4e9, 128, 128, 410e9};
constexpr DeviceConstants kV2Inferentia{"v2", "inf2", 2.8e9, 1.4e9, 128, 128, 410e9};
constexpr DeviceConstants kV3{"v3", "trn2", 2.4e9, 1.2e9, 128, 128, 358e9};

constexpr std::array<Row, 5> kRows{{{"trn1", kV2Trainium},
                                    {"trn1n", kV2Trainium},
                                    {"inf2", kV2Inferentia},
                                    {"trn2", kV3},
                                    {"trn2u", kV3}}};

}  // namespace

std::optional<DeviceConstants> device_constants(std::string_view instance_type) {
  const std::string_view family = instance_type.substr(0, instance_type.find('.'));
  for (const Row& row : kRows) {
    if (row.family == family) return row.constants;
  }
  return std::nullopt;
}

}  // namespace nscope::importers
