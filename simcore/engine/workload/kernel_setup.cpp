#include "simcore/engine/workload/kernel_setup.h"

#include "simcore/engine/documents/json_members.h"

#include <algorithm>
#include <array>

#include <fmt/ranges.h>

namespace nscope::sim {
namespace {

constexpr std::array<KernelSize, 10> kSizes{{{"batch", &KernelSizes::batch},
                                             {"m", &KernelSizes::m},
                                             {"k", &KernelSizes::k},
                                             {"n", &KernelSizes::n},
                                             {"heads", &KernelSizes::heads},
                                             {"kv_heads", &KernelSizes::kv_heads},
                                             {"head_dim", &KernelSizes::head_dim},
                                             {"rank", &KernelSizes::rank},
                                             {"states", &KernelSizes::states},
                                             {"taps", &KernelSizes::taps}}};

/// An operation with the sizes that must be stated; the optional ones follow after ';'.
struct KernelOperation {
  std::string_view name;
  std::string_view sizes;
};
constexpr std::array<KernelOperation, 25> kOperations{
    {{"adamw", "m n"},
     {"add", "m n"},
     {"add_rmsnorm_matmul", "m k n"},
     {"attention", "m head_dim ; batch heads kv_heads n"},
     {"bmm", "batch m k n"},
     {"bmm_softmax", "batch m k n"},
     {"conv", "m k n taps ; batch"},
     {"copy", "m n"},
     {"gather", "m n"},
     {"gelu", "m n"},
     {"gemm_gelu", "m k n"},
     {"grid_sample", "m n"},
     {"layernorm", "m n"},
     {"lora", "m k n rank"},
     {"mamba", "m n states"},
     {"matmul", "m k n"},
     {"matmul_add_rmsnorm", "m k n"},
     {"rmsnorm", "m n"},
     {"rmsnorm_matmul", "m k n"},
     {"rope", "m head_dim ; batch heads"},
     {"silu", "m n"},
     {"softmax", "m n"},
     {"swiglu", "m k n"},
     {"transpose", "m n"},
     {"transpose_matmul", "m k n"}}};

constexpr auto kNames = [] {
  std::array<std::string_view, kOperations.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kOperations[i].name;
  return names;
}();

const KernelOperation* operation_named(std::string_view name) {
  const auto found = std::find_if(kOperations.begin(), kOperations.end(),
                                  [&](const KernelOperation& one) { return one.name == name; });
  return found == kOperations.end() ? nullptr : &*found;
}

/// Whether `word` is one of the words of `list`, which are separated by spaces.
bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

void read_sizes(StrictObject& in, const KernelOperation& operation, KernelSizes& sizes) {
  const std::string_view required = operation.sizes.substr(0, operation.sizes.find(';'));
  for (const KernelSize& size : kSizes) {
    const std::string key(size.key);
    if (!has_word(operation.sizes, size.key)) {
      if (in.optional(key.c_str()) == nullptr) continue;
      in.reject(key, tr("the kernel '{}' has no size '{}'", operation.name, key));
    } else if (has_word(required, size.key)) {
      in.integer(key.c_str());
      sizes.*size.member = positive_member(in, key.c_str(), 1);
    } else {
      sizes.*size.member = positive_member(in, key.c_str(), 1);
    }
  }
  // Without a number of keys, attention is of a sequence with itself; without heads of keys, each
  // query head has its own.
  if (operation.name != "attention") return;
  if (in.optional("n") == nullptr) sizes.n = sizes.m;
  if (in.optional("kv_heads") == nullptr) sizes.kv_heads = sizes.heads;
}

}  // namespace

std::string_view to_string(KernelVariant variant) {
  switch (variant) {
    case KernelVariant::kBaseline: return "baseline";
    case KernelVariant::kFused: return "fused";
    case KernelVariant::kTuned: break;
  }
  return "tuned";
}

std::string_view to_string(KernelCaller caller) {
  switch (caller) {
    case KernelCaller::kProfiler: return "profiler";
    case KernelCaller::kTorchTrace: return "torch-trace";
    case KernelCaller::kTorchNative: break;
  }
  return "torch-native";
}

double KernelSetup::element_bytes() const {
  if (dtype == "fp32" || dtype == "bf16x2") return 4;
  return dtype == "fp8" || dtype == "mxfp8" ? 1 : 2;
}

std::span<const KernelSize> kernel_sizes() {
  return kSizes;
}

std::span<const std::string_view> kernel_names() {
  return kNames;
}

bool has_size(std::string_view name, std::string_view size) {
  const KernelOperation* const operation = operation_named(name);
  return operation != nullptr && has_word(operation->sizes, size);
}

Result<KernelSetup> kernel_setup_from_json(const Json& json, std::string_view where) {
  StrictObject in(json, std::string(where));
  KernelSetup setup;
  setup.name = in.string("name");
  const KernelOperation* const operation = operation_named(setup.name);
  if (operation == nullptr) {
    in.reject("name", tr("must be one of {}", fmt::format("{}", fmt::join(kNames, ", "))));
    return fail(in.first_error().error());
  }
  read_sizes(in, *operation, setup.sizes);
  constexpr std::array<std::string_view, 6> kTypes{"bf16", "fp16",  "fp32",
                                                   "fp8",  "mxfp8", "bf16x2"};
  setup.dtype = one_of_member(in, "dtype", setup.dtype, kTypes);
  constexpr std::array kVariants{KernelVariant::kBaseline, KernelVariant::kFused,
                                 KernelVariant::kTuned};
  setup.variant = named_member(in, "variant", kVariants).value_or(setup.variant);
  setup.polynomial = in.optional_boolean("polynomial", false);
  if (setup.polynomial && setup.name != "gemm_gelu" && setup.name != "gelu") {
    in.reject("polynomial", tr("only gelu and gemm_gelu have an activation that can be a "
                               "polynomial"));
  }
  constexpr std::array kCallers{KernelCaller::kProfiler, KernelCaller::kTorchTrace,
                                KernelCaller::kTorchNative};
  setup.caller = named_member(in, "called_from", kCallers).value_or(setup.caller);
  if (auto done = in.finish(); !done) return fail(done.error());
  return setup;
}

Json to_json(const KernelSetup& setup) {
  Json json{{"name", setup.name}};
  for (const KernelSize& size : kSizes) {
    if (has_size(setup.name, size.key)) json[std::string(size.key)] = setup.sizes.*size.member;
  }
  json["dtype"] = setup.dtype;
  json["variant"] = to_string(setup.variant);
  if (setup.polynomial) json["polynomial"] = true;
  if (setup.caller != KernelCaller::kProfiler) json["called_from"] = to_string(setup.caller);
  return json;
}

}  // namespace nscope::sim
