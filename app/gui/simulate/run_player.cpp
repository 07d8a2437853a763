#include "app/gui/simulate/run_player.h"

#include "app/gui/timeline/paint/timeline_frame.h"

#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kRunPlayerFrameMs = 33;

}  // namespace

RunPlayer::RunPlayer(TimelinePanel& panel, QObject* parent)
    : QObject(parent), job_(new Job(tr("Playing"), this)) {
  TimelineWidget& timeline = panel.timeline();
  const auto place = [](const TimeView& view, int width, double tick) {
    const double content = std::max(1, width - kGutterWidth);
    return kGutterWidth + TimeScale{view, content}.x(tick);
  };
  cover_ = new PlayedCover(timeline.viewport(), kGutterWidth, kAxisHeight,
                           [&timeline, place](double tick) {
                             return place(timeline.view(), timeline.viewport()->width(), tick);
                           });
  QWidget* overview = &panel.overview();
  overview_cover_ =
      new PlayedCover(overview, kGutterWidth, 0, [&timeline, overview, place](double tick) {
        return place(timeline.limits(), overview->width(), tick);
      });
  connect(&timeline, &TimelineWidget::view_changed, this, [this] { cover_->follow(); });
  timer_.setInterval(kRunPlayerFrameMs);
  connect(&timer_, &QTimer::timeout, this, &RunPlayer::show_position);
}

void RunPlayer::play(std::shared_ptr<const Trace> run, double speed) {
  run_ = std::move(run);
  app::LiveSettings settings;
  settings.speed = speed;
  settings.reconnect = false;
  session_ = std::make_shared<app::LiveSession>(run_, settings);
  const auto begin = static_cast<double>(run_->begin().value());
  cover_->set_until(begin);
  overview_cover_->set_until(begin);
  job_->start(
      [session = session_](TaskControl& control) {
        const auto played = session->run(control);
        const bool complete = played && !control.cancelled();
        return Result<Outcome>(Outcome{complete ? nullptr : session->finish(), complete});
      },
      [this](Result<Outcome> outcome) {
        timer_.stop();
        session_.reset();
        cover_->set_until({});
        overview_cover_->set_until({});
        const auto whole = std::exchange(run_, nullptr);
        emit changed();
        emit played_out(outcome->complete ? whole : outcome->part, outcome->complete);
      });
  timer_.start();
  emit changed();
}

void RunPlayer::stop() {
  if (is_playing()) job_->cancel();
}

void RunPlayer::give_up() {
  if (!is_playing()) return;
  // Starting new work ensures that the result of the previous work is not delivered.
  job_->start([](TaskControl&) { return Result<>(); }, [](const Result<>&) {});
  timer_.stop();
  session_.reset();
  run_.reset();
  cover_->set_until({});
  overview_cover_->set_until({});
  emit changed();
}

void RunPlayer::set_paused(bool paused) {
  if (!is_playing() || paused == is_paused()) return;
  if (paused) {
    session_->pause();
  } else {
    session_->resume();
  }
  emit changed();
}

void RunPlayer::set_speed(double speed) {
  if (is_playing()) session_->set_speed(speed);
}

void RunPlayer::show_position() {
  if (!session_) return;
  const auto begin = static_cast<double>(run_->begin().value());
  const auto end = static_cast<double>(run_->end().value());
  const double now = std::clamp(session_->played_ticks(), begin, end);
  cover_->set_until(now);
  overview_cover_->set_until(now);
  emit moved(end > begin ? (now - begin) / (end - begin) : 1.0);
}

}  // namespace nscope::gui

#include "moc_run_player.cpp"
