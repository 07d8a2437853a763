#pragma once

#include "app/gui/forms/document_form.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/config/hf_config.h"
#include "simcore/engine/workload/workload.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QWidget>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace nscope::gui {

class SearchBox;

/// The fields of a sim::Workload. Offers the models and instances of the catalogue, and the tensor
/// parallel degrees of the chosen instance. GUI thread; the catalogue must outlive the form.
class WorkloadForm : public QWidget {
  Q_OBJECT

 public:
  explicit WorkloadForm(const catalog::Catalog& catalog, QWidget* parent = nullptr);

  /// Adds the model of a config.json and chooses it, with the type of its stored weights.
  void choose(catalog::ConfiguredModel model);

  sim::Workload workload() const;
  /// Whether the form chose the tensor parallel degree because the instance does not offer that of
  /// the user. show_parallel() then shows a better one.
  bool chose_parallel() const { return chose_parallel_; }
  void show_parallel(int degree);
  /// Shows a possible workload instead of that of the form, which was refused.
  void apply(const sim::Workload& possible);
  /// Chooses a degree, like the user does.
  void choose_parallel(int degree);
  /// The fields of a server, of training, or of decoding.
  DocumentForm& setup() { return *setup_; }
  QComboBox& kind() { return *kind_; }
  void set_workload(const sim::Workload& workload);

 signals:
  /// Any field changed.
  void edited();
  /// A Hugging Face configuration could not be read.
  void failed(const QString& what, const nscope::Error& error);

 private:
  /// Whether the chosen model generates output tokens.
  bool generates() const;
  bool runs_as_calls() const;
  bool divides_calls() const;                  ///< over several cores
  catalog::Architecture architecture() const;  ///< of the chosen model
  bool shows_images() const;                   ///< processes images instead of tokens
  int encoder_positions() const;               ///< to which the model pads inputs; 0: any length
  bool reads_images() const;                   ///< a decoder whose prompts can contain images
  sim::Workload given_for_model() const;
  void fill_parallel();
  /// Shows the fields that apply to the chosen model and workload.
  void show_fields();
  QString beyond_fields() const;
  void choose_kind(int index);
  void show_setup();
  void take_setup();
  void load_config();
  /// The model of a configuration that is chosen now; null: the model is of the catalogue.
  const catalog::ConfiguredModel* configured() const;
  /// Replaces the type of the weights of the previous model by that of the chosen one.
  void follow_stored_weights();
  QString config_note() const;
  QSpinBox* number(int least, int most, const QString& name);
  void add_field(const QString& label, QWidget* field, const QString& help);

  const catalog::Catalog& catalog_;
  std::map<std::string, catalog::ConfiguredModel, std::less<>> configured_;  ///< by name
  sim::Workload given_;  ///< the workload of set_workload(), for the parts without a field
  bool filling_ = false;
  bool chose_parallel_ = false;
  bool calls_ = false;                       ///< the degrees are those of calls
  std::vector<std::string> setup_pointers_;  ///< of the fields of `setup_`
  QComboBox* kind_;
  SearchBox* model_;
  SearchBox* instance_;
  QComboBox* parallel_;
  QComboBox* dtype_;
  QComboBox* weights_;
  std::string stored_;  ///< the type that a configuration has set in `weights_`; empty: none
  QLabel* config_;      ///< what the configuration of the model leaves out or states
  QLabel* beyond_;      ///< parts of the workload without a field
  DocumentForm* setup_;
  QLabel* setup_problem_;
  QSpinBox* batch_;
  QSpinBox* input_;
  QSpinBox* output_;
  QSpinBox* length_;
  QLineEdit* image_;
  QSpinBox* images_;
  QSpinBox* steps_;
  QSpinBox* copies_;
  QSpinBox* cores_;
};

}  // namespace nscope::gui
