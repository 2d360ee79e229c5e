CREATE TABLE "gateway_news" (
	"news_id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"attempt_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"standing" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reference" text,
	"reason" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "invoices_standing" CHECK ("invoices"."standing" in ('open', 'received', 'refused')),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount_cents" > 0),
	CONSTRAINT "invoices_reason" CHECK (("invoices"."standing" = 'refused') = ("invoices"."reason" is not null)),
	CONSTRAINT "invoices_due" CHECK ("invoices"."due_at" > "invoices"."issued_at")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"paid_out_at" timestamp with time zone,
	"reference" text,
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_attempt_id_invoices_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."invoices"("attempt_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_news_received" ON "gateway_news" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payouts_attempt" ON "payouts" USING btree ("attempt_id");