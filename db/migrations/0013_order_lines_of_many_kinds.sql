CREATE TABLE "refund_lines" (
	"refund_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"is_returned" boolean NOT NULL,
	CONSTRAINT "refund_lines_refund_id_position_pk" PRIMARY KEY("refund_id","position"),
	CONSTRAINT "refund_lines_amount" CHECK ("refund_lines"."amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_price";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "fulfilment" text DEFAULT 'transfer' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "refund_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "magazine" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_street" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_line2" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_city" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_state" char(2);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_zip" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_county" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_method" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "quoted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_id_position_order_lines_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_lines_line" ON "refund_lines" USING btree ("order_id","position");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" between 1 and 999);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_fulfilment" CHECK ("order_lines"."fulfilment" in ('transfer', 'parcel', 'download', 'attend'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tax_class" CHECK ("order_lines"."tax_class" in ('goods', 'magazine', 'firearm_accessory', 'apparel_patch'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_refunded" CHECK ("order_lines"."refunded_cents" between 0 and "order_lines"."unit_cents" * "order_lines"."quantity" + "order_lines"."tax_cents");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_price" CHECK ("order_lines"."unit_cents" >= 0 and "order_lines"."tax_cents" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping" CHECK ("orders"."shipping_cents" >= 0 and "orders"."shipping_tax_cents" >= 0
        and "orders"."shipping_refunded_cents" between 0 and "orders"."shipping_cents" + "orders"."shipping_tax_cents");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0 and "refunds"."shipping_cents" between 0 and "refunds"."amount_cents");--> statement-breakpoint
INSERT INTO "refund_lines" ("refund_id", "order_id", "position", "amount_cents", "is_returned")
SELECT "refunds"."id", "refunds"."order_id", 0, "refunds"."amount_cents", "orders"."state" = 'refunded'
FROM "refunds" JOIN "orders" ON "orders"."id" = "refunds"."order_id" JOIN "payment_attempts" ON "payment_attempts"."id" = "refunds"."attempt_id"
WHERE NOT "payment_attempts"."is_late";--> statement-breakpoint
UPDATE "order_lines" SET "refunded_cents" = "orders"."refunded_cents",
  "returned_at" = CASE WHEN "orders"."state" = 'refunded' THEN (SELECT max("settled_at") FROM "refunds" WHERE "refunds"."order_id" = "orders"."id") END
FROM "orders" WHERE "orders"."id" = "order_lines"."order_id" AND "order_lines"."position" = 0 AND "orders"."refunded_cents" > 0;
