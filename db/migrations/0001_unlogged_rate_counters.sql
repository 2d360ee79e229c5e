-- Rate limits count on every write of a visitor. Losing the counters in a crash is cheaper than logging them.
ALTER TABLE "rate_counters" SET UNLOGGED;
