DROP INDEX "refunds_one_open";--> statement-breakpoint
ALTER TABLE "patch_holds" ADD COLUMN "is_returning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "counts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "releases_stock" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "payout_method" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "waiting_for" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "lease" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "returned_stage" text;--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("started_at") WHERE "refunds"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "refunds_attempt" ON "refunds" USING btree ("attempt_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('started', 'by_check', 'done', 'refused'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payout_method" CHECK ("refunds"."payout_method" in ('check', 'wire', 'cash', 'other'));
--> statement-breakpoint
-- By hand
UPDATE "refund_lines" SET "counts" = false
	WHERE "refund_id" IN (SELECT "id" FROM "refunds" WHERE "state" = 'refused');
--> statement-breakpoint
CREATE UNIQUE INDEX "refund_lines_one_return" ON "refund_lines" ("order_id","position") WHERE "is_returned" AND "counts";
--> statement-breakpoint
UPDATE "patch_holds" SET "is_returning" = true
	FROM "refund_lines" JOIN "refunds" ON "refunds"."id" = "refund_lines"."refund_id"
		JOIN "order_lines" ON "order_lines"."order_id" = "refund_lines"."order_id" AND "order_lines"."position" = "refund_lines"."position"
	WHERE "refunds"."state" = 'started' AND "refund_lines"."is_returned" AND "order_lines"."kind" = 'patch'
		AND "patch_holds"."order_id" = "order_lines"."order_id" AND "patch_holds"."patch_id" = ("order_lines"."ref" ->> 'patch')::uuid;
--> statement-breakpoint
-- However refunds are written down, all of a charge together never exceed it. The charge is locked, so two that are
-- written at one moment are summed up one after the other.
CREATE FUNCTION refunds_within_charge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	charged bigint;
	given bigint;
BEGIN
	SELECT coalesce(captured_cents, amount_cents) INTO charged FROM payment_attempts WHERE id = NEW.attempt_id FOR NO KEY UPDATE;
	SELECT coalesce(sum(amount_cents), 0) INTO given FROM refunds WHERE attempt_id = NEW.attempt_id AND state <> 'refused';
	IF given > charged THEN
		RAISE EXCEPTION 'Refunds of attempt % sum up to % of % cents', NEW.attempt_id, given, charged
			USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_charge', TABLE = 'refunds';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER refunds_within_charge AFTER INSERT OR UPDATE OF state, amount_cents, attempt_id ON "refunds"
	FOR EACH ROW WHEN (NEW.state <> 'refused') EXECUTE FUNCTION refunds_within_charge();
--> statement-breakpoint
-- A refused refund takes no line back: its lines count again when it is tried again.
CREATE FUNCTION refund_lines_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE refund_lines SET counts = (NEW.state <> 'refused')
		WHERE refund_id = NEW.id AND counts <> (NEW.state <> 'refused');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER refund_lines_count AFTER UPDATE OF state ON "refunds"
	FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refund_lines_count();
