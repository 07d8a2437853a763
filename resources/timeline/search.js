// Finds events whose name contains all words of the search, in any case.
function startSearch(text) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) {
    state.search = null;
    return;
  }
  const hit = run.names.map((name) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
  const search = { hit, total: 0, lists: new Map(), text };
  for (const track of run.slice_tracks) {
    for (const lane of lanesOf(track)) {
      let count = 0;
      for (let i = 0; i < lane.start.length; ++i) if (hit[track.name_id[lane.rowOf(i)]]) ++count;
      if (count === 0) continue;
      const rows = new Uint32Array(count);
      const start = new Float64Array(count);
      for (let i = 0, at = 0; at < count; ++i) {
        const row = lane.rowOf(i);
        if (!hit[track.name_id[row]]) continue;
        rows[at] = row;
        start[at++] = lane.start[i];
      }
      search.lists.set(lane, { track, rows, start });
      search.total += count;
    }
  }
  state.search = search;
}

// Matches are in order of start, then of id.
function isBefore(a, b) {
  return a.start !== b.start ? a.start < b.start : a.id < b.id;
}
function placeOf(list, i) {
  return { start: list.start[i], id: list.track.first + list.rows[i], list, i };
}
// The number of matches of a list before `place`.
function countBefore(list, place) {
  let i = lowerBound(list.start, place.start);
  while (i < list.rows.length && isBefore(placeOf(list, i), place)) ++i;
  return i;
}
// The next (+1) or previous (-1) match from `from`, which is the place of an event or a time.
function matchFrom(from, direction) {
  let best = null;
  for (const list of state.search.lists.values()) {
    let i = countBefore(list, from);
    if (direction < 0) --i;
    else if (i < list.rows.length && placeOf(list, i).id === from.id) ++i;
    if (i < 0 || i >= list.rows.length) continue;
    const place = placeOf(list, i);
    if (!best || (direction > 0 ? isBefore(place, best) : isBefore(best, place))) best = place;
  }
  return best;
}
function goToMatch(direction) {
  if (!state.search || state.search.total === 0) return;
  const event = state.event;
  const from = event && state.search.hit[event.track.name_id[event.row]]
    ? { start: event.track.start[event.row], id: sliceId(event) }
    : direction > 0 ? { start: view.begin, id: -1 } : { start: view.end, id: -1 };
  const wrapped = direction > 0 ? { start: -1, id: -1 } : { start: Infinity, id: -1 };
  const place = matchFrom(from, direction) ?? matchFrom(wrapped, direction);
  select({ track: place.list.track, row: place.list.rows[place.i] }, true);
  showMatches();
}
function showMatches() {
  const output = element("matches");
  const search = state.search;
  element("previous").disabled = element("next").disabled = !search || search.total === 0;
  if (!search) {
    output.textContent = "";
  } else if (search.total === 0) {
    output.textContent = said("no_match");
  } else {
    const event = state.event;
    const isMatch = event && search.hit[event.track.name_id[event.row]];
    if (!isMatch) {
      output.textContent = said("matches", countText(search.total));
    } else {
      const place = { start: event.track.start[event.row], id: sliceId(event) };
      let before = 0;
      for (const list of search.lists.values()) before += countBefore(list, place);
      output.textContent = said("match_of", countText(before + 1), countText(search.total));
    }
  }
}
