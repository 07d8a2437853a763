-- title: Time by source location
-- shows: instructions by the HLO operation or source line from which they were compiled
-- parameter: key = 'hlo_name' (alternatives: source_location, layer, bir_instruction_name)
-- parameter: limit = 20 (maximum number of rows)
SELECT a.value AS source, count(*) AS instructions, sum(s.duration_ns) AS total_ns
FROM slice s JOIN arg a ON a.slice_id = s.id AND a.key = :key
WHERE s.kind = 'instruction'
GROUP BY a.value
ORDER BY total_ns DESC, source
LIMIT :limit
