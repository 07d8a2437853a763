#include "app/cli/options/kernel_options.h"

#include "app/cli/command.h"
#include "app/cli/options/object_member.h"

namespace nscope::cli {
namespace {

void add_size(CLI::App& app, KernelOptions& options, const char* flag, const char* key,
              const std::string& summary) {
  app.add_option_function<int>(
         flag, [&options, key](int value) { options.sizes[key] = value; }, summary)
      ->option_text("N");
}

}  // namespace

void add_kernel_options(CLI::App& app, KernelOptions& options) {
  app.add_option("--kernel", options.name,
                 help("Predict one kernel instead of a model: matmul, attention, swiglu, ... (an "
                      "unknown name lists all)"))
      ->option_text("NAME")
      ->excludes("--model")
      ->excludes("--config");
  app.add_option("--device", options.device,
                 help("Device of a kernel instead of an instance type: trn1, inf2, trn2 or trn3"))
      ->option_text("NAME")
      ->excludes("--instance");
  add_size(app, options, "--m", "m", help("Rows of a kernel: tokens, queries or pixels"));
  add_size(app, options, "--k", "k", help("Contracted length of a kernel, or its input channels"));
  add_size(app, options, "--n", "n", help("Columns of a kernel: width, keys or output channels"));
  add_size(app, options, "--heads", "heads", help("Query heads of a kernel (default: 1)"));
  add_size(app, options, "--kv-heads", "kv_heads",
           help("Heads of keys and values of a kernel (default: as --heads)"));
  add_size(app, options, "--head-dim", "head_dim", help("Head dimension of a kernel"));
  add_size(app, options, "--rank", "rank", help("Rank of the adapter of the kernel lora"));
  add_size(app, options, "--states", "states", help("States per channel of the kernel mamba"));
  add_size(app, options, "--taps", "taps", help("Height x width of the window of a convolution"));
  app.add_option("--variant", options.variant,
                 help("Baseline kernels pass intermediate results through HBM, fused kernels keep "
                      "them on the chip, tuned kernels also share the work of VectorE (default: "
                      "fused)"))
      ->option_text("baseline|fused|tuned");
  app.add_option("--called-from", options.caller,
                 help("Program whose measured time of a kernel is predicted (default: profiler)"))
      ->option_text("profiler|torch-trace|torch-native");
}

Result<> put_kernel(const KernelOptions& options, std::optional<int> batch,
                    const std::string& dtype, Json& json) {
  const bool stated = json.contains("kernel");
  if (options.name.empty() && !stated) {
    if (options.empty()) return {};
    return fail(
        ErrorCode::kInvalidArgument,
        tr("--device, --variant, --called-from and the sizes of a kernel need --kernel or a "
           "workload file with a kernel"));
  }
  Json* const member = object_member(json, "kernel");
  if (member == nullptr) return {};
  Json& kernel = *member;
  if (!options.name.empty()) kernel["name"] = options.name;
  if (batch) kernel["batch"] = *batch;
  for (const auto& [key, value] : options.sizes) kernel[key] = value;
  if (!dtype.empty()) kernel["dtype"] = dtype;
  if (!options.variant.empty()) kernel["variant"] = options.variant;
  if (!options.caller.empty()) kernel["called_from"] = options.caller;
  return {};
}

}  // namespace nscope::cli
