CREATE TABLE "work_failures" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"failures" integer NOT NULL,
	"last_fault" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone NOT NULL,
	CONSTRAINT "work_failures_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_state";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_is_captured";--> statement-breakpoint
DROP INDEX "payment_attempts_open";--> statement-breakpoint
ALTER TABLE "accessory_holds" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "build_submissions" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_seats" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "drop_units" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "patch_holds" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "captured_cents" integer;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "captured_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "capture_settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "trust_packs" ADD COLUMN "hold_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("ask_again_at") WHERE "payment_attempts"."ask_again_at" is not null;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_captured" CHECK (("payment_attempts"."captured_cents" is null) = ("payment_attempts"."captured_at" is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_state" CHECK ("orders"."state" in ('held', 'paying', 'unknown', 'review', 'paid', 'paid_unfulfilled', 'part_refunded', 'refunded', 'expired', 'cancelled'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_is_captured" CHECK (("orders"."state" in ('paid', 'paid_unfulfilled', 'part_refunded', 'refunded')) = ("orders"."paid_at" is not null));
--> statement-breakpoint
-- By hand
-- A statement that must find or change so many rows says so. Where it did not, all of it is undone and the error names it.
CREATE FUNCTION require_rows(what text, actual bigint, needed bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	IF actual < needed THEN
		RAISE EXCEPTION '%: % rows where % are needed', what, actual, needed;
	END IF;
	RETURN actual;
END
$$;--> statement-breakpoint
-- What is left of a product, and of a patch. Overdue holds end here: were they only passed over, their orders could still
-- be paid after the pieces had gone to somebody else. Volatile, so that each statement inside sees what is there when it
-- runs: a claim waits for the product's row first, and what others took meanwhile must count.
CREATE OR REPLACE FUNCTION "accessory_left"(item text, at timestamp with time zone) RETURNS integer LANGUAGE sql VOLATILE AS $$
	delete from accessory_holds where accessory_id = item and state = 'held' and held_until <= at;
	select stock - coalesce((select sum(quantity) from accessory_holds where accessory_id = item), 0)::integer
	from accessories where id = item
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "patch_left"(item uuid, at timestamp with time zone) RETURNS integer LANGUAGE sql VOLATILE AS $$
	delete from patch_holds where patch_id = item and state = 'held' and held_until <= at;
	select available_quantity - sold_quantity - coalesce((select sum(quantity) from patch_holds where patch_id = item), 0)::integer
	from patches where id = item
$$;
--> statement-breakpoint
-- Charges from before this: recorded and settled at the same moment.
UPDATE "payment_attempts" SET captured_cents = amount_cents, captured_at = settled_at, capture_settled_at = settled_at
WHERE (state = 'captured' OR is_late) AND settled_at IS NOT NULL;
