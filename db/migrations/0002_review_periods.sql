CREATE TABLE "order_review_periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_review_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "order_review_periods_end" CHECK ("order_review_periods"."ended_at" >= "order_review_periods"."opened_at")
);
--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "counted_review_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_review_periods" ADD CONSTRAINT "order_review_periods_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_review_periods_order" ON "order_review_periods" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_review_periods_open" ON "order_review_periods" USING btree ("order_id") WHERE "order_review_periods"."ended_at" is null;--> statement-breakpoint
-- What a review holds just now goes on at its end, by the days since it was paused.
INSERT INTO "order_review_periods" ("order_id", "opened_at")
	SELECT "reservation_id", min("paused_at") FROM "balances"
	WHERE "paused_at" IS NOT NULL AND "state" IN ('open', 'held') GROUP BY "reservation_id";
