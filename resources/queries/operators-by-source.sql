-- title: Time by place in the source
-- shows: instructions by the HLO operation or source line they come from
-- parameter: key = 'hlo_name' (or source_location, layer, bir_instruction_name)
-- parameter: limit = 20 (rows to show)
SELECT a.value AS source, count(*) AS instructions, sum(s.duration_ns) AS total_ns
FROM slice s JOIN arg a ON a.slice_id = s.id AND a.key = :key
WHERE s.kind = 'instruction'
GROUP BY a.value
ORDER BY total_ns DESC, source
LIMIT :limit
