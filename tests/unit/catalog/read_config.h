#pragma once

#include "simcore/catalog/config/hf_config.h"

#include <string>

namespace nscope::catalog {

/// The model of a config.json with this text.
inline Result<Model> read_config(const std::string& text) {
  return model_from_hf_config(*parse_json(text, "config.json"), "config.json");
}

/// The error of the text; "accepted" if there is none.
inline std::string config_error(const std::string& text) {
  const auto read = read_config(text);
  return read ? "accepted" : to_string(read.error());
}

}  // namespace nscope::catalog
