-- Written by hand: what tables.ts files cannot say. `npm run db:generate -- --custom --name <name>` starts another such file.

-- Losing these rows in a crash is cheaper than writing each of them twice.
ALTER TABLE "rate_counters" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "payment_tries" SET UNLOGGED;
--> statement-breakpoint

-- Fails the statement that calls it when it found or changed fewer rows than it must, and names what was missing.
CREATE FUNCTION require_rows(what text, actual bigint, needed bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	IF actual < needed THEN
		RAISE EXCEPTION '%: % rows where % are needed', what, actual, needed;
	END IF;
	RETURN actual;
END
$$;
--> statement-breakpoint

-- What is left of a product, and of a patch. Overdue holds end here: if they were only passed over, their orders could
-- still be paid after somebody else has bought the pieces. Volatile, so that each statement inside sees what is there when
-- it runs: a claim waits for the product's row first, and what others took meanwhile must count.
CREATE FUNCTION "accessory_left"(item text, at timestamp with time zone) RETURNS integer LANGUAGE sql VOLATILE AS $$
	delete from accessory_holds where accessory_id = item and state = 'held' and held_until <= at;
	select stock - coalesce((select sum(quantity) from accessory_holds where accessory_id = item), 0)::integer
	from accessories where id = item
$$;
--> statement-breakpoint
CREATE FUNCTION "patch_left"(item uuid, at timestamp with time zone) RETURNS integer LANGUAGE sql VOLATILE AS $$
	delete from patch_holds where patch_id = item and state = 'held' and held_until <= at;
	select available_quantity - sold_quantity - coalesce((select sum(quantity) from patch_holds where patch_id = item), 0)::integer
	from patches where id = item
$$;
--> statement-breakpoint

-- However refunds are written, all refunds of a charge together never exceed it. The charge is locked, so two that are
-- written at the same time are added up one after the other.
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

-- A refused refund returns no lines. They count again when it is retried.
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
--> statement-breakpoint

-- The ledger is append-only, and each of its transactions balances.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The ledger only grows: % is refused', lower(TG_OP);
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transactions"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- Checked at the commit, when a transaction has all of its entries: there are some, and they add up to zero.
CREATE FUNCTION require_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	about bigint := CASE TG_TABLE_NAME WHEN 'ledger_transactions' THEN (to_jsonb(NEW) ->> 'id')::bigint
		ELSE (to_jsonb(NEW) ->> 'transaction_id')::bigint END;
BEGIN
	IF (SELECT sum(amount_cents) FROM ledger_entries WHERE transaction_id = about) IS DISTINCT FROM 0 THEN
		RAISE EXCEPTION 'Ledger transaction % does not add up to zero', about USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON "ledger_transactions"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_ledger_balance();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON "ledger_entries"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_ledger_balance();
--> statement-breakpoint

-- The history of orders is append-only.
CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The history of orders only grows: % is refused', lower(TG_OP);
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "order_events"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();
--> statement-breakpoint

-- The record of the operator's acts is append-only and chained by hashes, so that a change made behind the shop's back shows.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The audit log only grows: % is refused', lower(TG_OP);
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- The hash of a row: SHA-256 of the previous hash and of everything the row says, in one canonical spelling.
CREATE FUNCTION audit_row_hash(previous_hash text, id bigint, at timestamptz, actor text, verb text, subject text, data jsonb)
RETURNS text LANGUAGE sql STABLE AS $$
	SELECT encode(sha256(convert_to(jsonb_build_array(
		previous_hash, id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor, verb, subject, data
	)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Chains a new row to the newest one. Writers go one after the other and numbers have no gaps, so a missing one was removed.
CREATE FUNCTION chain_audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	newest record;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('audit_log', 0));
	SELECT a.id, a.hash INTO newest FROM audit_log a ORDER BY a.id DESC LIMIT 1;
	NEW.id := coalesce(newest.id, 0) + 1;
	NEW.previous_hash := coalesce(newest.hash, repeat('0', 64));
	NEW.hash := audit_row_hash(NEW.previous_hash, NEW.id, NEW.at, NEW.actor, NEW.verb, NEW.subject, NEW.data);
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_chained BEFORE INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION chain_audit_row();
--> statement-breakpoint
-- The first row that was changed or does not follow the one before it. Null while the log is whole.
CREATE FUNCTION audit_log_first_fault() RETURNS bigint LANGUAGE sql STABLE AS $$
	SELECT min(id) FROM (
		SELECT *, lag(id, 1, 0::bigint) OVER (ORDER BY id) AS before_id,
			lag(hash, 1, repeat('0', 64)) OVER (ORDER BY id) AS before_hash
		FROM audit_log
	) chained
	WHERE id <> before_id + 1 OR previous_hash <> before_hash
		OR hash <> audit_row_hash(previous_hash, id, at, actor, verb, subject, data)
$$;
