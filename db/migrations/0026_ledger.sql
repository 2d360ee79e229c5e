CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"account" text NOT NULL,
	"line" integer,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE NULLS NOT DISTINCT("transaction_id","account","line"),
	CONSTRAINT "ledger_entries_account" CHECK ("ledger_entries"."account" in ('gateway:sandbox', 'gateway:authorize-net', 'gateway:manual', 'customer_unallocated', 'deposits', 'sales', 'sales_tax', 'shipping', 'refunds_payable', 'chargebacks', 'write_off', 'paid_outside')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"order_id" text,
	CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('capture', 'fulfillment', 'refund_started', 'refund_refused', 'refund_done', 'refund_paid_outside', 'deposit_transferred', 'chargeback', 'chargeback_reversed', 'unknown_charge', 'write_off'))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_once" ON "ledger_transactions" USING btree ("kind","reference");--> statement-breakpoint
CREATE INDEX "ledger_transactions_order" ON "ledger_transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_at" ON "ledger_transactions" USING btree ("at");--> statement-breakpoint
-- By hand
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
-- Asked at the commit, when a transaction has all of its entries: it has some, and they add up to zero.
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
