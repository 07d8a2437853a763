#pragma once

#include "app/documents/built_in.h"
#include "app/gui/background/job.h"
#include "app/gui/shell/example_preview.h"
#include "app/gui/shell/preview_picture.h"

#include <QPushButton>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

class QVBoxLayout;

namespace nscope::gui {

class ElidedLabel;

/// The start page: what can be done (open a capture, predict a workload, price a question), recent
/// files, sample captures, and built-in examples by what they answer, with pictures that are
/// computed in the background while the page is visible. Files that no longer exist are marked and can
/// be removed. GUI thread.
class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  void set_recent_files(const QStringList& paths);
  /// Says how far the tour has been seen.
  enum class TourState { kNew, kBegun, kSeen };
  void set_tour_state(TourState state);
  QPushButton& tour_button() { return *tour_; }
  /// The three tasks at the top.
  QWidget& doors() { return *doors_; }
  /// Whether a picture still has to be computed.
  bool has_pending_pictures() const { return next_ < pending_.size(); }
  /// The picture of a card, by its accessible name; null if there is none.
  const PreviewPicture* picture(const QString& card) const;

 signals:
  void open_requested();
  /// The user wants to know what can be opened.
  void formats_requested();
  void tour_requested();
  void sample_chosen(const QString& id);
  /// The user wants to compare all samples.
  void samples_compared();
  /// The user wants to predict a workload of their own.
  void prediction_requested();
  /// The user has a question about costs, a fleet or a migration.
  void question_asked(nscope::app::BuiltIn::Kind kind);
  void file_chosen(const QString& path);
  void removal_requested(const QStringList& paths);
  void entry_chosen(const nscope::app::BuiltIn& entry);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  using Inputs = std::shared_ptr<const PreviewInputs>;
  /// A card whose picture is not computed yet.
  struct Pending {
    std::function<Result<ExamplePreview>(const PreviewInputs&, TaskControl&)> compute;
    PreviewPicture* picture;
    ElidedLabel* line;
  };
  void compute_next();
  void show_preview(const Pending& card, ExamplePreview preview);
  QPushButton* gallery_card(const QString& name, const QString& title, const QString& note,
                            const QString& tip, Pending pending);
  QWidget* build_samples();
  QWidget* recent_row(const QString& path);
  QWidget* build_doors();
  QWidget* build_gallery(app::BuiltIn::Kind kind);

  QWidget* doors_;
  QPushButton* tour_;
  QVBoxLayout* recent_;
  std::vector<Pending> pending_;
  std::size_t next_ = 0;  ///< of pending_
  Inputs inputs_;
  Job* job_;
  QTimer delay_;
};

}  // namespace nscope::gui
