#pragma once

#include "simcore/catalog/config/hf_config.h"

#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace nscope::catalog {

/// A configuration file of a published model, with the members that decide cost.
struct File {
  const char* name;
  double parameters;  ///< published
  double cached;      ///< elements that one token adds to the caches, by hand
  const char* config;
  double tower = 0;  ///< published parameters of the vision tower
};

// Prints the name instead of the bytes if a test fails.
inline void PrintTo(const File& file, std::ostream* out) {
  *out << file.name;
}

/// Keys and values of `layers` layers.
constexpr double grouped(double layers, double kv_heads, double head_dim) {
  return layers * kv_heads * (head_dim + head_dim);
}
/// The compressed vector and the rotary key of latent attention.
constexpr double latent(double layers, double rank = 512, double rotary = 64) {
  return layers * (rank + rotary);
}

/// Writes out lists of layers, of which the texts have only one period or the beginning.
inline Json written_out(Json config) {
  if (config.contains("text_config")) {
    config["text_config"] = written_out(config["text_config"]);
  }
  const auto layers = config.value("num_hidden_layers", std::size_t{0});
  for (const char* const member : {"layer_types", "attn_type_list", "mlp_layer_types",
                                   "num_attention_heads_per_layer", "indexer_types"}) {
    if (!config.contains(member)) continue;
    const Json period = config[member];
    const bool begins = member == std::string_view("mlp_layer_types");
    for (std::size_t layer = period.size(); layer < layers; ++layer) {
      config[member].push_back(begins ? period.back() : period[layer % period.size()]);
    }
  }
  return config;
}

/// Reads the file and compares the parameters (0.5 %; towers 2 %) and the cache.
inline void expect_published(const File& file) {
  const auto json = parse_json(file.config, file.name);
  ASSERT_TRUE(json) << to_string(json.error());
  const auto read = read_hf_config(written_out(*json), file.name);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_NEAR(read->model.parameters / file.parameters, 1.0, 0.005);
  EXPECT_DOUBLE_EQ(read->model.kv_elements_per_token(), file.cached);
  EXPECT_EQ(read->model.id, file.name);
  ASSERT_EQ(read->model.vision.has_value(), file.tower > 0);
  if (file.tower > 0) EXPECT_NEAR(read->model.vision->parameters / file.tower, 1.0, 0.02);
}

}  // namespace nscope::catalog
