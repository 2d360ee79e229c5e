CREATE TABLE "shipping_methods" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"price_cents" integer NOT NULL,
	"position" integer NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	CONSTRAINT "shipping_methods_price" CHECK ("shipping_methods"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tax_exemptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_exemptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" char(2) NOT NULL,
	"tax_class" text NOT NULL,
	"name" text NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"is_confirmed" boolean NOT NULL,
	"source" text NOT NULL,
	"as_of" date NOT NULL,
	CONSTRAINT "tax_exemptions_class" CHECK ("tax_exemptions"."tax_class" in ('goods', 'magazine', 'firearm_accessory', 'apparel_patch')),
	CONSTRAINT "tax_exemptions_period" CHECK ("tax_exemptions"."effective_to" is null or "tax_exemptions"."effective_to" >= "tax_exemptions"."effective_from")
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" char(2) NOT NULL,
	"county" text,
	"rate_millionths" integer NOT NULL,
	"cap_cents" integer,
	"taxes_shipping" boolean DEFAULT false NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"source" text NOT NULL,
	"as_of" date NOT NULL,
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate_millionths" between 0 and 250000),
	CONSTRAINT "tax_rates_cap" CHECK ("tax_rates"."cap_cents" > 0),
	CONSTRAINT "tax_rates_period" CHECK ("tax_rates"."effective_to" is null or "tax_rates"."effective_to" >= "tax_rates"."effective_from")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_label" text;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_exemptions_place" ON "tax_exemptions" USING btree ("state","tax_class","effective_from");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_place" ON "tax_rates" USING btree ("state",coalesce("county", ''),"effective_from");