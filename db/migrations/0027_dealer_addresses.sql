ALTER TABLE "dealer_requests" DROP CONSTRAINT "dealer_requests_state";--> statement-breakpoint
DROP INDEX "dealer_requests_one_open";--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD COLUMN "source" text DEFAULT 'buyer' NOT NULL;--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD COLUMN "asked_on" date;--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD COLUMN "turn" integer;--> statement-breakpoint
ALTER TABLE "dealers" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dealers" ADD COLUMN "email_confirmed_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "dealer_requests_daily" ON "dealer_requests" USING btree ("order_id","asked_on","turn");--> statement-breakpoint
CREATE UNIQUE INDEX "dealer_requests_one_open" ON "dealer_requests" USING btree ("order_id") WHERE "dealer_requests"."state" in ('pending', 'asked', 'accepted');--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD CONSTRAINT "dealer_requests_source" CHECK ("dealer_requests"."source" in ('buyer', 'staff', 'file'));--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD CONSTRAINT "dealer_requests_confirmed" CHECK (("dealer_requests"."confirmed_at" is null) = ("dealer_requests"."confirmed_by" is null));--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD CONSTRAINT "dealer_requests_turn" CHECK ("dealer_requests"."turn" between 1 and 3);--> statement-breakpoint
ALTER TABLE "dealer_requests" ADD CONSTRAINT "dealer_requests_state" CHECK ("dealer_requests"."state" in ('pending', 'asked', 'accepted', 'declined', 'expired', 'withdrawn', 'refused'));
--> statement-breakpoint
-- By hand
-- Addresses were learned from whatever a buyer had typed: none of them counts as the dealer's.
UPDATE "dealers" SET "email" = NULL WHERE "email" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "dealers" ADD CONSTRAINT "dealers_email_confirmed" CHECK (num_nulls("email", "email_confirmed_at", "email_confirmed_by") in (0, 3));
--> statement-breakpoint
UPDATE "orders" SET "dealer_answer" = "dealer_answer" || '{"isConfirmed": false}' WHERE "dealer_answer" IS NOT NULL;
