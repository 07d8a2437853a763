#include "importers/neuron_explorer_parquet/source_lookup.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace nscope::importers {

std::string join_location(std::string_view file, std::optional<std::int64_t> line) {
  return file.empty() || !line || *line <= 0 ? std::string(file)
                                             : fmt::format("{}:{}", file, *line);
}

SourcePlace SourceLookup::place_of_frames(std::string_view ids) const {
  while (!ids.empty()) {
    const std::size_t digit = ids.find_first_of("0123456789");
    if (digit == std::string_view::npos) break;
    ids.remove_prefix(digit);
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(ids.data(), ids.data() + ids.size(), id);
    if (error != std::errc()) break;
    ids.remove_prefix(static_cast<std::size_t>(end - ids.data()));
    const auto frame = frames.find(id);
    if (frame == frames.end()) continue;
    const auto place = file_locations.find(frame->second.file_location);
    if (place == file_locations.end()) continue;
    const auto file = files.find(place->second.file);
    const auto function = functions.find(place->second.function);
    return {file == files.end() ? std::string() : join_location(file->second, place->second.line),
            function == functions.end() ? std::string() : function->second};
  }
  return {};
}

const SourceLookup::KernelInstruction* SourceLookup::kernel_instruction(
    std::string_view name) const {
  if (kernel_instructions.empty()) return nullptr;
  const auto it = kernel_instructions.find(std::string(name));
  return it == kernel_instructions.end() ? nullptr : &it->second;
}

std::string SourceLookup::loops(const KernelInstruction& instruction) const {
  constexpr int kMaxDepth = 32;  // loops of a damaged table may form a cycle
  std::string text;
  std::optional<std::int64_t> id = instruction.loop;
  for (int depth = 0; id && depth < kMaxDepth; ++depth) {
    const auto it = loop_variables.find(*id);
    if (it == loop_variables.end()) break;
    const LoopVariable& variable = it->second;
    const std::string one =
        fmt::format("{}={}", variable.name.empty() ? "?" : variable.name,
                    variable.value ? std::to_string(*variable.value) : std::string("?"));
    text = text.empty() ? one : one + " " + text;
    id = variable.outer;
  }
  return text;
}

}  // namespace nscope::importers
