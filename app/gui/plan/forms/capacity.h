#pragma once

// The capacity planner for files that include Qt: Qt makes a macro of "slots", and the planner
// calls the sequences that a replica decodes together so.
#pragma push_macro("slots")
#undef slots
#include "app/capacity/fleet/fleet_bound.h"
#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/fleet/prepare_server.h"
#include "app/capacity/report/plan_document.h"
#include "app/capacity/report/plan_study.h"
#include "app/capacity/report/plan_words.h"
#include "app/capacity/report/training_document.h"
#include "app/capacity/report/training_words.h"
#pragma pop_macro("slots")
