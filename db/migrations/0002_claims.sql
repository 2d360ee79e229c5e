CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	"figure" text NOT NULL,
	"source" text NOT NULL,
	"reviewed_on" date NOT NULL,
	"effective_from" date,
	"effective_to" date,
	"period" text DEFAULT '' NOT NULL,
	CONSTRAINT "claims_key_from" UNIQUE NULLS NOT DISTINCT("key","effective_from"),
	CONSTRAINT "claims_period" CHECK ("claims"."effective_from" <= "claims"."effective_to")
);
