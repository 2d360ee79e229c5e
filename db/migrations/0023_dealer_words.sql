DROP INDEX "dealers_words";--> statement-breakpoint
ALTER TABLE "dealers" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, name || ' ' || coalesce(trade_name, '') || ' ' || city)) STORED;--> statement-breakpoint
CREATE INDEX "dealers_words" ON "dealers" USING gin ("words");