#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/model.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::catalog {

/// The names that families use for one member.
using Spellings = std::initializer_list<const char*>;

// The members that several readers need.
inline constexpr Spellings kLayers{"num_hidden_layers", "n_layer", "n_layers", "num_layers"};
inline constexpr Spellings kHidden{"hidden_size", "n_embd", "n_embed", "d_model", "dim"};
inline constexpr Spellings kHeads{"num_attention_heads", "n_head", "n_heads", "num_heads",
                                  "attention_heads"};
inline constexpr Spellings kFfn{"intermediate_size",   "ffn_dim",    "n_inner",
                                "ffn_hidden_size",     "hidden_dim", "block_ff_dim",
                                "ff_intermediate_size"};
inline constexpr Spellings kPositions{"max_position_embeddings", "n_positions", "max_seq_len",
                                      "seq_length", "model_max_length"};
inline constexpr Spellings kVocabulary{"vocab_size", "padded_vocab_size"};

/// The values that a whole number can have.
struct WholeRange {
  int least = 1;
  int most = kLargestDimension;
};

inline constexpr int kMostLayers = 10'000;
inline constexpr int kLargestImage = 16'384;  ///< pixels of a side
inline constexpr WholeRange kFromZero{0, kLargestDimension};
// Loops run over layers and over the patches of images.
inline constexpr WholeRange kLayerCount{1, kMostLayers};
inline constexpr WholeRange kImageSide{1, kLargestImage};

/// Reads members of one object under any of their names, then from the defaults of the family, and
/// keeps the first error. Other members are ignored because config.json has many that do not
/// matter here. The JSON values must outlive the reader. One thread.
class ConfigReader {
 public:
  /// `where` is the place of the object in messages: "config.json: " or "config.json:
  /// /text_config". Members of the objects `nested` count as members of this one.
  ConfigReader(const Json& config, std::string where, const Json& defaults,
               const std::vector<std::string>& nested = {});

  /// A whole number in the range. Null means absent, without a default. An array of equal numbers
  /// counts as the number. Two names with different values are an error.
  std::optional<int> find(Spellings names, WholeRange range = {});
  int require(Spellings names, WholeRange range = {});
  /// As find(), but the first name that the object has decides: Qwen states the longest sequence of
  /// its training beside that of its positions.
  std::optional<int> find_first(Spellings names);
  /// As find(), but the text "auto" means absent.
  std::optional<int> find_unless_auto(Spellings names);
  /// A number greater than 0 and at most `most`.
  std::optional<double> number(const char* name, double most = 1e9);
  bool flag(const char* name, bool fallback);
  std::string text(const char* name);  ///< empty if absent
  /// The member or its default; null if both are absent or null.
  const Json* member(const char* name) const;
  /// An array of whole numbers of at least 0; empty if absent.
  std::vector<int> numbers(const char* name);
  /// Whether the file itself has the member, even as null.
  bool states(const char* name) const { return stated(name) != nullptr; }

  void reject(std::string_view member, Text message);
  void refuse(std::string_view member, Text message);  ///< kUnsupportedVersion
  void adopt(const Error& error);
  /// Keeps what the description of the model simplifies.
  void note(Text text) { notes_.push_back(std::move(text)); }
  const std::vector<Text>& notes() const { return notes_; }
  const std::optional<Error>& error() const { return error_; }
  /// The dimensions that were not in the file: "num_hidden_layers 32, hidden_size 4096".
  const std::string& used_defaults() const { return used_; }
  const std::string& where() const { return where_; }

 private:
  const Json* stated(const char* name) const;
  std::optional<int> parse(const char* name, const Json& value, WholeRange range);

  std::vector<const Json*> objects_;
  std::string where_;
  const Json* defaults_;
  std::optional<Error> error_;
  std::string used_;
  std::vector<Text> notes_;
};

}  // namespace nscope::catalog
