CREATE TABLE "gateway_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gateway" text NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"attempt_id" text,
	"order_id" text,
	"gateway_cents" integer NOT NULL,
	"ledger_cents" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"is_accepted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gateway_differences_once" UNIQUE("gateway","kind","ref"),
	CONSTRAINT "gateway_differences_kind" CHECK ("gateway_differences"."kind" in ('voided_there', 'refunded_there', 'charged_back', 'unknown_charge', 'missing_charge', 'missing_refund', 'amount_differs'))
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
CREATE INDEX "gateway_differences_open" ON "gateway_differences" USING btree ("id") WHERE "gateway_differences"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('capture', 'fulfillment', 'unfulfilled', 'refund_started', 'refund_refused', 'refund_done', 'refund_paid_outside', 'deposit_transferred', 'chargeback', 'chargeback_reversed', 'unknown_charge', 'write_off'));
--> statement-breakpoint
-- By hand
-- Opening entries: charges, paid orders and refunds from before the ledger, each as it would have been posted.
INSERT INTO ledger_transactions (at, kind, reference, gateway_ref, order_id)
SELECT captured_at, 'capture', id, charge_ref, order_id FROM payment_attempts WHERE captured_cents > 0
UNION ALL
SELECT paid_at, CASE state WHEN 'paid_unfulfilled' THEN 'unfulfilled' ELSE 'fulfillment' END, id, NULL, id
FROM orders WHERE captured_cents > 0
UNION ALL
SELECT started_at, 'refund_started', id, NULL, order_id FROM refunds WHERE state <> 'refused'
UNION ALL
SELECT coalesce(settled_at, started_at), CASE WHEN payout_method IS NULL THEN 'refund_done' ELSE 'refund_paid_outside' END,
	id, CASE WHEN payout_method IS NULL THEN refund_ref END, order_id FROM refunds WHERE state = 'done'
ON CONFLICT (kind, reference) DO NOTHING;
--> statement-breakpoint
WITH opening AS (
	SELECT * FROM ledger_transactions t WHERE NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.transaction_id = t.id)
),
charge AS (
	SELECT o.id, o.reference, a.gateway, a.captured_cents AS cents FROM opening o
	JOIN payment_attempts a ON a.id = o.reference WHERE o.kind = 'capture'
),
-- What an order was paid with, account by account.
paid AS (
	SELECT r.id AS order_id, l.position AS line, part.account, part.cents FROM orders r
	JOIN order_lines l ON l.order_id = r.id
	CROSS JOIN LATERAL (VALUES
		(CASE WHEN r.state = 'paid_unfulfilled' OR l.fulfilment IN ('transfer', 'attend') THEN 'deposits' ELSE 'sales' END,
			l.unit_cents * l.quantity),
		(CASE WHEN r.state = 'paid_unfulfilled' THEN 'deposits' ELSE 'sales_tax' END, l.tax_cents)
	) AS part(account, cents)
	UNION ALL
	SELECT r.id, NULL, part.account, part.cents FROM orders r
	CROSS JOIN LATERAL (VALUES
		(CASE WHEN r.state = 'paid_unfulfilled' THEN 'deposits' ELSE 'shipping' END, r.shipping_cents),
		(CASE WHEN r.state = 'paid_unfulfilled' THEN 'deposits' ELSE 'sales_tax' END, r.shipping_tax_cents)
	) AS part(account, cents)
),
-- Refunds of orders, part by part, with what had been given back of the same part before: tax goes back in proportion.
part AS (
	SELECT f.id AS refund_id, f.order_id, f.started_at, l.position AS line, l.amount_cents AS cents
	FROM refunds f JOIN refund_lines l ON l.refund_id = f.id WHERE f.state <> 'refused'
	UNION ALL
	SELECT id, order_id, started_at, NULL, shipping_cents FROM refunds WHERE state <> 'refused' AND shipping_cents > 0
),
given AS (
	SELECT p.*, coalesce(sum(p.cents) OVER before, 0) AS before_cents,
		(SELECT sum(cents) FROM paid WHERE paid.order_id = p.order_id AND paid.line IS NOT DISTINCT FROM p.line) AS total_cents,
		(SELECT coalesce(sum(cents), 0) FROM paid WHERE paid.order_id = p.order_id AND paid.line IS NOT DISTINCT FROM p.line
			AND paid.account = 'sales_tax') AS tax_cents,
		(SELECT min(account) FROM paid WHERE paid.order_id = p.order_id AND paid.line IS NOT DISTINCT FROM p.line
			AND paid.account <> 'sales_tax') AS account
	FROM part p WHERE p.cents > 0
	WINDOW before AS (PARTITION BY p.order_id, p.line ORDER BY p.started_at, p.refund_id
		ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
taxed AS (
	SELECT *, (round(tax_cents::numeric * (before_cents + cents) / total_cents)
		- round(tax_cents::numeric * before_cents / total_cents))::int AS tax FROM given WHERE total_cents > 0
),
refund AS (
	SELECT o.id, o.kind, f.amount_cents AS cents, a.gateway, a.is_late, f.id AS refund_id FROM opening o
	JOIN refunds f ON f.id = o.reference JOIN payment_attempts a ON a.id = f.attempt_id
	WHERE o.kind IN ('refund_started', 'refund_done', 'refund_paid_outside')
),
entry AS (
	SELECT id, 'gateway:' || gateway AS account, NULL::int AS line, cents FROM charge
	UNION ALL SELECT id, 'customer_unallocated', NULL, -cents FROM charge
	UNION ALL SELECT o.id, p.account, p.line, -p.cents FROM opening o JOIN paid p ON p.order_id = o.reference
		WHERE o.kind IN ('fulfillment', 'unfulfilled')
	UNION ALL SELECT o.id, 'customer_unallocated', NULL, p.cents FROM opening o JOIN paid p ON p.order_id = o.reference
		WHERE o.kind IN ('fulfillment', 'unfulfilled')
	UNION ALL SELECT id, 'refunds_payable', NULL, -cents FROM refund WHERE kind = 'refund_started'
	UNION ALL SELECT id, 'customer_unallocated', NULL, cents FROM refund WHERE kind = 'refund_started' AND is_late
	UNION ALL SELECT r.id, t.account, t.line, t.cents - t.tax FROM refund r JOIN taxed t ON t.refund_id = r.refund_id
		WHERE r.kind = 'refund_started' AND NOT r.is_late
	UNION ALL SELECT r.id, 'sales_tax', t.line, t.tax FROM refund r JOIN taxed t ON t.refund_id = r.refund_id
		WHERE r.kind = 'refund_started' AND NOT r.is_late
	-- What no line or shipping of the order accounts for.
	UNION ALL SELECT r.id, 'customer_unallocated', NULL, r.cents - coalesce((SELECT sum(t.cents) FROM taxed t
		WHERE t.refund_id = r.refund_id), 0) FROM refund r WHERE r.kind = 'refund_started' AND NOT r.is_late
	UNION ALL SELECT id, 'refunds_payable', NULL, cents FROM refund WHERE kind <> 'refund_started'
	UNION ALL SELECT id, CASE kind WHEN 'refund_done' THEN 'gateway:' || gateway ELSE 'paid_outside' END, NULL, -cents
		FROM refund WHERE kind <> 'refund_started'
)
INSERT INTO ledger_entries (transaction_id, account, line, amount_cents)
SELECT id, account, line, sum(cents)::int FROM entry GROUP BY id, account, line HAVING sum(cents) <> 0;
