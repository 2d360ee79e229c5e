CREATE TABLE "state_rules" (
	"state" char(2) PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sbr" text NOT NULL,
	"sbs" text NOT NULL,
	"suppressor" text NOT NULL,
	"suggested_default" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"sources" text[] DEFAULT '{}'::text[] NOT NULL,
	"as_of" date NOT NULL,
	"confidence" text NOT NULL,
	"sbs_confidence" text NOT NULL,
	"magazine_limit" integer,
	"magazine_limit_handgun" integer,
	"magazine_limit_long_gun" integer,
	"magazine_status" text DEFAULT 'none' NOT NULL,
	"flags" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "state_rules_state" CHECK ("state_rules"."state" ~ '^[A-Z]{2}$'),
	CONSTRAINT "state_rules_standings" CHECK ("state_rules"."sbr" in ('allowed', 'restricted', 'prohibited') and "state_rules"."sbs" in ('allowed', 'restricted', 'prohibited') and "state_rules"."suppressor" in ('allowed', 'restricted', 'prohibited')),
	CONSTRAINT "state_rules_default" CHECK ("state_rules"."suggested_default" in ('allow', 'manual_review', 'block')),
	CONSTRAINT "state_rules_confidence" CHECK ("state_rules"."confidence" in ('high', 'medium', 'low') and "state_rules"."sbs_confidence" in ('high', 'medium', 'low')),
	CONSTRAINT "state_rules_magazines" CHECK ("state_rules"."magazine_limit" > 0 and "state_rules"."magazine_limit_handgun" > 0 and "state_rules"."magazine_limit_long_gun" > 0)
);
--> statement-breakpoint
CREATE TABLE "drop_units" (
	"drop_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	CONSTRAINT "drop_units_drop_id_number_pk" PRIMARY KEY("drop_id","number"),
	CONSTRAINT "drop_units_number" CHECK ("drop_units"."number" >= 1),
	CONSTRAINT "drop_units_state" CHECK (("drop_units"."state" = 'open' and "drop_units"."order_id" is null and "drop_units"."held_until" is null)
       or ("drop_units"."state" = 'held' and "drop_units"."order_id" is not null and "drop_units"."held_until" is not null)
       or ("drop_units"."state" = 'taken' and "drop_units"."held_until" is null))
);
--> statement-breakpoint
CREATE TABLE "drop_variants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drop_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text
);
--> statement-breakpoint
CREATE TABLE "drops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"tagline" text,
	"description" text,
	"story" text,
	"status" text NOT NULL,
	"category" text NOT NULL,
	"theme" text NOT NULL,
	"drop_number" integer NOT NULL,
	"launch_date" timestamp with time zone,
	"end_date" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"sold_out_at" timestamp with time zone,
	"total_units" integer NOT NULL,
	"base_price" integer NOT NULL,
	"deposit_price" integer DEFAULT 10000 NOT NULL,
	"item_class" text DEFAULT 'sbr' NOT NULL,
	"hero_image_url" text,
	"patch_artwork_url" text,
	"color_primary" text,
	"color_secondary" text,
	"color_accent" text,
	CONSTRAINT "drops_slug_unique" UNIQUE("slug"),
	CONSTRAINT "drops_dropNumber_unique" UNIQUE("drop_number"),
	CONSTRAINT "drops_status" CHECK ("drops"."status" in ('coming_soon', 'live', 'sold_out', 'archived')),
	CONSTRAINT "drops_category" CHECK ("drops"."category" in ('hype', 'meme', 'prestige', 'grail')),
	CONSTRAINT "drops_theme" CHECK ("drops"."theme" in ('guerrilla', 'outlaw', 'cyber', 'noir')),
	CONSTRAINT "drops_total_units" CHECK ("drops"."total_units" between 1 and 200),
	CONSTRAINT "drops_prices" CHECK ("drops"."base_price" > 0 and "drops"."deposit_price" > 0),
	CONSTRAINT "drops_window" CHECK ("drops"."end_date" is null or "drops"."launch_date" is null or "drops"."end_date" > "drops"."launch_date")
);
--> statement-breakpoint
CREATE TABLE "patches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drop_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"image_url" text,
	"price" integer NOT NULL,
	"grants_early_access" boolean DEFAULT false NOT NULL,
	"available_quantity" integer NOT NULL,
	"sold_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "patches_quantities" CHECK ("patches"."sold_quantity" between 0 and "patches"."available_quantity"),
	CONSTRAINT "patches_price" CHECK ("patches"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"ref" jsonb NOT NULL,
	"title" text NOT NULL,
	"detail" text NOT NULL,
	"unit_cents" integer NOT NULL,
	"item_class" text,
	"stage" text,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_kind" CHECK ("order_lines"."kind" in ('drop_unit', 'patch', 'accessory', 'trust_pack', 'course_seat', 'build_slot')),
	CONSTRAINT "order_lines_price" CHECK ("order_lines"."unit_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_fingerprint" text NOT NULL,
	"total_cents" integer NOT NULL,
	"captured_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"expires_cap_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"buyer_name" text,
	"buyer_email" text,
	"buyer_phone" text,
	"buyer_state" char(2),
	"dealer_name" text,
	"dealer_city" text,
	"dealer_state" char(2),
	"attested_at" timestamp with time zone,
	"policy_version" text,
	"verdict" jsonb,
	CONSTRAINT "orders_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('held', 'paying', 'unknown', 'review', 'paid', 'part_refunded', 'refunded', 'expired', 'cancelled')),
	CONSTRAINT "orders_money" CHECK ("orders"."total_cents" >= 0 and "orders"."captured_cents" in (0, "orders"."total_cents") and "orders"."refunded_cents" between 0 and "orders"."captured_cents"),
	CONSTRAINT "orders_paid_is_captured" CHECK (("orders"."state" in ('paid', 'part_refunded', 'refunded')) = ("orders"."paid_at" is not null)),
	CONSTRAINT "orders_cap" CHECK ("orders"."expires_cap_at" >= "orders"."created_at")
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"form_key" text NOT NULL,
	"request_fingerprint" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"gateway" text NOT NULL,
	"state" text NOT NULL,
	"charge_ref" text,
	"decline_reason" text,
	"is_late" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"ask_again_at" timestamp with time zone,
	"asked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('started', 'unknown', 'review', 'captured', 'declined', 'abandoned')),
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"attempt_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"requested_by" text NOT NULL,
	"state" text NOT NULL,
	"refund_ref" text,
	"refusal" text,
	"started_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"ask_again_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sent_mails" (
	"key" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	CONSTRAINT "sent_mails_state" CHECK ("sent_mails"."state" in ('sending', 'sent')),
	CONSTRAINT "sent_mails_sent_at" CHECK (("sent_mails"."state" = 'sent') = ("sent_mails"."sent_at" is not null)),
	CONSTRAINT "sent_mails_attempts" CHECK ("sent_mails"."attempts" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"attempt_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"token" text NOT NULL,
	"charge_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"standing" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_charges_standing" CHECK ("sandbox_charges"."standing" in ('captured', 'declined', 'review')),
	CONSTRAINT "sandbox_charges_attempt" CHECK (length("sandbox_charges"."attempt_id") between 1 and 20),
	CONSTRAINT "sandbox_charges_amount" CHECK ("sandbox_charges"."amount_cents" > 0),
	CONSTRAINT "sandbox_charges_reason" CHECK (("sandbox_charges"."standing" = 'declined') = ("sandbox_charges"."reason" is not null)),
	CONSTRAINT "sandbox_charges_refunded" CHECK ("sandbox_charges"."refunded_cents" between 0 and "sandbox_charges"."amount_cents"),
	CONSTRAINT "sandbox_charges_refunded_is_captured" CHECK ("sandbox_charges"."refunded_cents" = 0 or "sandbox_charges"."standing" = 'captured')
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"refund_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_refunds_refund" CHECK (length("sandbox_refunds"."refund_id") between 1 and 20),
	CONSTRAINT "sandbox_refunds_amount" CHECK ("sandbox_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "drop_units" ADD CONSTRAINT "drop_units_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_variants" ADD CONSTRAINT "drop_variants_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patches" ADD CONSTRAINT "patches_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_attempt_id_sandbox_charges_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."sandbox_charges"("attempt_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drop_units_order" ON "drop_units" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("expires_at") WHERE "orders"."state" = 'held';--> statement-breakpoint
CREATE INDEX "orders_settling" ON "orders" USING btree ("id") WHERE "orders"."state" in ('paying', 'unknown', 'review');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_form" ON "payment_attempts" USING btree ("order_id","form_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_charge" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" in ('started', 'unknown', 'review', 'captured');--> statement-breakpoint
CREATE INDEX "payment_attempts_open" ON "payment_attempts" USING btree ("ask_again_at") WHERE "payment_attempts"."state" in ('started', 'unknown', 'review');--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open" ON "refunds" USING btree ("attempt_id") WHERE "refunds"."state" = 'started';--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("ask_again_at") WHERE "refunds"."state" = 'started';--> statement-breakpoint
CREATE INDEX "sandbox_refunds_attempt" ON "sandbox_refunds" USING btree ("attempt_id");