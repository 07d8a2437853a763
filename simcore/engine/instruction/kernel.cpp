#include "simcore/engine/instruction/kernel.h"

#include "profiler/base/json/document_text.h"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Of a NeuronCore-v2 and later (aws-neuron-driver @ fca19f7d).
constexpr std::size_t kSemaphores = 256;
constexpr double kLargestCount = 1e9;

using Names = std::map<std::string, std::uint32_t, std::less<>>;

template <class Value>
using Words = std::span<const std::pair<std::string_view, Value>>;

constexpr std::array<std::pair<std::string_view, Engine>, 5> kEngines{{{"Tensor", Engine::kTensor},
                                                                       {"Vector", Engine::kVector},
                                                                       {"Scalar", Engine::kScalar},
                                                                       {"GpSimd", Engine::kGpSimd},
                                                                       {"Sync", Engine::kSync}}};
constexpr std::array<std::pair<std::string_view, ElementType>, 5> kTypes{
    {{"bf16", ElementType::kBf16},
     {"fp16", ElementType::kFp16},
     {"tf32", ElementType::kTf32},
     {"fp8", ElementType::kFp8},
     {"fp32", ElementType::kFp32}}};
constexpr std::array<std::pair<std::string_view, BufferSpace>, 3> kSpaces{
    {{"sbuf", BufferSpace::kSbuf}, {"psum", BufferSpace::kPsum}, {"hbm", BufferSpace::kHbm}}};

/// The value of a word, or an error that lists the known words.
template <class Value>
Value word(StrictObject& in, const char* key, std::string_view text, Words<Value> words) {
  std::string known;
  for (const auto& [name, value] : words) {
    if (name == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  in.reject(key, tr("must be one of {}", known));
  return words.front().second;
}

/// A count or size, or the fallback if absent.
double amount(StrictObject& in, const char* key, double fallback = 0) {
  const double value = in.optional_number(key).value_or(fallback);
  if (!(value >= 0 && value <= kLargestCount) || value != std::floor(value)) {
    in.reject(key, tr("must be a whole number between 0 and {}", as::fixed(kLargestCount, 0)));
  }
  return value;
}

std::vector<std::uint32_t> buffer_list(StrictObject& in, const char* key, const Names& names) {
  std::vector<std::uint32_t> list;
  const Json* const json = in.optional(key);
  if (json == nullptr) return list;
  if (!json->is_array()) {
    in.reject(key, tr("must be an array of buffer names"));
    return list;
  }
  for (const Json& entry : *json) {
    const auto known =
        entry.is_string() ? names.find(entry.get_ref<const std::string&>()) : names.end();
    if (known == names.end()) {
      in.reject(key, tr("unknown buffer {}; it must be in 'buffers'", compact_text(entry)));
      return list;
    }
    list.push_back(known->second);
  }
  return list;
}

/// Reads {"semaphore": count}. Semaphores need no declaration.
std::vector<KernelSemaphore> semaphore_list(StrictObject& in, const char* key, Names& names) {
  std::vector<KernelSemaphore> list;
  const Json* const json = in.optional(key);
  if (json == nullptr) return list;
  if (!json->is_object()) {
    in.reject(key, tr("must be an object with a whole number for each semaphore"));
    return list;
  }
  for (const auto& [name, value] : json->items()) {
    const double number = value.is_number() ? value.get<double>() : 0;
    if (!(number >= 1 && number <= kLargestCount) || number != std::floor(number)) {
      in.reject(key, tr("numbers must be whole and between 1 and {}", as::fixed(kLargestCount, 0)));
      return list;
    }
    const auto [known, added] = names.try_emplace(name, static_cast<std::uint32_t>(names.size()));
    if (added && names.size() > kSemaphores) {
      in.reject(key, tr("exceeds the {} semaphores of a core", kSemaphores));
      return list;
    }
    list.push_back({known->second, static_cast<std::int64_t>(number)});
  }
  return list;
}

KernelBuffer read_buffer(StrictObject& in) {
  KernelBuffer buffer;
  buffer.name = in.string("name");
  buffer.space = word<BufferSpace>(in, "space", in.string("space"), kSpaces);
  buffer.bytes = amount(in, "bytes");
  if (buffer.bytes < 1) in.reject("bytes", tr("must be at least 1"));
  return buffer;
}

KernelInstruction read_instruction(StrictObject& in, const Names& buffers, Names& semaphores) {
  KernelInstruction to;
  to.engine = word<Engine>(in, "engine", in.string("engine"), kEngines);
  to.op = in.string("op");
  to.reads = buffer_list(in, "reads", buffers);
  to.writes = buffer_list(in, "writes", buffers);
  to.waits = semaphore_list(in, "waits", semaphores);
  to.increments = semaphore_list(in, "increments", semaphores);
  if (to.is_dma()) {
    to.rows = amount(in, "rows");
    to.row_bytes = amount(in, "row_bytes");
    if (to.rows < 1) in.reject("rows", tr("must be at least 1"));
    if (to.row_bytes < 1) in.reject("row_bytes", tr("must be at least 1"));
    if (to.engine == Engine::kTensor)
      in.reject("engine", tr("the Tensor engine cannot start a DMA transfer"));
    return to;
  }
  to.type = word<ElementType>(in, "type", in.optional_string("type").value_or("bf16"), kTypes);
  to.elements = amount(in, "elements");
  to.partitions = amount(in, "partitions", 128);
  to.stationary = amount(in, "stationary");
  to.moving = amount(in, "moving");
  to.contiguous = in.optional_boolean("contiguous", true);
  to.alu = in.optional_string("alu").value_or("");
  to.second_alu = in.optional_string("second_alu").value_or("");
  to.zero = in.optional_boolean("zero", false);
  to.indices = amount(in, "indices");
  to.per_index = amount(in, "per_index", 1);
  to.k = amount(in, "k");
  return to;
}

std::string entry(std::string_view list, std::size_t index) {
  return fmt::format("{}/{}", list, index);
}

}  // namespace

Result<Kernel> kernel_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != "nscope.kernel/1") in.reject("schema", tr("must be nscope.kernel/1"));
  Kernel kernel;
  kernel.name = in.optional_string("name").value_or("kernel");
  Names buffers;
  for (std::size_t i = 0; const Json& json_buffer : in.array("buffers")) {
    StrictObject inner(json_buffer, in.path(entry("buffers", i++)));
    kernel.buffers.push_back(read_buffer(inner));
    if (!buffers.try_emplace(kernel.buffers.back().name, buffers.size()).second) {
      inner.reject("name", tr("duplicate buffer '{}'", kernel.buffers.back().name));
    }
    in.adopt(inner);
    if (auto good = in.first_error(); !good) return fail(good.error());
  }
  Names semaphores;
  for (std::size_t i = 0; const Json& json_step : in.array("instructions")) {
    StrictObject inner(json_step, in.path(entry("instructions", i++)));
    kernel.instructions.push_back(read_instruction(inner, buffers, semaphores));
    in.adopt(inner);
    if (auto good = in.first_error(); !good) return fail(good.error());
  }
  if (auto done = in.finish(); !done) return fail(done.error());
  kernel.semaphores.resize(semaphores.size());
  for (const auto& [text, id] : semaphores) kernel.semaphores[id] = text;
  return kernel;
}

}  // namespace nscope::sim
