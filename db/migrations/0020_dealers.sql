CREATE TABLE "dealer_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dealer_papers" (
	"file" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dealer_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"dealer_key" text,
	"dealer_name" text NOT NULL,
	"dealer_city" text NOT NULL,
	"dealer_state" char(2) NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"fee_cents" integer,
	"hours" text,
	"says_nfa" boolean,
	"reason" text,
	CONSTRAINT "dealer_requests_state" CHECK ("dealer_requests"."state" in ('asked', 'accepted', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "dealer_requests_fee" CHECK ("dealer_requests"."fee_cents" between 0 and 100000),
	CONSTRAINT "dealer_requests_answer" CHECK ("dealer_requests"."state" <> 'accepted' or ("dealer_requests"."fee_cents" is not null and "dealer_requests"."hours" is not null))
);
--> statement-breakpoint
CREATE TABLE "dealers" (
	"key" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"type" text NOT NULL,
	"expiry" text NOT NULL,
	"name" text NOT NULL,
	"trade_name" text,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" char(2) NOT NULL,
	"zip" char(5) NOT NULL,
	"phone" text,
	"email" text,
	"listed_at" timestamp with time zone NOT NULL,
	"unlisted_at" timestamp with time zone,
	CONSTRAINT "dealers_code_unique" UNIQUE("code"),
	CONSTRAINT "dealers_type" CHECK ("dealers"."type" in ('01', '02', '07', '08')),
	CONSTRAINT "dealers_zip" CHECK ("dealers"."zip" ~ '^[0-9]{5}$')
);
--> statement-breakpoint
ALTER TABLE "dealer_links" ADD CONSTRAINT "dealer_links_request_id_dealer_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."dealer_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer_papers" ADD CONSTRAINT "dealer_papers_request_id_dealer_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."dealer_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dealer_links_request" ON "dealer_links" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "dealer_papers_request" ON "dealer_papers" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dealer_requests_one_open" ON "dealer_requests" USING btree ("order_id") WHERE "dealer_requests"."state" in ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX "dealer_requests_silent" ON "dealer_requests" USING btree ("expires_at") WHERE "dealer_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "dealers_zip_number" ON "dealers" USING btree (("zip"::text::int)) WHERE "dealers"."unlisted_at" is null;--> statement-breakpoint
CREATE INDEX "dealers_words" ON "dealers" USING gin (to_tsvector('simple'::regconfig, "name" || ' ' || coalesce("trade_name", '') || ' ' || "city"));