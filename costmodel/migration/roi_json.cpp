#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"

namespace nscope::cost {
namespace {

std::string_view id_of(Payback::State state) {
  switch (state) {
    case Payback::State::kNothingToPay: return "nothing to pay";
    case Payback::State::kPaid: return "paid";
    case Payback::State::kNotYet: return "not within the horizon";
    case Payback::State::kNever: return "never";
  }
  return "";
}

Json payback_json(const Payback& payback) {
  const bool has_months = payback.state != Payback::State::kNever;
  return {{"state", id_of(payback.state)},
          {"months", has_months ? Json(payback.months) : Json(nullptr)}};
}

Json internal_rate_json(const InternalRate& rate) {
  Json annual = Json::array();
  for (const double monthly : rate.monthly) annual.push_back(annual_rate(monthly));
  using State = InternalRate::State;
  return {{"state", rate.state == State::kNone  ? "none"
                    : rate.state == State::kOne ? "one"
                                                : "several"},
          {"annual", annual}};
}

Json price_json(const RoiSide& side, const PricedSide& priced) {
  const auto& price = std::get<Priced>(priced.price);
  return {{"machines", side_text(side)},
          {"usd_per_instance_hour", price.per_hour.dollars()},
          {"usd_per_hour", priced.per_hour.dollars()},
          {"usd_per_million_tokens", priced.per_million},
          {"token_prices", to_json(priced.token_prices)},
          {"price_date", price.dated ? Json(to_string(price.date)) : Json(nullptr)},
          {"price_source", price.source},
          {"price_provenance", to_string(price.provenance)},
          {"stale", priced.stale},
          {"tokens_per_second", side.work.estimate.throughput.tokens_per_second},
          {"throughput_source", side.work.estimate.throughput.source},
          {"utilisation", side.bill ? Json(nullptr) : Json(side.utilisation)},
          {"billing", to_string(side.billing)}};
}

std::string_view id_of(BreakEven::State state) {
  switch (state) {
    case BreakEven::State::kAlways: return "always";
    case BreakEven::State::kNever: return "never";
    case BreakEven::State::kAbove: return "above";
    case BreakEven::State::kBelow: return "below";
    case BreakEven::State::kSeveral: return "several";
  }
  return "";
}

Json break_even_json(const std::vector<BreakEven>& all) {
  Json list = Json::array();
  for (const BreakEven& turn : all) {
    list.push_back({{"quantity", title(turn.quantity).english},
                    {"unit", unit(turn.quantity)},
                    {"pays", id_of(turn.state)},
                    {"at", turn.turns},
                    {"planned", turn.planned},
                    {"searched_from", turn.from},
                    {"searched_to", turn.to}});
  }
  return list;
}

Json quantiles_json(const Quantiles& q) {
  return {{"p10", q.p10}, {"p50", q.p50}, {"p90", q.p90}};
}

Json monte_carlo_json(const MonteCarlo& trials) {
  return {{"trials", trials.trials},
          {"seed", trials.seed},
          {"npv_usd", quantiles_json(trials.npv)},
          {"mean_usd", trials.mean},
          {"deviation_usd", trials.deviation},
          {"probability_npv_positive", trials.probability},
          {"probability_95_percent", {trials.probability_low, trials.probability_high}},
          {"share_paid_back", trials.paid_back},
          {"payback_months",
           trials.paid_back > 0.0 ? quantiles_json(trials.payback_months) : Json(nullptr)},
          {"price_cuts_per_trial", trials.cuts_per_trial},
          {"histogram",
           {{"first_edge_usd", trials.first_edge},
            {"bin_width_usd", trials.bin_width},
            {"counts", trials.histogram}}}};
}

}  // namespace

Json to_json(const RoiResult& result) {
  const Recommendation& advice = result.recommendation;
  Json out = {{"schema", "nscope.roi_report/1"},
              {"title", result.study.title},
              {"as_of", to_string(result.as_of)},
              {"recommendation",
               {{"verdict", to_string(advice.verdict)},
                {"summary", advice.summary},
                {"move_if", advice.move_if},
                {"move_if_needs", advice.move_needs_all ? "all" : "one"},
                {"stay_if", advice.stay_if},
                {"no_effect", advice.no_effect},
                {"find_out", advice.find_out}}},
              {"npv_usd", result.npv.dollars()},
              {"internal_rate", internal_rate_json(result.internal_rate)},
              {"payback", payback_json(result.payback)},
              {"discounted_payback", payback_json(result.discounted_payback)},
              {"investment_usd", result.investment.dollars()},
              {"dual_running_usd", result.dual_running.dollars()},
              {"saving_last_month_usd", result.saving_per_month.dollars()},
              {"speed_ratio", result.speed_ratio},
              {"break_even_speed_ratio", result.price_speed_ratio},
              {"baseline", price_json(result.study.baseline, result.baseline)},
              {"target", price_json(result.study.target, result.target)},
              {"cash_flow", cash_flow_table(result).to_json()},
              {"options", options_table(result).to_json()},
              {"break_evens", break_even_json(result.break_evens)},
              {"tornado", tornado_table(result).to_json()},
              {"monte_carlo", monte_carlo_json(result.monte_carlo)},
              {"claim", claim_table(result).to_json()},
              {"compatibility", compatibility_table(result).to_json()},
              {"assumptions", assumptions_table(result).to_json()},
              {"concerns", concerns_table(result).to_json()}};
  return out;
}

}  // namespace nscope::cost
