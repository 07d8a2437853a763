#pragma once

namespace nscope {

/// A device document with all required members of a Neuron device, for tests that change it: two
/// cores of NeuronCore-v2 and 32 GiB.
inline constexpr const char* kToyDevice = R"({
  "schema": "nscope.device/1",
  "id": "toy", "title": "Toy", "kind": "neuron", "generation": "v2",
  "sources": {"doc": {"text": "a page", "date": "2026-08-21"}},
  "cores": {"value": 2, "unit": "cores", "source": "doc", "confidence": "official"},
  "logical_cores": {"value": 2, "unit": "cores", "source": "doc", "confidence": "official"},
  "memory": {"value": 32, "unit": "GiB", "source": "doc", "confidence": "official"},
  "memory_bandwidth": {"value": 820, "unit": "GB/s", "source": "doc", "confidence": "official"},
  "peak": {"bf16": {"value": 190, "unit": "TFLOPS", "source": "doc", "confidence": "official"}},
  "core": {
    "sbuf": {"value": 24, "unit": "MiB", "source": "doc", "confidence": "official"},
    "peak": {"bf16": {"value": 92, "unit": "TFLOPS", "source": "doc", "confidence": "official"}}
  }
})";

}  // namespace nscope
