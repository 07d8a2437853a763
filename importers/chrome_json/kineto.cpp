#include "importers/chrome_json/kineto.h"

#include "importers/shared/capture_json.h"
#include "importers/shared/gpu_names.h"
#include "importers/shared/printable.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/json/json_text.h"
#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace nscope::importers {
namespace {

constexpr std::size_t kMaxMember = std::size_t{1} << 20;  // JSON text of one member
constexpr std::size_t kMaxText = std::size_t{64} << 10;   // of one property
constexpr int kMaxProperties = 1000;                      // of one member

constexpr auto kKinetoMembers = std::to_array<std::string_view>(
    {"deviceProperties", "computeProperties", "distributedInfo", "baseTimeNanoseconds",
     "cupti_version", "roctracer_version", "record_shapes", "with_stack"});
constexpr auto kKinetoCategories = std::to_array<std::string_view>(
    {"cpu_op", "python_function", "cuda_runtime", "cuda_driver", "gpu_memcpy", "gpu_memset",
     "gpu_user_annotation", "privateuse1_runtime", "privateuse1_driver", "mtia_runtime",
     "hip_runtime", "xpu_runtime", "xpu_driver"});

/// Kernel names of NCCL and RCCL: "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)"; and of Ascend.
bool is_collective(std::string_view kernel) {
  return kernel.starts_with("nccl") || kernel.starts_with("rccl") || kernel.starts_with("hcom_");
}

/// Where programs state the time of ts = 0, and its unit.
struct BaseTime {
  std::string_view member;
  std::string_view inner;  ///< a member of it; "": the member itself
  std::int64_t unit_ns;
};
constexpr auto kBaseTimes =
    std::to_array<BaseTime>({{"baseTimeNanoseconds", "", 1},
                             {"viztracer_metadata", "baseTimeNanoseconds", 1},
                             {"beginningOfTime", "", 1000},
                             {"otherData", "profile_start_ts", 1'000'000}});

/// The whole number of a JSON value, which may be a real number or a text. nullopt for any other.
std::optional<std::int64_t> stated_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto stated = value.get<std::uint64_t>();
    return stated > INT64_MAX ? std::nullopt : std::optional(static_cast<std::int64_t>(stated));
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number_float() && std::fabs(value.get<double>()) < 9.2e18) {
    return std::llround(value.get<double>());
  }
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `json` with each backslash doubled that does not start an escape: some programs write paths of
/// Windows unchanged.
std::string with_valid_escapes(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    std::size_t end = at;
    if (json[at] == '\\' && take_json_escape(json, end)) {
      out += json.substr(at, end - at);
      at = end;
      continue;
    }
    if (json[at] == '\\') out += '\\';
    out += json[at++];
  }
  return out;
}

class PropertyWriter {
 public:
  explicit PropertyWriter(TraceWriter& out) : out_(out) {}

  void put(const std::string& key, const Json& value) {
    const bool holds_objects =
        value.is_object() || (value.is_array() && !value.empty() && value.front().is_object());
    if (holds_objects && key.size() < 256) {
      std::size_t index = 0;
      for (const auto& item : value.items()) {
        const std::string name = value.is_object() ? item.key() : std::to_string(index++);
        put(key + "." + name, item.value());
      }
      return;
    }
    if (value.is_null()) return;
    if (written_ == kMaxProperties) {
      return skip(tr("'{}' was skipped: a member can have at most {} properties", printable(key),
                     as::count(kMaxProperties)));
    }
    if (value.is_number_integer() && !value.is_number_unsigned()) {
      write(key, value.get<std::int64_t>());
    } else if (value.is_number_unsigned() && value.get<std::uint64_t>() <= INT64_MAX) {
      write(key, static_cast<std::int64_t>(value.get<std::uint64_t>()));
    } else if (value.is_number_float()) {
      write(key, value.get<double>());
    } else if (value.is_boolean()) {
      write(key, std::int64_t{value.get<bool>() ? 1 : 0});
    } else {
      std::string text =
          value.is_string() ? printable_lines(value.get<std::string>()) : compact_text(value);
      if (text.size() > kMaxText) {
        return skip(tr("'{}' was skipped: it is too long for a property", printable(key)));
      }
      write(key, std::move(text));
    }
  }

 private:
  void write(const std::string& key, PropertyValue value) {
    ++written_;
    out_.property(printable(key), std::move(value));
  }
  void skip(Text why) { out_.diagnose("member_left_out", Severity::kWarning, std::move(why)); }

  TraceWriter& out_;
  int written_ = 0;
};

}  // namespace

bool is_kineto_member(std::string_view key) {
  return std::find(kKinetoMembers.begin(), kKinetoMembers.end(), key) != kKinetoMembers.end();
}

bool is_kineto_category(std::string_view category) {
  return std::find(kKinetoCategories.begin(), kKinetoCategories.end(), category) !=
         kKinetoCategories.end();
}

bool is_runtime_category(std::string_view category) {
  // PyTorch 1.8 to 1.11 had other names: "Operator", "Runtime", "Kernel", "Memcpy", "Memset".
  return category.ends_with("_runtime") || category.ends_with("_driver") || category == "Runtime";
}

std::optional<std::int64_t> base_time_ns(std::string_view key, std::string_view json) {
  const auto* const place = std::find_if(kBaseTimes.begin(), kBaseTimes.end(),
                                         [&](const BaseTime& base) { return base.member == key; });
  if (place == kBaseTimes.end() || json.size() > kMaxMember) return std::nullopt;
  DiagnosticList repairs;  // put_member() counts them
  const auto value = parse_capture_json(json, key, repairs);
  if (!value) return std::nullopt;
  const Json* base = &*value;
  if (!place->inner.empty()) {
    if (!value->is_object()) return std::nullopt;
    const auto found = value->find(place->inner);
    if (found == value->end()) return std::nullopt;
    base = &*found;
  }
  const auto number = stated_number(*base);
  std::int64_t ns = 0;
  if (!number || __builtin_mul_overflow(*number, place->unit_ns, &ns)) return std::nullopt;
  return ns;
}

TrackClass gpu_work(std::string_view name) {
  return is_collective(name) ? TrackClass::kCollective : TrackClass::kKernel;
}

TrackClass kineto_track(std::string_view category, std::string_view name) {
  if (category == "kernel" || category == "concurrent_kernel" || category == "Kernel") {
    return gpu_work(name);
  }
  if (category == "gpu_op") {  // of Intel's unitrace, which has one category for all work
    const bool transfer = name.find("AppendMemory") != std::string_view::npos;
    return transfer ? TrackClass::kCopy : gpu_work(name);
  }
  if (category == "gpu_memcpy" || category == "gpu_memset" || category == "Memcpy" ||
      category == "Memset") {
    return TrackClass::kCopy;
  }
  if (category == gpu::kGpuAnnotationCategory) return TrackClass::kAnnotation;
  if (category == gpu::kSyncCategory || category == "cuda_event")
    return TrackClass::kSynchronisation;
  return TrackClass::kHost;
}

void put_member(std::string_view key, std::string_view json, TraceWriter& out) {
  const auto skip = [&](const Text& why) {
    out.diagnose("member_left_out", Severity::kWarning,
                 tr("'{}' ({} bytes) was skipped: {}", printable(key), json.size(), why));
  };
  if (json.size() > kMaxMember) return skip(tr("it is too long for properties"));
  auto value = parse_capture_json(json, key, out);
  if (!value) value = parse_capture_json(with_valid_escapes(json), key, out);
  if (!value) return skip(value.error().message);
  PropertyWriter writer(out);
  writer.put(std::string(key), *value);
  if (key != "distributedInfo" || !value->is_object()) return;
  const auto rank = value->find("rank");
  if (rank != value->end() && rank->is_number_integer()) {
    out.property("rank", rank->get<std::int64_t>());
  }
}

}  // namespace nscope::importers
