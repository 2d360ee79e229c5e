-- Written by hand: what tables.ts files cannot say. `npm run db:generate -- --custom --name <name>` starts another such file.

-- Losing these rows in a crash is cheaper than writing each of them twice.
ALTER TABLE "rate_counters" SET UNLOGGED;
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

-- What is left of an item that is counted. Overdue holds end here: if they were only passed over, their orders could
-- still be paid after somebody else has bought the pieces. Volatile, so that each statement inside sees what is there when
-- it runs: a claim waits for the item's row first, and what others took meanwhile must count.
CREATE FUNCTION "pieces_left"(of_kind text, of_item text, at timestamp with time zone) RETURNS integer LANGUAGE sql VOLATILE AS $$
	delete from held_pieces where kind = of_kind and item = of_item and state = 'held' and held_until <= at;
	select case of_kind
		when 'accessory' then (select stock from accessories where id = of_item)
		when 'patch' then (select available_quantity - sold_quantity from patches where id = of_item::uuid)
	end - coalesce((select sum(quantity) from held_pieces where kind = of_kind and item = of_item), 0)::integer
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
-- The first row after a known one, up to a number, that was changed or does not follow the one before it. Null while they are
-- whole. A long log is verified in pieces, so that no statement takes long.
CREATE FUNCTION audit_log_first_fault(known_id bigint, known_hash text, up_to bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
	SELECT min(id) FROM (
		SELECT *, lag(id, 1, known_id) OVER (ORDER BY id) AS before_id,
			lag(hash, 1, known_hash) OVER (ORDER BY id) AS before_hash
		FROM audit_log WHERE id > known_id AND id <= up_to
	) chained
	WHERE id <> before_id + 1 OR previous_hash <> before_hash
		OR hash <> audit_row_hash(previous_hash, id, at, actor, verb, subject, data)
$$;
--> statement-breakpoint

-- Whatever pays an order, what it has to be sent is on the desk's list from then on.
CREATE FUNCTION add_parcels_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO parcels_due (order_id, paid_at)
	SELECT NEW.id, NEW.paid_at WHERE EXISTS (
		SELECT 1 FROM order_lines WHERE order_id = NEW.id AND fulfillment = 'shipping' AND returned_at IS NULL)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_parcels_due AFTER UPDATE OF state ON "orders"
	FOR EACH ROW WHEN (NEW.state = 'paid' AND OLD.state <> 'paid') EXECUTE FUNCTION add_parcels_due();
--> statement-breakpoint

-- A firearm's line knows the day of its latest move, so that a list of many looks none of them up.
CREATE FUNCTION note_stage_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_lines SET stage_on = NEW.on_day WHERE order_id = NEW.order_id AND position = NEW.position;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER stage_dates_line AFTER INSERT ON "stage_dates" FOR EACH ROW EXECUTE FUNCTION note_stage_day();
--> statement-breakpoint

-- The price of an item of the catalog at a moment: the latest one that has begun, else the one it was put up with.
CREATE FUNCTION "price_at"(of_kind text, of_item text, first_cents integer, at timestamp with time zone) RETURNS integer LANGUAGE sql STABLE AS $$
	select coalesce((
		select cents from price_changes
		where kind = of_kind and item = of_item and starts_at <= at and withdrawn_at is null
		order by starts_at desc, id desc limit 1), first_cents)
$$;
--> statement-breakpoint

-- The entries of an item of the catalog always add up to its stock: an entry changes the stock, and whoever changes the stock in
-- another way makes an entry by it. The depth tells the two apart.
CREATE FUNCTION stock_follows_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
	IF NEW.kind = 'accessory' THEN
		UPDATE accessories SET stock = stock + NEW.quantity WHERE id = NEW.item;
	ELSE
		UPDATE patches SET available_quantity = available_quantity + NEW.quantity WHERE id = NEW.item::uuid;
	END IF;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'There is no % % whose stock could change', NEW.kind, NEW.item USING ERRCODE = 'foreign_key_violation';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER stock_entries_change_stock AFTER INSERT ON "stock_entries" FOR EACH ROW EXECUTE FUNCTION stock_follows_entry();
--> statement-breakpoint
CREATE FUNCTION entry_follows_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was integer := CASE TG_OP WHEN 'INSERT' THEN 0 ELSE (to_jsonb(OLD) ->> TG_ARGV[1])::integer END;
	is_now integer := (to_jsonb(NEW) ->> TG_ARGV[1])::integer;
BEGIN
	IF pg_trigger_depth() = 1 AND is_now <> was THEN
		INSERT INTO stock_entries (kind, item, quantity, reason, note, entered_at, entered_by)
		VALUES (TG_ARGV[0], NEW.id::text, is_now - was, CASE TG_OP WHEN 'INSERT' THEN 'opening' ELSE 'correction' END,
			'', statement_timestamp(), 'the shop');
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER accessories_stock_entry AFTER INSERT OR UPDATE OF stock ON "accessories"
	FOR EACH ROW EXECUTE FUNCTION entry_follows_stock('accessory', 'stock');
--> statement-breakpoint
CREATE TRIGGER patches_stock_entry AFTER INSERT OR UPDATE OF available_quantity ON "patches"
	FOR EACH ROW EXECUTE FUNCTION entry_follows_stock('patch', 'available_quantity');
--> statement-breakpoint
CREATE FUNCTION stock_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN RETURN OLD; END IF;
	RAISE EXCEPTION 'Entries of the stock ledger never change' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER stock_entries_stay BEFORE UPDATE OR DELETE ON "stock_entries" FOR EACH ROW EXECUTE FUNCTION stock_entries_stay();
--> statement-breakpoint
-- What was never sold can be removed, with its prices and entries.
CREATE FUNCTION forget_catalog_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM held_pieces WHERE kind = TG_ARGV[0] AND item = OLD.id::text) THEN
		RAISE EXCEPTION 'Orders hold or have bought this item' USING ERRCODE = 'foreign_key_violation';
	END IF;
	DELETE FROM stock_entries WHERE kind = TG_ARGV[0] AND item = OLD.id::text;
	DELETE FROM price_changes WHERE kind = TG_ARGV[0] AND item = OLD.id::text;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER accessories_forgotten AFTER DELETE ON "accessories" FOR EACH ROW EXECUTE FUNCTION forget_catalog_item('accessory');
--> statement-breakpoint
CREATE TRIGGER patches_forgotten AFTER DELETE ON "patches" FOR EACH ROW EXECUTE FUNCTION forget_catalog_item('patch');
--> statement-breakpoint
-- The orders of one drop: its live board and a new version of its facts ask for them.
create index order_lines_drop on order_lines ((ref ->> 'slug')) where kind = 'drop_unit';
