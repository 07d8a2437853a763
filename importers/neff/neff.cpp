#include "importers/neff/neff.h"

#include "importers/neff/archive.h"
#include "importers/neff/neff_debug.pb.h"
#include "importers/neff/static_transfers.h"
#include "importers/shared/capture_json.h"
#include "importers/shared/error_text.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

using Members = std::map<std::string, std::string, std::less<>>;

constexpr std::array<std::string_view, kHardwareEngines> kEngineFiles{"PE", "Activation", "Pool",
                                                                      "DVE", "SP"};

bool is_subgraph_member(std::string_view name, std::string_view& rest) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || !name.starts_with("sg")) return false;
  rest = name.substr(slash + 1);
  return true;
}

bool is_wanted(std::string_view name) {
  if (name == "info.json" || name.starts_with("debug_info/debug_info_penguin.dbg")) return true;
  std::string_view rest;
  if (!is_subgraph_member(name, rest)) return false;
  if (rest == "def.json" || rest == "tensor_map.json") return true;
  return std::any_of(kEngineFiles.begin(), kEngineFiles.end(), [&](std::string_view engine) {
    return rest == fmt::format("{}.bin", engine) || rest == fmt::format("{}.json", engine) ||
           rest == fmt::format("debug_info_asm_{}.dbg", engine) ||
           rest == fmt::format("debug_info_backend_{}.dbg", engine);
  });
}

const std::string* find(const Members& members, std::string_view name) {
  const auto it = members.find(name);
  return it == members.end() ? nullptr : &it->second;
}

void note_missing(const std::string& name, Neff& neff) {
  neff.diagnostics.add("neff_member_missing", Severity::kWarning,
                       tr("the NEFF has no member '{}'", printable(name)));
}

/// Parses a protobuf member. A missing or unreadable member becomes a diagnostic.
template <class Message>
bool parse_message(const Members& members, const std::string& name, Message& to, Neff& neff) {
  const std::string* data = find(members, name);
  if (data == nullptr) {
    note_missing(name, neff);
    return false;
  }
  if (data->size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
      !to.ParseFromArray(data->data(), static_cast<int>(data->size()))) {
    neff.diagnostics.add("neff_member_unreadable", Severity::kWarning,
                         tr("NEFF member '{}' is not a valid protobuf message", printable(name)));
    return false;
  }
  return true;
}

/// Parses a JSON member that must be an object. Anything else becomes a diagnostic.
Json parse_object(const Members& members, const std::string& name, Neff& neff) {
  const std::string* data = find(members, name);
  if (data == nullptr) {
    note_missing(name, neff);
    return Json::object();
  }
  auto json = parse_capture_json(*data, name, neff.diagnostics);
  if (!json || !json->is_object()) {
    neff.diagnostics.add("neff_member_unreadable", Severity::kWarning,
                         json ? tr("NEFF member '{}' must be a JSON object", printable(name))
                              : error_text(json.error()));
    return Json::object();
  }
  return std::move(*json);
}

std::string text_of(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? printable(it->get_ref<const std::string&>())
                                               : std::string();
}

std::int64_t integer_of(const Json& object, const char* key) {
  const auto it = object.find(key);
  if (it == object.end() || !it->is_number_integer()) return -1;
  const auto value = it->get<std::int64_t>();
  return value < 0 ? -1 : value;
}

/// "[128 512]": the form in which AWS's tools print shapes.
std::string shape_text(const Json& entry) {
  const auto it = entry.find("tf_shape");
  if (it == entry.end() || !it->is_array()) return {};
  std::string text;
  for (const Json& size : *it) {
    if (!size.is_number_integer()) return {};
    text += fmt::format("{}{}", text.empty() ? "[" : " ", size.get<std::int64_t>());
  }
  return text.empty() ? "[]" : text + "]";
}

/// The entry of tensor_map.json for a tensor. Weights are keyed by their file
/// name without "value_" and ".npy", all others by their own name.
const Json* shape_entry(const Json& map, const std::string& name, std::string file) {
  if (!file.empty()) {
    if (file.starts_with("value_")) file.erase(0, 6);
    if (file.ends_with(".npy")) file.erase(file.size() - 4);
  }
  const auto it = map.find(file.empty() ? name : file);
  return it != map.end() && it->is_object() ? &*it : nullptr;
}

void read_tensors(const Json& definition, const Json& shapes, NeffSubgraph& to) {
  const auto vars = definition.find("var");
  if (vars == definition.end() || !vars->is_object()) return;
  for (const auto& [name, var] : vars->items()) {
    if (!var.is_object()) continue;
    NeffTensor tensor{.name = printable(name),
                      .type = text_of(var, "type"),
                      .id = integer_of(var, "var_id"),
                      .bytes = integer_of(var, "size")};
    if (const Json* shape = shape_entry(shapes, name, text_of(var, "file_name"))) {
      tensor.shape = shape_text(*shape);
      tensor.format = text_of(*shape, "tf_format");
    }
    const auto list = var.find("list");
    if (tensor.type == "dge-table" && list != var.end() && list->is_array()) {
      for (const Json& id : *list) {
        to.address_table.push_back(id.is_number_integer() ? id.get<std::int64_t>() : -1);
      }
    }
    to.tensors.push_back(std::move(tensor));
  }
  std::sort(to.tensors.begin(), to.tensors.end(),
            [](const NeffTensor& a, const NeffTensor& b) { return a.name < b.name; });
}

/// The semaphores after those that the runtime reserves belong to the compiler: first one for
/// each engine that others wait for, then those of the DMA queues.
void read_semaphores(const Json& definition, NeffSubgraph& to) {
  constexpr std::array<std::string_view, 4> kCounted{"GpSimd", "Scalar", "Tensor", "Vector"};
  constexpr std::int64_t kSemaphores = 256;
  const std::int64_t first = integer_of(definition, "runtime_semaphore_count");
  for (std::size_t i = 0; i < kCounted.size() && first >= 0 && first < kSemaphores - 4; ++i) {
    to.semaphore_names[static_cast<int>(first) + static_cast<int>(i)] = kCounted[i];
  }
  const auto queues = definition.find("dma_queue");
  if (queues == definition.end() || !queues->is_object()) return;
  for (const auto& [name, queue] : queues->items()) {
    const auto set = queue.is_object() ? queue.find("semaphore_set") : queue.end();
    if (set == queue.end() || !set->is_array()) continue;
    for (const Json& semaphore : *set) {
      if (!semaphore.is_number_integer()) continue;
      const auto id = semaphore.get<std::int64_t>();
      if (id >= 0 && id < kSemaphores) to.semaphore_names[static_cast<int>(id)] = printable(name);
    }
  }
}

/// Must be called for the data dependencies first: if both lists contain an instruction, AWS's
/// tools show the type from that list.
void add_predecessors(BirInstruction& to, std::set<std::uint64_t>& seen, const auto& ids,
                      const auto& kinds) {
  const int n = std::min(ids.size(), kinds.size());
  for (int i = 0; i < n; ++i) {
    if (seen.insert(ids.Get(i)).second) to.predecessors.push_back({ids.Get(i), kinds.Get(i)});
  }
}

/// The entry of `names` whose index is the text `index`; "" if there is none.
std::string entry(const auto& names, std::string_view index) {
  int number = -1;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), number);
  const bool valid = error == std::errc() && end == index.data() + index.size() && number >= 0 &&
                     number < names.size();
  return valid ? printable(names.Get(number)) : std::string();
}

/// Sets the source line and the kernel of an instruction from its attributes.
void read_source(const proto::BackendDebug& debug, const proto::BackendInstruction& from,
                 BirInstruction& to) {
  std::string file;
  std::string line;
  for (const auto& attribute : from.attributes()) {
    if (attribute.name() == "kernel_file") file = entry(debug.files(), attribute.value());
    if (attribute.name() == "kernel_line") line = printable(attribute.value());
    if (attribute.name() == "kernel_name") to.kernel = entry(debug.kernels(), attribute.value());
  }
  // Line 0 stands for instructions that the compiler added.
  if (!file.empty() && !line.empty() && line != "0") to.source_location = file + ":" + line;
}

void read_bir(const proto::BackendDebug& debug, NeffSubgraph& to) {
  for (const auto& from : debug.instructions()) {
    BirInstruction instruction;
    instruction.name = printable(from.name());
    read_source(debug, from, instruction);
    instruction.penguin_ids.assign(from.penguin_ids().begin(), from.penguin_ids().end());
    std::set<std::uint64_t> seen;
    add_predecessors(instruction, seen, from.data_predecessors(), from.data_predecessor_types());
    add_predecessors(instruction, seen, from.scheduling_predecessors(),
                     from.scheduling_predecessor_types());
    to.bir.insert_or_assign(from.bir_id(), std::move(instruction));
  }
}

NeffSubgraph read_subgraph(const Members& members, const std::string& name, Neff& neff) {
  NeffSubgraph to;
  to.name = printable(name);
  for (std::size_t e = 0; e < kHardwareEngines; ++e) {
    const std::string prefix = name + "/";
    if (const auto* code = find(members, fmt::format("{}{}.bin", prefix, kEngineFiles[e]))) {
      to.code[e] = *code;
    } else {
      note_missing(fmt::format("{}{}.bin", prefix, kEngineFiles[e]), neff);
    }
    proto::AsmDebug assembly;
    if (parse_message(members, fmt::format("{}debug_info_asm_{}.dbg", prefix, kEngineFiles[e]),
                      assembly, neff)) {
      to.bir_ids[e].reserve(static_cast<std::size_t>(assembly.instructions_size()));
      for (const auto& word : assembly.instructions()) {
        to.bir_ids[e].emplace_back(word.bir_ids().begin(), word.bir_ids().end());
      }
    }
    proto::BackendDebug backend;
    if (parse_message(members, fmt::format("{}debug_info_backend_{}.dbg", prefix, kEngineFiles[e]),
                      backend, neff)) {
      read_bir(backend, to);
    }
  }
  const Json definition = parse_object(members, name + "/def.json", neff);
  read_tensors(definition, parse_object(members, name + "/tensor_map.json", neff), to);
  read_semaphores(definition, to);
  for (const std::string_view engine : kEngineFiles) {
    const std::string member = fmt::format("{}/{}.json", name, engine);
    if (find(members, member) == nullptr) continue;
    read_static_transfers(parse_object(members, member, neff), definition, to);
  }
  return to;
}

/// debug_info_penguin.dbg_sg000000 belongs to sg00.
void read_penguin(const Members& members, Neff& neff) {
  constexpr std::string_view kPrefix = "debug_info/debug_info_penguin.dbg";
  for (auto it = members.lower_bound(kPrefix); it != members.end(); ++it) {
    if (!it->first.starts_with(kPrefix)) break;
    proto::PenguinDebug debug;
    if (!parse_message(members, it->first, debug, neff)) continue;
    if (neff.kernel_name.empty()) neff.kernel_name = printable(debug.kernel_name());
    for (NeffSubgraph& subgraph : neff.subgraphs) {
      if (!it->first.ends_with(".dbg") && it->first.find(subgraph.name) == std::string::npos) {
        continue;
      }
      for (const auto& instruction : debug.instructions()) {
        subgraph.penguin_text.insert_or_assign(instruction.id(), printable(instruction.text()));
      }
    }
  }
}

}  // namespace

const NeffTensor* NeffSubgraph::tensor(std::int64_t id) const {
  const auto it = std::find_if(tensors.begin(), tensors.end(),
                               [&](const NeffTensor& tensor) { return tensor.id == id; });
  return it == tensors.end() || id < 0 ? nullptr : &*it;
}

const NeffSubgraph* Neff::subgraph(std::string_view name) const {
  const auto it = std::find_if(subgraphs.begin(), subgraphs.end(),
                               [&](const NeffSubgraph& s) { return s.name == name; });
  return it == subgraphs.end() ? nullptr : &*it;
}

Result<Neff> read_neff(const ByteSource& file, TaskControl& control) {
  auto header = read_neff_header(file);
  if (!header) return fail(header.error());
  auto members = read_archive(file.text().substr(NeffHeader::kSize), file.name(), NeffHeader::kSize,
                              is_wanted, control);
  if (!members) return fail(members.error());

  Neff neff;
  neff.header = std::move(*header);
  if (const std::uint64_t present = file.size() - NeffHeader::kSize;
      neff.header.data_size != present) {
    neff.diagnostics.add("neff_size_differs", Severity::kWarning,
                         tr("the NEFF header states {} bytes of data, but the file contains {}",
                            neff.header.data_size, present));
  }
  neff.compiler_version = text_of(parse_object(*members, "info.json", neff), "tool_version");
  std::set<std::string> names;
  for (const auto& [name, data] : *members) {
    std::string_view rest;
    if (is_subgraph_member(name, rest)) names.insert(name.substr(0, name.find('/')));
  }
  for (const std::string& name : names) {
    if (control.cancelled()) return cancelled();
    neff.subgraphs.push_back(read_subgraph(*members, name, neff));
  }
  if (neff.subgraphs.empty()) {
    return fail(ErrorCode::kBadInput,
                tr("the NEFF contains no compiled subgraph (a folder such as sg00)"), file.name());
  }
  read_penguin(*members, neff);
  return neff;
}

}  // namespace nscope::importers
