ALTER TABLE "class_notices" DROP CONSTRAINT "class_notices_kind";--> statement-breakpoint
DROP INDEX "dealers_words";--> statement-breakpoint
ALTER TABLE "dealers" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, name || ' ' || coalesce(trade_name, '') || ' ' || city)) STORED;--> statement-breakpoint
CREATE INDEX "dealers_words" ON "dealers" USING gin ("words");--> statement-breakpoint
ALTER TABLE "class_notices" ADD CONSTRAINT "class_notices_kind" CHECK ("class_notices"."kind" in ('week', 'day', 'called_off'));