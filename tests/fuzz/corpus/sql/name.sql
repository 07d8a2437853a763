SELECT a.id, b.id FROM slice a JOIN slice b ON b.name = a.name AND b.start_ns = a.start_ns WHERE a.id < 5
