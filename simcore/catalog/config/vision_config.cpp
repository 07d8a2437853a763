#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

/// The dimensions of a plain vision transformer over square patches, without its classifier.
struct Vit {
  int layers = 0;
  int hidden = 0;
  int heads = 0;
  int ffn = 0;
  bool gated = false;
  int image = 0;
  int patch = 0;
  int channels = 3;   ///< of a pixel
  int others = 0;     ///< positions that are not patches
  bool pool = false;  ///< an attention layer reduces the patches to one vector
  int patches() const { return (image / patch) * (image / patch); }
};

Vit read_vit(ConfigReader& in, const ConfigFamily& family) {
  Vit vit;
  vit.layers = in.require({"num_hidden_layers", "depth"}, kLayerCount);
  vit.hidden = in.require({"hidden_size"});
  vit.heads = in.require({"num_attention_heads", "num_heads"});
  vit.ffn = vision_ffn_of(in, vit.hidden);
  vit.gated = in.flag("use_swiglu_ffn", false) || in.flag("use_gated_mlp", false);
  if (in.flag("use_swiglu_ffn", false)) {
    vit.ffn = two_thirds_of(vit.ffn);
  }
  vit.image = in.require({"image_size"}, kImageSide);
  vit.patch = in.require({"patch_size"}, kImageSide);
  vit.channels = channels_of(in);
  if (1.0 * vit.channels * vit.patch * vit.patch > kLargestDimension) {
    in.reject("patch_size",
              tr("is too large: a patch would have more than {} elements", kLargestDimension));
    vit.channels = 1;
  }
  vit.pool = family.attention_pool;
  vit.others =
      family.class_tokens + in.find({"num_register_tokens"}, {0, kLargestImage}).value_or(0);
  if (vit.patch > vit.image) in.reject("patch_size", tr("exceeds the image size of {}", vit.image));
  if (vit.hidden % vit.heads != 0) {
    in.reject("num_attention_heads",
              tr("{} heads do not divide the hidden size of {}", vit.heads, vit.hidden));
  }
  return vit;
}

Network vit_network(const Vit& vit, int output) {
  Network network{linear_block(vit.channels * vit.patch * vit.patch, vit.hidden, vit.patches()),
                  {.kind = Block::Kind::kTransformer,
                   .in = vit.hidden,
                   .out = vit.hidden,
                   .rows = vit.patches() + vit.others,
                   .times = vit.layers,
                   .heads = vit.heads,
                   .head_dim = vit.hidden / vit.heads,
                   .ffn = vit.ffn,
                   .gated = vit.gated}};
  if (vit.pool) {
    network.push_back({.kind = Block::Kind::kCrossAttention,
                       .in = vit.hidden,
                       .out = vit.hidden,
                       .rows = 1,
                       .heads = vit.heads,
                       .head_dim = vit.hidden / vit.heads,
                       .context_rows = vit.patches(),
                       .context_width = vit.hidden});
    network.push_back(linear_block(vit.hidden, vit.ffn, 1));
    network.push_back(linear_block(vit.ffn, vit.hidden, 1));
  }
  if (output > 0) network.push_back(linear_block(vit.hidden, output, 1));
  return network;
}

/// Matrices, norms, biases and positions.
double vit_parameters(const Vit& vit, const Network& network) {
  const double vectors = 9.0 * vit.hidden + (vit.gated ? 2.0 : 1.0) * vit.ffn;
  return parameters_of(network) + vit.layers * vectors +
         (1.0 * vit.patches() + 2 * vit.others) * vit.hidden;
}

/// The number of labels of an image classifier; 0 for a model without one.
int labels_of(ConfigReader& in) {
  const Json* const classes = in.member("architectures");
  const bool classifies =
      classes != nullptr && classes->is_array() && !classes->empty() &&
      classes->front().is_string() &&
      classes->front().get_ref<const std::string&>().ends_with("ForImageClassification");
  if (!classifies) return 0;
  if (const Json* const labels = in.member("id2label"); labels != nullptr && labels->is_object()) {
    return static_cast<int>(labels->size());
  }
  constexpr int kUsual = 2;  // of transformers
  return in.find({"num_labels"}).value_or(kUsual);
}

constexpr std::size_t kMostStages = 8;

/// A hierarchical network: stages of `depths` blocks with `widths` channels.
struct Stages {
  std::vector<int> depths;
  std::vector<int> widths;
  int image = 0;
  int patch = 0;
  int channels = 3;  ///< of a pixel
};

bool check_stages(ConfigReader& in, const Stages& stages) {
  constexpr int kDeepest = 1000;
  constexpr int kWidest = 1 << 20;
  const auto within = [](const std::vector<int>& values, int most) {
    return std::all_of(values.begin(), values.end(),
                       [most](int value) { return value >= 1 && value <= most; });
  };
  if (stages.depths.empty() || stages.depths.size() > kMostStages ||
      !within(stages.depths, kDeepest)) {
    in.reject("depths", tr("must be an array of 1 to {} whole numbers between 1 and {}",
                           kMostStages, kDeepest));
  } else if (stages.depths.size() != stages.widths.size()) {
    in.reject("hidden_sizes", tr("has {} entries, but 'depths' has {}", stages.widths.size(),
                                 stages.depths.size()));
  } else if (!within(stages.widths, kWidest)) {
    in.reject("hidden_sizes", tr("the channels of a stage must be between 1 and {}", kWidest));
  } else if (stages.patch > stages.image) {
    in.reject("patch_size", tr("exceeds the image size of {}", stages.image));
  } else if (1.0 * stages.channels * stages.patch * stages.patch > kLargestDimension) {
    in.reject("patch_size",
              tr("is too large: a patch would have more than {} elements", kLargestDimension));
  }
  return !in.error();
}

Network convnext_network(const Stages& stages) {
  Network network;
  int scale = stages.patch;
  int before = stages.channels;
  for (std::size_t stage = 0; stage < stages.depths.size(); ++stage) {
    const int width = stages.widths[stage];
    const int kernel = stage == 0 ? stages.patch : 2;
    if (stage > 0) scale *= 2;
    network.push_back({.kind = Block::Kind::kConvolution,
                       .in = before,
                       .out = width,
                       .kernel = kernel,
                       .scale = scale});
    for (int block = 0; block < stages.depths[stage]; ++block) {
      network.push_back({.kind = Block::Kind::kConvolution,
                         .in = width,
                         .out = width,
                         .kernel = 7,
                         .groups = width,
                         .scale = scale});
      network.push_back({.kind = Block::Kind::kNorm, .in = width, .out = width, .scale = scale});
      network.push_back(linear_block(width, 4 * width, 0, scale));
      network.push_back(linear_block(4 * width, width, 0, scale));
      network.back().residual = true;
    }
    before = width;
  }
  return network;
}

/// The attention of Swin is within windows, whose scores need far fewer operations than the
/// projections: the products with `window`^2 keys are a linear block.
Network swin_network(const Stages& stages, double ratio, int window) {
  Network network{linear_block(stages.channels * stages.patch * stages.patch, stages.widths[0], 0,
                               stages.patch)};
  int scale = stages.patch;
  for (std::size_t stage = 0; stage < stages.depths.size(); ++stage) {
    const int width = stages.widths[stage];
    if (stage > 0) {
      scale *= 2;
      network.push_back(linear_block(2 * width, width, 0, scale));  // four merged patches
    }
    const int ffn = static_cast<int>(std::round(ratio * width));
    Network block{{.kind = Block::Kind::kNorm, .in = width, .out = width, .scale = scale},
                  linear_block(width, 3 * width, 0, scale),
                  linear_block(2 * window * window, width, 0, scale),
                  linear_block(width, width, 0, scale),
                  {.kind = Block::Kind::kNorm, .in = width, .out = width, .scale = scale},
                  linear_block(width, ffn, 0, scale),
                  linear_block(ffn, width, 0, scale)};
    for (int i = 0; i < stages.depths[stage]; ++i) {
      network.insert(network.end(), block.begin(), block.end());
    }
  }
  return network;
}

void read_stages(ConfigReader& in, const ConfigFamily& family, Model& model) {
  Stages stages;
  stages.depths = in.numbers("depths");
  stages.image = in.require({"image_size"}, kImageSide);
  stages.patch = in.require({"patch_size"}, kImageSide);
  stages.channels = channels_of(in);
  int window = 0;
  if (family.reader == ConfigClass::kConvNext) {
    model.architecture = Architecture::kVisionCnn;
    stages.widths = in.numbers("hidden_sizes");
    if (!check_stages(in, stages)) return;
    model.network = convnext_network(stages);
  } else {
    constexpr int kMostWindow = 1024;
    constexpr double kMostRatio = 100;
    const int first = in.require({"embed_dim"}, {1, 1 << 13});
    for (std::size_t i = 0; i < std::min(stages.depths.size(), kMostStages); ++i) {
      stages.widths.push_back(first << i);
    }
    window = in.require({"window_size"}, {1, kMostWindow});
    const double ratio = in.number("mlp_ratio", kMostRatio).value_or(4.0);
    if (!check_stages(in, stages)) return;
    model.network = swin_network(stages, ratio, window);
  }
  const int last = stages.widths.back();
  if (const int labels = labels_of(in); labels > 0)
    model.network.push_back(linear_block(last, labels, 1));
  model.parameters = parameters_of(model.network);
  if (window > 0) {
    for (std::size_t i = 0; i < stages.depths.size(); ++i) {  // keys of a window are not weights
      model.parameters -= 2.0 * window * window * stages.depths[i] * stages.widths[i];
    }
  }
  const int side = stages.image;
  model.tokens[fmt::format("{}x{}", side, side)] =
      std::pow(static_cast<double>(side) / stages.patch, 2);
}

/// CLIP and SigLIP: a tower for images and one for text.
void read_pair(ConfigReader& in, const ConfigFamily& family, const Json& config, Model& model) {
  const Result<ConfigFamilies>& families = config_families();
  const ConfigFamily* const image = families ? families->find(family.image_type) : nullptr;
  if (image == nullptr) return in.reject("", tr("unknown model type '{}'", family.image_type));
  static const Json kNone = Json::object();
  const auto part = [&](const char* name) -> const Json& {
    const auto found = config.find(name);
    return found != config.end() && found->is_object() ? *found : kNone;
  };
  const int output = in.find({"projection_dim"}).value_or(0);
  ConfigReader vision(part("vision_config"), in.where() + "/vision_config", image->defaults);
  const Vit vit = read_vit(vision, *image);
  if (vision.error()) return in.adopt(*vision.error());
  const Network tower = vit_network(vit, output);
  ConfigReader text(part("text_config"), in.where() + "/text_config", family.text_tower);
  const int hidden = text.require({"hidden_size"});
  const int heads = text.require({"num_attention_heads"});
  const int rows = text.require({"max_position_embeddings"});
  const int vocabulary = text.require(kVocabulary);
  const int layers = text.require({"num_hidden_layers"}, kLayerCount);
  const int ffn = text.require({"intermediate_size"});
  if (text.error()) return in.adopt(*text.error());
  if (hidden % heads != 0) return in.reject("text_config", tr("heads must divide the hidden size"));
  Network words{{.kind = Block::Kind::kTransformer,
                 .in = hidden,
                 .out = hidden,
                 .rows = rows,
                 .times = layers,
                 .heads = heads,
                 .head_dim = hidden / heads,
                 .ffn = ffn}};
  words.push_back(linear_block(hidden, output > 0 ? output : hidden, 1));
  const double text_parameters =
      parameters_of(words) + layers * (9.0 * hidden + ffn) + (1.0 * vocabulary + rows) * hidden;
  const std::string size = fmt::format("{}x{}", vit.image, vit.image);
  model.parameters = vit_parameters(vit, tower) + text_parameters;
  model.parts.push_back({.name = "image_tower",
                         .parameters = vit_parameters(vit, tower),
                         .layers = vit.layers,
                         .hidden = vit.hidden,
                         .heads = vit.heads,
                         .ffn = vit.ffn,
                         .tokens = {{size, 1.0 * vit.patches() + vit.others}},
                         .macs = {},
                         .network = tower});
  model.parts.push_back({.name = "text_tower",
                         .parameters = text_parameters,
                         .layers = layers,
                         .hidden = hidden,
                         .heads = heads,
                         .ffn = ffn,
                         .vocabulary = vocabulary,
                         .tokens = {},
                         .macs = {},
                         .network = words});
}

}  // namespace

int vision_ffn_of(ConfigReader& in, int hidden) {
  if (const auto width = in.find({"intermediate_size", "vt_intermediate_size"})) return *width;
  const double width = std::round(in.number("mlp_ratio").value_or(4.0) * hidden);
  if (width >= 1 && width <= kLargestDimension) return static_cast<int>(width);
  in.reject("mlp_ratio",
            tr("gives the feed-forward part {} columns, which must be between 1 and {}", width,
               kLargestDimension));
  return hidden;
}

int channels_of(ConfigReader& in) {
  return in.find({"num_channels", "in_channels", "in_chans"}, {1, 1024}).value_or(3);
}

void read_vision_model(ConfigReader& in, const ConfigFamily& family, const Json& config,
                       Model& model) {
  model.architecture = Architecture::kVisionTransformer;
  if (family.reader == ConfigClass::kPair) return read_pair(in, family, config, model);
  if (family.reader != ConfigClass::kUsual) return read_stages(in, family, model);
  const Vit vit = read_vit(in, family);
  if (in.error()) return;
  model.layers = vit.layers;
  model.hidden = vit.hidden;
  model.heads = model.kv_heads = vit.heads;
  model.head_dim = vit.hidden / vit.heads;
  model.ffn = vit.ffn;
  model.ffn_gated = vit.gated;
  model.network = vit_network(vit, labels_of(in));
  model.parameters = vit_parameters(vit, model.network);
  model.tokens[fmt::format("{}x{}", vit.image, vit.image)] = 1.0 * vit.patches() + vit.others;
}

}  // namespace nscope::catalog
