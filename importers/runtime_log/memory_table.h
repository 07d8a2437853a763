#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// A size of the Neuron Runtime, "15.855GB" or "0.000B", in bytes. Its units are powers of 1024:
/// 180355072 bytes are "172.000MB". nullopt for "n/a" and other texts.
std::optional<double> runtime_size(std::string_view text);

/// The name of a use of memory in one form: "Model code" for "model code" and "Model Code", "DMA
/// rings IO" for "dma rings io".
std::string use_name(std::string_view text);

/// The names of the columns of a table of memory usage. They are written one below the other:
///
///            |  Model   |  Shared  |
///   |  TOTAL |   Code   |Scratchpad|
class TableColumns {
 public:
  /// Adds a line of the header. Returns false if the line is not one.
  bool add(std::string_view line);
  bool complete() const { return complete_; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  bool complete_ = false;  ///< the line with TOTAL was read
};

/// A row of a table of memory usage: "  \_NC 4   | 20.094GB | 96.065MB |   n/a    |".
struct TableRow {
  enum class Kind {
    kDevice,  ///< "ND 0 Overall"
    kHbm,     ///< "ND 0 HBM 1"
    kCore,    ///< "\_NC 4"
    kProgram  ///< "\_NEFF 1001"
  };
  Kind kind = Kind::kDevice;
  std::int64_t device = -1;  ///< of kDevice and kHbm
  std::int64_t number = -1;  ///< of the HBM, core or program
  std::vector<std::optional<double>> bytes{};
};
std::optional<TableRow> table_row(std::string_view line);

}  // namespace nscope::importers
