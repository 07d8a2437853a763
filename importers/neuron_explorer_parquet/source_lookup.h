#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nscope::importers {

/// A place in the user's code.
struct SourcePlace {
  std::string location;  ///< "model.py:42"; "" if unknown
  std::string function;
};

/// The tables that map instructions to source code: stack frames of the compiler's debug
/// information, and call stacks and loops of kernels (NKI). Keys are those of the tables. One
/// thread.
class SourceLookup {
 public:
  struct Frame {
    std::int64_t file_location = 0;
  };
  struct FileLocation {
    std::int64_t file = 0;
    std::int64_t function = 0;
    std::int64_t line = 0;
  };
  struct KernelFrame {
    std::string function;
    std::string location;
  };
  struct LoopVariable {
    std::string name;
    std::optional<std::int64_t> value;
    std::optional<std::int64_t> outer;
  };
  struct KernelInstruction {
    std::string location;
    std::optional<std::int64_t> frame;
    std::optional<std::int64_t> loop;
  };

  std::unordered_map<std::int64_t, std::string> files;
  std::unordered_map<std::int64_t, std::string> functions;
  std::unordered_map<std::int64_t, FileLocation> file_locations;
  std::unordered_map<std::int64_t, Frame> frames;
  std::unordered_map<std::int64_t, KernelFrame> kernel_frames;
  std::unordered_map<std::int64_t, LoopVariable> loop_variables;
  std::unordered_map<std::string, KernelInstruction> kernel_instructions;

  /// The place of the first known frame in a list such as "[101, 102]".
  SourcePlace place_of_frames(std::string_view frame_ids) const;
  /// Null if the name of the instruction is unknown.
  const KernelInstruction* kernel_instruction(std::string_view name) const;
  /// The loop variables, outermost first: "i=3 k=0"; "" if there are no loops.
  std::string loops(const KernelInstruction& instruction) const;
};

/// "file:line", or only the file if there is no line.
std::string join_location(std::string_view file, std::optional<std::int64_t> line);

}  // namespace nscope::importers
