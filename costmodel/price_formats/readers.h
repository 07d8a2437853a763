#pragma once

#include "costmodel/price_formats/price_format.h"

namespace nscope::cost {

// The readers of the table in registry.cpp; see PriceFormat.

// aws_index.cpp
bool sniff_aws_index(std::string_view head);
Result<> read_aws_index(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_metered_units.cpp
bool sniff_aws_metered_units(std::string_view head);
Result<> read_aws_metered_units(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_offer_csv.cpp
bool sniff_aws_offer_csv(std::string_view head);
Result<> read_aws_offer_csv(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_offer_json.cpp
bool sniff_aws_offer_json(std::string_view head);
Result<> read_aws_offer_json(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_query_json.cpp
bool sniff_aws_query_json(std::string_view head);
Result<> read_aws_query_json(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_savings_plan_csv.cpp
bool sniff_aws_savings_plan_csv(std::string_view head);
Result<> read_aws_savings_plan_csv(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_savings_plan_json.cpp
bool sniff_aws_savings_plan_json(std::string_view head);
Result<> read_aws_savings_plan_json(const PriceInput& input, PriceSink& sink, TaskControl& control);

// capacity_blocks.cpp
bool sniff_capacity_block_offerings(std::string_view head);
Result<> read_capacity_block_offerings(const PriceInput& input, PriceSink& sink,
                                       TaskControl& control);
bool sniff_capacity_block_page(std::string_view head);
Result<> read_capacity_block_page(const PriceInput& input, PriceSink& sink, TaskControl& control);

// ec2instances_info.cpp
bool sniff_ec2instances_info(std::string_view head);
Result<> read_ec2instances_info(const PriceInput& input, PriceSink& sink, TaskControl& control);

// instance_types.cpp
bool sniff_instance_types(std::string_view head);
Result<> read_instance_type_facts(const PriceInput& input, PriceSink& sink, TaskControl& control);

// own_prices.cpp
bool sniff_own_prices(std::string_view head);
Result<> read_own_prices(const PriceInput& input, PriceSink& sink, TaskControl& control);

// reserved_offerings.cpp
bool sniff_reserved_offerings(std::string_view head);
Result<> read_reserved_offerings(const PriceInput& input, PriceSink& sink, TaskControl& control);

// skypilot.cpp
bool sniff_skypilot(std::string_view head);
Result<> read_skypilot(const PriceInput& input, PriceSink& sink, TaskControl& control);

// spot_advisor.cpp
bool sniff_spot_advisor(std::string_view head);
Result<> read_spot_advisor_prices(const PriceInput& input, PriceSink& sink, TaskControl& control);

// spot_history.cpp
bool sniff_spot_history(std::string_view head);
Result<> read_spot_history_prices(const PriceInput& input, PriceSink& sink, TaskControl& control);

}  // namespace nscope::cost
