CREATE TABLE "audit_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"is_intact" boolean NOT NULL,
	"row" bigint,
	"hash" text
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"verb" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"previous_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_creations" (
	"once_key" text PRIMARY KEY NOT NULL,
	"answer" jsonb,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"mailed_at" timestamp with time zone,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "held_pieces" (
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"item" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"held_until" timestamp with time zone,
	"hold_version" integer DEFAULT 1 NOT NULL,
	"is_returning" boolean DEFAULT false NOT NULL,
	CONSTRAINT "held_pieces_order_id_kind_item_pk" PRIMARY KEY("order_id","kind","item"),
	CONSTRAINT "held_pieces_kind" CHECK ("held_pieces"."kind" in ('accessory', 'patch')),
	CONSTRAINT "held_pieces_quantity" CHECK ("held_pieces"."quantity" between 1 and case "held_pieces"."kind" when 'patch' then 5 else 20 end),
	CONSTRAINT "held_pieces_state" CHECK ("held_pieces"."state" in ('held', 'sold') and ("held_pieces"."state" = 'held') = ("held_pieces"."held_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"item" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"cents" integer NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"entered_by" text NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" text,
	CONSTRAINT "price_changes_kind" CHECK ("price_changes"."kind" in ('accessory', 'patch', 'platform', 'part', 'trust_package', 'shipping_method')),
	CONSTRAINT "price_changes_cents" CHECK ("price_changes"."cents" >= 0),
	CONSTRAINT "price_changes_withdrawn" CHECK (("price_changes"."withdrawn_at" is null) = ("price_changes"."withdrawn_by" is null)),
	CONSTRAINT "price_changes_history" CHECK ("price_changes"."withdrawn_at" is null or "price_changes"."withdrawn_at" < "price_changes"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "stock_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"item" text NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"entered_by" text NOT NULL,
	CONSTRAINT "stock_entries_kind" CHECK ("stock_entries"."kind" in ('accessory', 'patch')),
	CONSTRAINT "stock_entries_reason" CHECK ("stock_entries"."reason" in ('opening', 'received', 'counted', 'damaged', 'returned', 'shop', 'correction')),
	CONSTRAINT "stock_entries_quantity" CHECK ("stock_entries"."quantity" <> 0 or "stock_entries"."reason" = 'counted')
);
--> statement-breakpoint
CREATE TABLE "shop_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_facts" (
	"is_shop" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"license_line" text DEFAULT '' NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"hours" text DEFAULT '' NOT NULL,
	"time_zone" text NOT NULL,
	"sections_off" text[] DEFAULT '{}' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "shop_facts_one" CHECK ("shop_facts"."is_shop"),
	CONSTRAINT "shop_facts_sections" CHECK ("shop_facts"."sections_off" <@ array['builder', 'small-batch', 'trust', 'services', 'training', 'registry']),
	CONSTRAINT "shop_facts_state" CHECK ("shop_facts"."state" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "accessories" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"image" text NOT NULL,
	"specs" text[] NOT NULL,
	"stock" integer NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"capacity" integer,
	"fits" text,
	"fits_platforms" text[] DEFAULT '{}'::text[] NOT NULL,
	"states_barred" text[] DEFAULT '{}'::text[] NOT NULL,
	"ca_ab1263" text DEFAULT 'unclear' NOT NULL,
	"needs_adult_signature" boolean DEFAULT false NOT NULL,
	"is_ground_only" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "accessories_state" CHECK ("accessories"."state" in ('visible', 'hidden', 'retired')),
	CONSTRAINT "accessories_image" CHECK ("accessories"."image" in ('magazine-30', 'magazine-10', 'magazine-pistol', 'loader', 'coupler', 'patch-noir', 'patch-guerrilla', 'patch-outlaw', 'patch-cyber', 'cover', 'thread-protector', 'rod', 'light', 'sling', 'rail-covers', 'pouch', 'kit', 'cable', 'bottle')),
	CONSTRAINT "accessories_price" CHECK ("accessories"."price_cents" > 0),
	CONSTRAINT "accessories_stock" CHECK ("accessories"."stock" >= 0),
	CONSTRAINT "accessories_ab1263" CHECK ("accessories"."ca_ab1263" in ('covered', 'not_covered', 'unclear')),
	CONSTRAINT "accessories_states_barred" CHECK (array_to_string("accessories"."states_barred", '') ~ '^([A-Z]{2})*$'),
	CONSTRAINT "accessories_magazine" CHECK (("accessories"."capacity" is null) = ("accessories"."fits" is null))
);
--> statement-breakpoint
CREATE TABLE "accessory_categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"tax_class" text NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "accessory_categories_slug" CHECK ("accessory_categories"."slug" ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' and "accessory_categories"."slug" <> 'all'),
	CONSTRAINT "accessory_categories_tax" CHECK ("accessory_categories"."tax_class" in ('goods', 'magazine', 'firearm', 'firearm_accessory', 'apparel_patch')),
	CONSTRAINT "accessory_categories_state" CHECK ("accessory_categories"."state" in ('visible', 'hidden', 'retired'))
);
--> statement-breakpoint
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
	CONSTRAINT "gateway_differences_kind" CHECK ("gateway_differences"."kind" in ('voided_there', 'refunded_there', 'charged_back', 'chargeback_reversed', 'unknown_charge', 'missing_charge', 'missing_refund', 'amount_differs'))
);
--> statement-breakpoint
CREATE TABLE "build_decisions" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"variant" text,
	"includes" text,
	"price_cents" integer,
	"lead_weeks" integer,
	"valid_until" date,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "build_decisions_decision" CHECK ("build_decisions"."decision" in ('approved', 'declined')),
	CONSTRAINT "build_decisions_terms" CHECK (("build_decisions"."decision" = 'approved') = (num_nulls("build_decisions"."variant", "build_decisions"."includes", "build_decisions"."price_cents", "build_decisions"."lead_weeks", "build_decisions"."valid_until") = 0)),
	CONSTRAINT "build_decisions_price" CHECK ("build_decisions"."price_cents" > 0),
	CONSTRAINT "build_decisions_lead" CHECK ("build_decisions"."lead_weeks" > 0)
);
--> statement-breakpoint
CREATE TABLE "build_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"step" text NOT NULL,
	"platform_id" text,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"description" text NOT NULL,
	"specs" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"outline" jsonb NOT NULL,
	"excludes" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "build_parts_state" CHECK ("build_parts"."state" in ('visible', 'hidden', 'retired')),
	CONSTRAINT "build_parts_step" CHECK ("build_parts"."step" in ('lower', 'upper', 'barrel', 'stock', 'handguard', 'optics', 'muzzle', 'accessories')),
	CONSTRAINT "build_parts_price" CHECK ("build_parts"."price_cents" >= 0),
	CONSTRAINT "build_parts_shared" CHECK ("build_parts"."platform_id" is not null or "build_parts"."step" in ('optics', 'accessories'))
);
--> statement-breakpoint
CREATE TABLE "build_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"once_key" text NOT NULL,
	"build_code" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"state" text NOT NULL,
	"verdict" text NOT NULL,
	"item_class" text NOT NULL,
	"firearm" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"slot_cents" integer DEFAULT 10000 NOT NULL,
	"slot_state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	"hold_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "build_submissions_onceKey_unique" UNIQUE("once_key"),
	CONSTRAINT "build_submissions_item_class" CHECK ("build_submissions"."item_class" in ('rifle', 'sbr', 'sbs', 'handgun', 'suppressor', 'aow', 'receiver')),
	CONSTRAINT "build_submissions_verdict" CHECK ("build_submissions"."verdict" in ('allowed', 'review')),
	CONSTRAINT "build_submissions_slot" CHECK ("build_submissions"."slot_state" in ('open', 'held', 'taken')),
	CONSTRAINT "build_submissions_slot_price" CHECK ("build_submissions"."slot_cents" > 0),
	CONSTRAINT "build_submissions_order" CHECK (("build_submissions"."slot_state" = 'open') = ("build_submissions"."order_id" is null)),
	CONSTRAINT "build_submissions_held" CHECK (("build_submissions"."slot_state" = 'held') = ("build_submissions"."held_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"description" text NOT NULL,
	"weeks_from" integer NOT NULL,
	"weeks_to" integer NOT NULL,
	"features" text[] NOT NULL,
	"drawing" jsonb NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "conversions_state" CHECK ("conversions"."state" in ('visible', 'hidden', 'retired')),
	CONSTRAINT "conversions_weeks" CHECK ("conversions"."weeks_from" > 0 and "conversions"."weeks_to" >= "conversions"."weeks_from")
);
--> statement-breakpoint
CREATE TABLE "factory_packages" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"caliber" text NOT NULL,
	"barrel" text NOT NULL,
	"features" text[] NOT NULL,
	"includes" text[] NOT NULL,
	"price_note" text NOT NULL,
	"selection" jsonb,
	"drawing" jsonb NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "factory_packages_state" CHECK ("factory_packages"."state" in ('visible', 'hidden', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "platforms" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"calibers" text[] NOT NULL,
	"starting_price_cents" integer NOT NULL,
	"description" text NOT NULL,
	"specs" text[] NOT NULL,
	"available_at" timestamp with time zone,
	"expected" text,
	"hype_text" text,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "platforms_state" CHECK ("platforms"."state" in ('visible', 'hidden', 'retired')),
	CONSTRAINT "platforms_price" CHECK ("platforms"."starting_price_cents" > 0),
	CONSTRAINT "platforms_coming" CHECK ("platforms"."available_at" is not null or ("platforms"."expected" is not null and "platforms"."hype_text" is not null))
);
--> statement-breakpoint
CREATE TABLE "saved_builds" (
	"code" text PRIMARY KEY NOT NULL,
	"once_key" text NOT NULL,
	"selection" jsonb NOT NULL,
	"price" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_builds_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "order_holders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"visitor" text,
	"address" text,
	"mail" text,
	"card" text,
	"home" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "local_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"state" char(2) NOT NULL,
	"place" text NOT NULL,
	"zips" text[] NOT NULL,
	"firearms" text,
	"magazines" text,
	"magazine_limit" integer,
	"note" text DEFAULT '' NOT NULL,
	"sources" text[] DEFAULT '{}'::text[] NOT NULL,
	"as_of" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "local_rules_id" CHECK ("local_rules"."id" ~ '^[a-z0-9-]+$'),
	CONSTRAINT "local_rules_zips" CHECK (cardinality("local_rules"."zips") > 0),
	CONSTRAINT "local_rules_statuses" CHECK ("local_rules"."firearms" in ('allowed', 'restricted', 'prohibited') and "local_rules"."magazines" in ('allowed', 'restricted', 'prohibited')),
	CONSTRAINT "local_rules_magazines" CHECK ("local_rules"."magazine_limit" > 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_ages" (
	"age_class" text NOT NULL,
	"state" char(2) NOT NULL,
	"years" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"sources" text[] DEFAULT '{}'::text[] NOT NULL,
	"as_of" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "purchase_ages_age_class_state_pk" PRIMARY KEY("age_class","state"),
	CONSTRAINT "purchase_ages_class" CHECK ("purchase_ages"."age_class" in ('rifle', 'sbr', 'sbs', 'handgun', 'suppressor', 'aow', 'receiver', 'goods', 'training')),
	CONSTRAINT "purchase_ages_years" CHECK ("purchase_ages"."years" between 18 and 99)
);
--> statement-breakpoint
CREATE TABLE "rule_versions" (
	"rule" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rule_versions_rule_version_pk" PRIMARY KEY("rule","version")
);
--> statement-breakpoint
CREATE TABLE "state_rules" (
	"state" char(2) PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sbr" text NOT NULL,
	"sbs" text NOT NULL,
	"suppressor" text NOT NULL,
	"rifle" text,
	"handgun" text,
	"aow" text,
	"receiver" text,
	"suggested_default" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"sources" text[] DEFAULT '{}'::text[] NOT NULL,
	"law" text,
	"as_of" date NOT NULL,
	"confidence" text NOT NULL,
	"sbs_confidence" text NOT NULL,
	"magazine_limit" integer,
	"magazine_limit_handgun" integer,
	"magazine_limit_long_gun" integer,
	"magazine_status" text DEFAULT 'none' NOT NULL,
	"flags" text[] DEFAULT '{}'::text[] NOT NULL,
	"permit_document" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "state_rules_state" CHECK ("state_rules"."state" ~ '^[A-Z]{2}$'),
	CONSTRAINT "state_rules_statuses" CHECK ("state_rules"."sbr" in ('allowed', 'restricted', 'prohibited') and "state_rules"."sbs" in ('allowed', 'restricted', 'prohibited') and "state_rules"."suppressor" in ('allowed', 'restricted', 'prohibited')
        and "state_rules"."rifle" in ('allowed', 'restricted', 'prohibited') and "state_rules"."handgun" in ('allowed', 'restricted', 'prohibited') and "state_rules"."aow" in ('allowed', 'restricted', 'prohibited')
        and "state_rules"."receiver" in ('allowed', 'restricted', 'prohibited')),
	CONSTRAINT "state_rules_default" CHECK ("state_rules"."suggested_default" in ('allow', 'manual_review', 'block')),
	CONSTRAINT "state_rules_confidence" CHECK ("state_rules"."confidence" in ('high', 'medium', 'low') and "state_rules"."sbs_confidence" in ('high', 'medium', 'low')),
	CONSTRAINT "state_rules_magazines" CHECK ("state_rules"."magazine_limit" > 0 and "state_rules"."magazine_limit_handgun" > 0 and "state_rules"."magazine_limit_long_gun" > 0)
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"once_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"assigned_to" text,
	CONSTRAINT "contact_messages_onceKey_unique" UNIQUE("once_key"),
	CONSTRAINT "contact_messages_subject" CHECK ("contact_messages"."subject" in ('technical', 'legal', 'orders', 'shipping', 'general')),
	CONSTRAINT "contact_messages_answered" CHECK (("contact_messages"."answered_at" is null) = ("contact_messages"."answered_by" is null))
);
--> statement-breakpoint
CREATE TABLE "message_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"once_key" text NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_replies_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "booking_marks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"rescheduled_at" timestamp with time zone,
	"moved_at" timestamp with time zone,
	"moved_from" text,
	"canceled_at" timestamp with time zone,
	"checked_in_at" timestamp with time zone,
	"waiver_at" timestamp with time zone,
	"live_fire_at" timestamp with time zone,
	"no_show_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "class_balances" (
	"seat_order_id" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"title" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	"hold_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "class_balances_amount" CHECK ("class_balances"."amount_cents" > 0),
	CONSTRAINT "class_balances_state" CHECK (("class_balances"."state" = 'open' and "class_balances"."order_id" is null and "class_balances"."held_until" is null)
       or ("class_balances"."state" = 'held' and "class_balances"."order_id" is not null and "class_balances"."held_until" is not null)
       or ("class_balances"."state" = 'paid' and "class_balances"."order_id" is not null and "class_balances"."held_until" is null))
);
--> statement-breakpoint
CREATE TABLE "class_notices" (
	"order_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_notices_order_id_session_id_kind_pk" PRIMARY KEY("order_id","session_id","kind"),
	CONSTRAINT "class_notices_kind" CHECK ("class_notices"."kind" in ('booked', 'week', 'day', 'class_canceled', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "course_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text DEFAULT 'PACo, Miami, Florida' NOT NULL,
	"instructor_id" uuid,
	"capacity" integer DEFAULT 12 NOT NULL,
	"cut_off_at" timestamp with time zone NOT NULL,
	"canceled_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "course_sessions_day" CHECK ("course_sessions"."ends_at" > "course_sessions"."starts_at"),
	CONSTRAINT "course_sessions_cut_off" CHECK ("course_sessions"."cut_off_at" <= "course_sessions"."starts_at"),
	CONSTRAINT "course_sessions_capacity" CHECK ("course_sessions"."capacity" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text NOT NULL,
	"hours" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"deposit_cents" integer NOT NULL,
	"minimum_age" integer DEFAULT 18 NOT NULL,
	"announced_for" text,
	"topics" text[] NOT NULL,
	"bring" text[] NOT NULL,
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"live_fire_rounds" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "courses_slug_unique" UNIQUE("slug"),
	CONSTRAINT "courses_hours" CHECK ("courses"."hours" between 1 and 24),
	CONSTRAINT "courses_live_fire" CHECK ("courses"."live_fire_rounds" between 0 and 2000),
	CONSTRAINT "courses_prices" CHECK ("courses"."deposit_cents" > 0 and "courses"."price_cents" >= "courses"."deposit_cents"),
	CONSTRAINT "courses_age" CHECK ("courses"."minimum_age" >= 18),
	CONSTRAINT "courses_state" CHECK ("courses"."state" in ('visible', 'hidden', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "instructors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"licenses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "instructors_state" CHECK ("instructors"."state" in ('visible', 'hidden', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "seat_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"order_id" text,
	"offered_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seat_offers_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "seat_offers_turn" UNIQUE("session_id","position"),
	CONSTRAINT "seat_offers_end" CHECK ("seat_offers"."ends_at" > "seat_offers"."offered_at")
);
--> statement-breakpoint
CREATE TABLE "session_seats" (
	"session_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	"hold_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "session_seats_session_id_number_pk" PRIMARY KEY("session_id","number"),
	CONSTRAINT "session_seats_number" CHECK ("session_seats"."number" between 1 and 12),
	CONSTRAINT "session_seats_state" CHECK (("session_seats"."state" = 'open' and "session_seats"."order_id" is null and "session_seats"."held_until" is null)
       or ("session_seats"."state" = 'held' and "session_seats"."order_id" is not null and "session_seats"."held_until" is not null)
       or ("session_seats"."state" = 'taken' and "session_seats"."held_until" is null))
);
--> statement-breakpoint
CREATE TABLE "training_certificates" (
	"code" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"facts" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dealer_files" (
	"dealer_key" text PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"license_expires_on" date,
	"copy_accepted_on" date,
	"copy_accepted_by" text,
	"copy_file" text,
	"ez_checked_on" date,
	"ez_checked_by" text,
	"special_tax_class" text,
	"special_tax_year_ends" integer,
	"special_tax_copy_on" date,
	"special_tax_copy_by" text,
	"fee_cents" integer,
	"notes" text DEFAULT '' NOT NULL,
	"blocked_at" timestamp with time zone,
	"blocked_by" text,
	"blocked_reason" text,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "dealer_files_copy" CHECK (num_nulls("dealer_files"."copy_accepted_on", "dealer_files"."copy_accepted_by", "dealer_files"."license_expires_on") in (0, 3)),
	CONSTRAINT "dealer_files_ez_check" CHECK (("dealer_files"."ez_checked_on" is null) = ("dealer_files"."ez_checked_by" is null)),
	CONSTRAINT "dealer_files_tax" CHECK (("dealer_files"."special_tax_class" is null) = ("dealer_files"."special_tax_year_ends" is null)),
	CONSTRAINT "dealer_files_tax_copy" CHECK (num_nulls("dealer_files"."special_tax_copy_on", "dealer_files"."special_tax_copy_by") in (0, 2)),
	CONSTRAINT "dealer_files_tax_class" CHECK ("dealer_files"."special_tax_class" in ('1', '2', '3')),
	CONSTRAINT "dealer_files_fee" CHECK ("dealer_files"."fee_cents" between 0 and 100000),
	CONSTRAINT "dealer_files_blocked" CHECK (num_nulls("dealer_files"."blocked_at", "dealer_files"."blocked_by", "dealer_files"."blocked_reason") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "dealer_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dealer_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"taken_by" text NOT NULL,
	"difference" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dealer_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"dealer_key" text,
	"dealer_name" text NOT NULL,
	"dealer_city" text NOT NULL,
	"dealer_state" char(2) NOT NULL,
	"email" text,
	"source" text DEFAULT 'buyer' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"confirmed_by" text,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"requested_on" date,
	"turn" integer,
	"expires_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"fee_cents" integer,
	"hours" text,
	"says_nfa" boolean,
	"reason" text,
	"links_ended_at" timestamp with time zone,
	CONSTRAINT "dealer_requests_state" CHECK ("dealer_requests"."state" in ('requested', 'accepted', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "dealer_requests_source" CHECK ("dealer_requests"."source" in ('buyer', 'staff', 'file')),
	CONSTRAINT "dealer_requests_confirmed" CHECK (("dealer_requests"."confirmed_at" is null) = ("dealer_requests"."confirmed_by" is null)),
	CONSTRAINT "dealer_requests_turn" CHECK ("dealer_requests"."turn" between 1 and 3),
	CONSTRAINT "dealer_requests_fee" CHECK ("dealer_requests"."fee_cents" between 0 and 100000),
	CONSTRAINT "dealer_requests_answer" CHECK ("dealer_requests"."state" <> 'accepted' or ("dealer_requests"."fee_cents" is not null and "dealer_requests"."hours" is not null))
);
--> statement-breakpoint
CREATE TABLE "dealer_uploads" (
	"file" text PRIMARY KEY NOT NULL,
	"request_id" text,
	"dealer_key" text,
	"uploaded_by" text,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dealer_uploads_from" CHECK (num_nonnulls("dealer_uploads"."request_id", "dealer_uploads"."dealer_key") = 1),
	CONSTRAINT "dealer_uploads_by" CHECK (("dealer_uploads"."dealer_key" is null) = ("dealer_uploads"."uploaded_by" is null))
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
	"email_confirmed_at" timestamp with time zone,
	"email_confirmed_by" text,
	"listed_at" timestamp with time zone NOT NULL,
	"unlisted_at" timestamp with time zone,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, name || ' ' || coalesce(trade_name, '') || ' ' || city)
        || to_tsvector('simple'::regconfig, replace(name || ' ' || coalesce(trade_name, '') || ' ' || city, '''', ''))) STORED,
	CONSTRAINT "dealers_code_unique" UNIQUE("code"),
	CONSTRAINT "dealers_type" CHECK ("dealers"."type" in ('01', '02', '07', '08')),
	CONSTRAINT "dealers_email_confirmed" CHECK (num_nulls("dealers"."email", "dealers"."email_confirmed_at", "dealers"."email_confirmed_by") in (0, 3)),
	CONSTRAINT "dealers_zip" CHECK ("dealers"."zip" ~ '^[0-9]{5}$')
);
--> statement-breakpoint
CREATE TABLE "shipping_methods" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"price_cents" integer NOT NULL,
	"position" integer NOT NULL,
	"is_by_air" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shipping_methods_price" CHECK ("shipping_methods"."price_cents" >= 0),
	CONSTRAINT "shipping_methods_state" CHECK ("shipping_methods"."state" in ('visible', 'hidden', 'retired'))
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
	CONSTRAINT "tax_exemptions_class" CHECK ("tax_exemptions"."tax_class" in ('goods', 'magazine', 'firearm', 'firearm_accessory', 'apparel_patch')),
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
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate_millionths" between 0 and 250000),
	CONSTRAINT "tax_rates_cap" CHECK ("tax_rates"."cap_cents" > 0),
	CONSTRAINT "tax_rates_period" CHECK ("tax_rates"."effective_to" is null or "tax_rates"."effective_to" >= "tax_rates"."effective_from")
);
--> statement-breakpoint
CREATE TABLE "drop_drafts" (
	"slug" text PRIMARY KEY NOT NULL,
	"plan" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "drop_drafts_revision" CHECK ("drop_drafts"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "drop_units" (
	"drop_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	"hold_version" integer DEFAULT 1 NOT NULL,
	"early_code" text,
	"is_house" boolean DEFAULT false NOT NULL,
	CONSTRAINT "drop_units_drop_id_number_pk" PRIMARY KEY("drop_id","number"),
	CONSTRAINT "drop_units_house" CHECK (not "drop_units"."is_house" or ("drop_units"."state" = 'taken' and "drop_units"."order_id" is null)),
	CONSTRAINT "drop_units_early_is_ordered" CHECK ("drop_units"."early_code" is null or "drop_units"."order_id" is not null),
	CONSTRAINT "drop_units_number" CHECK ("drop_units"."number" >= 1),
	CONSTRAINT "drop_units_state" CHECK (("drop_units"."state" = 'open' and "drop_units"."order_id" is null and "drop_units"."held_until" is null)
  or ("drop_units"."state" = 'held' and "drop_units"."order_id" is not null and "drop_units"."held_until" is not null)
  or ("drop_units"."state" = 'taken' and "drop_units"."held_until" is null))
);
--> statement-breakpoint
CREATE TABLE "drop_variants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drop_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"caliber" text DEFAULT '' NOT NULL,
	"barrel" text DEFAULT '' NOT NULL,
	"finish" text DEFAULT '' NOT NULL,
	"price" integer
);
--> statement-breakpoint
CREATE TABLE "drop_waitlists" (
	"drop_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
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
	"small_batch" text,
	"launch_date" timestamp with time zone,
	"end_date" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"sold_out_at" timestamp with time zone,
	"total_units" integer NOT NULL,
	"base_price" integer NOT NULL,
	"deposit_price" integer DEFAULT 10000 NOT NULL,
	"max_per_buyer" integer DEFAULT 2,
	"unpaid_per_network" integer,
	"item_class" text DEFAULT 'sbr' NOT NULL,
	"caliber" text DEFAULT '' NOT NULL,
	"barrel" text DEFAULT '' NOT NULL,
	"hero_image_url" text,
	"patch_artwork_url" text,
	"color_primary" text,
	"color_secondary" text,
	"color_accent" text,
	"art_seed" text DEFAULT '' NOT NULL,
	"small_print" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_by" text DEFAULT 'shop' NOT NULL,
	CONSTRAINT "drops_slug_unique" UNIQUE("slug"),
	CONSTRAINT "drops_dropNumber_unique" UNIQUE("drop_number"),
	CONSTRAINT "drops_status" CHECK ("drops"."status" in ('coming_soon', 'live', 'sold_out', 'archived')),
	CONSTRAINT "drops_category" CHECK ("drops"."category" in ('hype', 'meme', 'prestige', 'grail')),
	CONSTRAINT "drops_theme" CHECK ("drops"."theme" in ('guerrilla', 'outlaw', 'cyber', 'noir')),
	CONSTRAINT "drops_small_batch" CHECK ("drops"."small_batch" in ('guerrilla', 'outlaw', 'cyber')),
	CONSTRAINT "drops_build_window" CHECK ("drops"."small_batch" is null or ("drops"."launch_date" is not null and "drops"."end_date" is not null)),
	CONSTRAINT "drops_item_class" CHECK ("drops"."item_class" in ('rifle', 'sbr', 'sbs', 'handgun', 'suppressor', 'aow', 'receiver')),
	CONSTRAINT "drops_total_units" CHECK ("drops"."total_units" between 1 and 100),
	CONSTRAINT "drops_max_per_buyer" CHECK ("drops"."max_per_buyer" >= 1),
	CONSTRAINT "drops_revision" CHECK ("drops"."revision" >= 1),
	CONSTRAINT "drops_unpaid_per_network" CHECK ("drops"."unpaid_per_network" >= 1),
	CONSTRAINT "drops_prices" CHECK ("drops"."base_price" > 0 and "drops"."deposit_price" > 0),
	CONSTRAINT "drops_window" CHECK ("drops"."end_date" is null or "drops"."launch_date" is null or "drops"."end_date" > "drops"."launch_date")
);
--> statement-breakpoint
CREATE TABLE "early_access_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"patch_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "patches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drop_id" uuid NOT NULL,
	"position" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"image_url" text,
	"price" integer NOT NULL,
	"grants_early_access" boolean DEFAULT false NOT NULL,
	"available_quantity" integer NOT NULL,
	"sold_quantity" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "patches_state" CHECK ("patches"."state" in ('visible', 'hidden', 'retired')),
	CONSTRAINT "patches_quantities" CHECK ("patches"."sold_quantity" between 0 and "patches"."available_quantity"),
	CONSTRAINT "patches_price" CHECK ("patches"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "unit_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"drop_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"order_id" text,
	"offered_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_offers_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "unit_offers_turn" UNIQUE("drop_id","position"),
	CONSTRAINT "unit_offers_end" CHECK ("unit_offers"."ends_at" > "unit_offers"."offered_at")
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "order_notes_text" CHECK (char_length("order_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "parcel_lines" (
	"parcel_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "parcel_lines_parcel_id_position_pk" PRIMARY KEY("parcel_id","position"),
	CONSTRAINT "parcel_lines_quantity" CHECK ("parcel_lines"."quantity" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"number" integer NOT NULL,
	"carrier" text NOT NULL,
	"tracking" text DEFAULT '' NOT NULL,
	"method" text NOT NULL,
	"packed_at" timestamp with time zone NOT NULL,
	"packed_by" text NOT NULL,
	"sent_at" timestamp with time zone,
	"sent_by" text,
	"delivered_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"returned_by" text,
	"decision" text,
	"decision_reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"restocked_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "parcels_carrier" CHECK ("parcels"."carrier" in ('usps', 'ups', 'fedex', 'other')),
	CONSTRAINT "parcels_sent_by" CHECK (("parcels"."sent_at" is null) = ("parcels"."sent_by" is null)),
	CONSTRAINT "parcels_sent_first" CHECK ("parcels"."sent_at" is not null or num_nonnulls("parcels"."delivered_at", "parcels"."returned_at") = 0),
	CONSTRAINT "parcels_returned_first" CHECK ("parcels"."returned_at" is not null or "parcels"."decision" is null),
	CONSTRAINT "parcels_decided_first" CHECK ("parcels"."decision" is not null or "parcels"."refunded_at" is null),
	CONSTRAINT "parcels_decision" CHECK ("parcels"."decision" in ('restocked', 'kept_out', 'resend')),
	CONSTRAINT "parcels_restocked" CHECK (("parcels"."decision" is not distinct from 'restocked') = ("parcels"."restocked_at" is not null)),
	CONSTRAINT "parcels_kept_out" CHECK ("parcels"."decision" is distinct from 'kept_out' or "parcels"."decision_reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "parcels_due" (
	"order_id" text PRIMARY KEY NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"offered_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "parcels_due_answer" CHECK (("parcels_due"."answer" is null) = ("parcels_due"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"form_key" text NOT NULL,
	"request_fingerprint" text NOT NULL,
	"card" text,
	"amount_cents" integer NOT NULL,
	"gateway" text NOT NULL,
	"state" text NOT NULL,
	"hold_version" integer DEFAULT 1 NOT NULL,
	"charge_ref" text,
	"captured_cents" integer,
	"captured_at" timestamp with time zone,
	"capture_settled_at" timestamp with time zone,
	"decline_reason" text,
	"is_late" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"ask_again_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('started', 'unknown', 'review', 'captured', 'declined', 'abandoned')),
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount_cents" > 0),
	CONSTRAINT "payment_attempts_captured" CHECK (("payment_attempts"."captured_cents" is null) = ("payment_attempts"."captured_at" is null))
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"refund_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"is_returned" boolean NOT NULL,
	"counts" boolean DEFAULT true NOT NULL,
	"releases_stock" boolean DEFAULT true NOT NULL,
	CONSTRAINT "refund_lines_refund_id_position_pk" PRIMARY KEY("refund_id","position"),
	CONSTRAINT "refund_lines_amount" CHECK ("refund_lines"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"attempt_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"shipping_cents" integer DEFAULT 0 NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text,
	"state" text NOT NULL,
	"refund_ref" text,
	"payout_method" text,
	"refusal" text,
	"started_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"ask_again_at" timestamp with time zone,
	"waiting_for" text,
	"answered_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"is_uncertain" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('started', 'by_check', 'done', 'refused')),
	CONSTRAINT "refunds_payout_method" CHECK ("refunds"."payout_method" in ('check', 'wire', 'cash', 'other')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0 and "refunds"."shipping_cents" between 0 and "refunds"."amount_cents")
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
	"plate" jsonb,
	"quantity" integer DEFAULT 1 NOT NULL,
	"unit_cents" integer NOT NULL,
	"fulfillment" text DEFAULT 'ffl_transfer' NOT NULL,
	"tax_class" text,
	"tax_cents" integer DEFAULT 0 NOT NULL,
	"refund_until" timestamp with time zone,
	"magazine" jsonb,
	"firearm" jsonb,
	"flags" jsonb,
	"variant" jsonb,
	"delivered_at" timestamp with time zone,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"returned_at" timestamp with time zone,
	"item_class" text,
	"stage" text,
	"stage_on" date,
	"returned_stage" text,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_item_class" CHECK ("order_lines"."item_class" in ('rifle', 'sbr', 'sbs', 'handgun', 'suppressor', 'aow', 'receiver')),
	CONSTRAINT "order_lines_kind" CHECK ("order_lines"."kind" in ('drop_unit', 'patch', 'accessory', 'trust_pack', 'course_seat', 'class_balance', 'build_slot', 'balance')),
	CONSTRAINT "order_lines_price" CHECK ("order_lines"."unit_cents" >= 0 and "order_lines"."tax_cents" >= 0),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" between 1 and 999),
	CONSTRAINT "order_lines_fulfillment" CHECK ("order_lines"."fulfillment" in ('ffl_transfer', 'shipping', 'digital', 'in_person', 'with_reservation')),
	CONSTRAINT "order_lines_tax_class" CHECK ("order_lines"."tax_class" in ('goods', 'magazine', 'firearm', 'firearm_accessory', 'apparel_patch')),
	CONSTRAINT "order_lines_refunded" CHECK ("order_lines"."refunded_cents" between 0 and "order_lines"."unit_cents" * "order_lines"."quantity" + "order_lines"."tax_cents")
);
--> statement-breakpoint
CREATE TABLE "order_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"decision" text NOT NULL,
	"note" text NOT NULL,
	"reasons" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"decided_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"due_on" date,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "order_reviews_decision" CHECK ("order_reviews"."decision" in ('approved', 'declined', 'document_requested')),
	CONSTRAINT "order_reviews_note" CHECK (length("order_reviews"."note") > 0),
	CONSTRAINT "order_reviews_due" CHECK (("order_reviews"."decision" = 'document_requested') = ("order_reviews"."due_on" is not null))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_fingerprint" text NOT NULL,
	"total_cents" integer NOT NULL,
	"shipping_cents" integer DEFAULT 0 NOT NULL,
	"shipping_tax_cents" integer DEFAULT 0 NOT NULL,
	"shipping_refunded_cents" integer DEFAULT 0 NOT NULL,
	"captured_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"expires_cap_at" timestamp with time zone NOT NULL,
	"hold_version" integer DEFAULT 1 NOT NULL,
	"paid_at" timestamp with time zone,
	"staff_told_at" timestamp with time zone,
	"buyer_name" text,
	"buyer_email" text,
	"buyer_phone" text,
	"buyer_state" char(2),
	"buyer_zip" char(5),
	"dealer_name" text,
	"dealer_city" text,
	"dealer_state" char(2),
	"dealer_zip" char(5),
	"dealer_key" text,
	"dealer_answer" jsonb,
	"ship_street" text,
	"ship_line2" text,
	"ship_city" text,
	"ship_state" char(2),
	"ship_zip" text,
	"ship_county" text,
	"shipping_method" text,
	"shipping_name" text,
	"tax_label" text,
	"quoted_at" timestamp with time zone,
	"attested_at" timestamp with time zone,
	"attestation" text,
	"attested_age" integer,
	"terms_version" text,
	"refund_policy_version" text,
	"verdict" jsonb,
	"link_epoch" text DEFAULT '' NOT NULL,
	"buyer_links_ended_at" timestamp with time zone,
	CONSTRAINT "orders_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('held', 'paying', 'unknown', 'review', 'paid', 'paid_unfulfilled', 'part_refunded', 'refunded', 'expired', 'canceled')),
	CONSTRAINT "orders_money" CHECK ("orders"."total_cents" >= 0 and "orders"."captured_cents" in (0, "orders"."total_cents") and "orders"."refunded_cents" between 0 and "orders"."captured_cents"),
	CONSTRAINT "orders_shipping" CHECK ("orders"."shipping_cents" >= 0 and "orders"."shipping_tax_cents" >= 0
        and "orders"."shipping_refunded_cents" between 0 and "orders"."shipping_cents" + "orders"."shipping_tax_cents"),
	CONSTRAINT "orders_paid_is_captured" CHECK (("orders"."state" in ('paid', 'paid_unfulfilled', 'part_refunded', 'refunded')) = ("orders"."paid_at" is not null)),
	CONSTRAINT "orders_cap" CHECK ("orders"."expires_cap_at" >= "orders"."created_at")
);
--> statement-breakpoint
CREATE TABLE "photo_uses" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	"role" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "photo_uses_kind_key_hash_pk" PRIMARY KEY("kind","key","hash"),
	CONSTRAINT "photo_uses_kind" CHECK ("photo_uses"."kind" in ('drop', 'variant', 'patch', 'accessory', 'platform', 'part', 'package', 'course', 'place', 'instructor', 'service', 'page')),
	CONSTRAINT "photo_uses_role" CHECK ("photo_uses"."role" in ('cover', 'gallery'))
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"hash" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"color" text NOT NULL,
	"focus_x" smallint DEFAULT 50 NOT NULL,
	"focus_y" smallint DEFAULT 50 NOT NULL,
	"alt" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"added_by" text NOT NULL,
	CONSTRAINT "photos_hash" CHECK ("photos"."hash" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "photos_size" CHECK ("photos"."width" between 1 and 2560 and "photos"."height" between 1 and 2560),
	CONSTRAINT "photos_color" CHECK ("photos"."color" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "photos_focus" CHECK ("photos"."focus_x" between 0 and 100 and "photos"."focus_y" between 0 and 100),
	CONSTRAINT "photos_alt" CHECK (length(trim("photos"."alt")) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"id" text PRIMARY KEY NOT NULL,
	"reservation_id" text NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"detail" text NOT NULL,
	"price_cents" integer NOT NULL,
	"deposit_cents" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"tax_label" text NOT NULL,
	"tax_state" char(2) NOT NULL,
	"tax_county" text,
	"tax_doubts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"requested_by" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reminded" text,
	"remind_from" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"order_id" text,
	"held_until" timestamp with time zone,
	"hold_version" integer DEFAULT 1 NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"reason" text,
	CONSTRAINT "balances_state" CHECK ("balances"."state" in ('open', 'held', 'paid', 'waived', 'released')),
	CONSTRAINT "balances_reminded" CHECK ("balances"."reminded" in ('week', 'two_days', 'today', 'overdue')),
	CONSTRAINT "balances_money" CHECK ("balances"."amount_cents" > 0 and "balances"."tax_cents" >= 0 and "balances"."amount_cents" = "balances"."price_cents" - "balances"."deposit_cents"),
	CONSTRAINT "balances_held" CHECK (("balances"."state" = 'held') = ("balances"."held_until" is not null)),
	CONSTRAINT "balances_order" CHECK ("balances"."state" not in ('held', 'paid') or "balances"."order_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "order_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"review_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reason" text,
	CONSTRAINT "order_documents_kind" CHECK ("order_documents"."kind" in ('photo_id', 'residence', 'trust', 'permit', 'other')),
	CONSTRAINT "order_documents_type" CHECK ("order_documents"."type" in ('application/pdf', 'image/jpeg')),
	CONSTRAINT "order_documents_state" CHECK ("order_documents"."state" in ('waiting', 'accepted', 'refused')),
	CONSTRAINT "order_documents_decided" CHECK (num_nonnulls("order_documents"."decided_at", "order_documents"."decided_by") = case when "order_documents"."state" = 'waiting' then 0 else 2 end),
	CONSTRAINT "order_documents_reason" CHECK (("order_documents"."state" = 'refused') = ("order_documents"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "reservation_exits" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"exit" text NOT NULL,
	"at_stage" text NOT NULL,
	"refund_cents" integer NOT NULL,
	"policy_version" text,
	"note" text NOT NULL,
	"ended_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reservation_exits_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "reservation_exits_refund" CHECK ("reservation_exits"."refund_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"variant" text NOT NULL,
	"includes" text NOT NULL,
	"price_cents" integer NOT NULL,
	"agreement_version" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sent_by" text NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_sentence" text,
	"transferee" text,
	CONSTRAINT "reservations_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "reservations_price" CHECK ("reservations"."price_cents" > 0),
	CONSTRAINT "reservations_accepted" CHECK (("reservations"."accepted_at" is null) = ("reservations"."accepted_sentence" is null)),
	CONSTRAINT "reservations_transferee" CHECK ("reservations"."transferee" in ('individual', 'trust'))
);
--> statement-breakpoint
CREATE TABLE "stage_dates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stage_dates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"stage" text NOT NULL,
	"on_day" date NOT NULL,
	"set_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"back_reason" text,
	"override_reason" text,
	"carrier" text,
	"tracking" text,
	CONSTRAINT "stage_dates_carrier" CHECK ("stage_dates"."carrier" in ('usps', 'ups', 'fedex', 'other')),
	CONSTRAINT "stage_dates_tracking" CHECK (("stage_dates"."carrier" is null) = ("stage_dates"."tracking" is null) and "stage_dates"."tracking" <> ''),
	CONSTRAINT "stage_dates_shipped" CHECK ("stage_dates"."carrier" is null or "stage_dates"."stage" = 'shipped')
);
--> statement-breakpoint
CREATE TABLE "rule_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rule_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule" text NOT NULL,
	"version" integer,
	"reviewer" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"as_of" date NOT NULL,
	"evidence" text NOT NULL,
	"changes" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sample_items" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "sample_items_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "setup_progress" (
	"step" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "setup_progress_step" CHECK ("setup_progress"."step" in ('licensee', 'address', 'hours', 'charges', 'dealers', 'payments', 'mail', 'texts', 'sample')),
	CONSTRAINT "setup_progress_state" CHECK ("setup_progress"."state" in ('done', 'skipped', 'failed', 'partial'))
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"member_id" uuid,
	"challenge" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_challenges_purpose" CHECK ("staff_challenges"."purpose" in ('passkey_sign_in', 'passkey_new'))
);
--> statement-breakpoint
CREATE TABLE "staff_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_held_forms" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"path" text NOT NULL,
	"fields" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_invitations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('owner', 'manager', 'desk', 'bench', 'instructor'))
);
--> statement-breakpoint
CREATE TABLE "staff_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	"password_hash" text,
	"totp_secret" text,
	"totp_confirmed_at" timestamp with time zone,
	"totp_last_step" integer,
	CONSTRAINT "staff_members_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_members_role" CHECK ("staff_members"."role" in ('owner', 'manager', 'desk', 'bench', 'instructor')),
	CONSTRAINT "staff_members_email" CHECK ("staff_members"."email" = lower("staff_members"."email"))
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"device" text NOT NULL,
	CONSTRAINT "staff_sessions_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_sessions_method" CHECK ("staff_sessions"."method" in ('passkey', 'password', 'recovery', 'link'))
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"occasion" text NOT NULL,
	"topics" text[] NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "announcements_occasion_unique" UNIQUE("occasion"),
	CONSTRAINT "announcements_topics" CHECK (cardinality("announcements"."topics") > 0)
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "subscribers_email" CHECK ("subscribers"."email" = lower("subscribers"."email"))
);
--> statement-breakpoint
CREATE TABLE "subscription_topics" (
	"topic" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"theme" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"name" text,
	"consent_version" text NOT NULL,
	"consent_words" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"joined_at" timestamp with time zone NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "subscriptions_once" UNIQUE("subscriber_id","topic"),
	CONSTRAINT "subscriptions_ended_without_name" CHECK ("subscriptions"."unsubscribed_at" is null or "subscriptions"."name" is null)
);
--> statement-breakpoint
CREATE TABLE "written_announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"topic" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"button" text NOT NULL,
	"path" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"announcement_id" uuid,
	"receivers" integer,
	CONSTRAINT "written_announcements_announcementId_unique" UNIQUE("announcement_id"),
	CONSTRAINT "written_announcements_receivers" CHECK (("written_announcements"."announcement_id" is null) = ("written_announcements"."receivers" is null))
);
--> statement-breakpoint
CREATE TABLE "text_versions" (
	"key" text NOT NULL,
	"version" text NOT NULL,
	"position" integer NOT NULL,
	"since" date NOT NULL,
	"markdown" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	CONSTRAINT "text_versions_key_version_pk" PRIMARY KEY("key","version"),
	CONSTRAINT "text_versions_key" CHECK ("text_versions"."key" in ('faq', 'terms', 'refunds', 'privacy', 'accessibility', 'services', 'learn', 'process-guide'))
);
--> statement-breakpoint
CREATE TABLE "work_item_marks" (
	"key" text PRIMARY KEY NOT NULL,
	"assigned_to" text,
	"snoozed_until" timestamp with time zone,
	"done_at" timestamp with time zone,
	"marked_by" text NOT NULL,
	"marked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trust_downloads" (
	"pack_id" text NOT NULL,
	"file" text NOT NULL,
	"times" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trust_downloads_pack_id_file_pk" PRIMARY KEY("pack_id","file"),
	CONSTRAINT "trust_downloads_file" CHECK ("trust_downloads"."file" in ('trust.docx', 'trust.pdf', 'engraving-guide.pdf', 'form-4-walkthrough.pdf', 'compliance-checklist.pdf')),
	CONSTRAINT "trust_downloads_times" CHECK ("trust_downloads"."times" > 0)
);
--> statement-breakpoint
CREATE TABLE "trust_packages" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"besides" text,
	"flag" text,
	"saving" text,
	"contents" text[] NOT NULL,
	"state" text DEFAULT 'visible' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "trust_packages_price" CHECK ("trust_packages"."price_cents" > 0),
	CONSTRAINT "trust_packages_state" CHECK ("trust_packages"."state" in ('visible', 'hidden', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "trust_packs" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	"hold_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"answers" jsonb,
	"answers_at" timestamp with time zone,
	CONSTRAINT "trust_packs_state" CHECK ("trust_packs"."state" in ('held', 'taken', 'void')),
	CONSTRAINT "trust_packs_order" CHECK (("trust_packs"."state" in ('held', 'taken')) = ("trust_packs"."order_id" is not null)),
	CONSTRAINT "trust_packs_held" CHECK (("trust_packs"."state" = 'held') = ("trust_packs"."held_until" is not null)),
	CONSTRAINT "trust_packs_answers" CHECK (("trust_packs"."answers" is null) = ("trust_packs"."answers_at" is null))
);
--> statement-breakpoint
CREATE TABLE "gateway_notifications" (
	"notification_id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"attempt_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"token" text NOT NULL,
	"charge_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('captured', 'declined', 'review', 'voided', 'charged_back')),
	CONSTRAINT "invoices_attempt" CHECK (length("invoices"."attempt_id") between 1 and 20),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount_cents" > 0),
	CONSTRAINT "invoices_reason" CHECK (("invoices"."status" = 'declined') = ("invoices"."reason" is not null)),
	CONSTRAINT "invoices_refunded" CHECK ("invoices"."refunded_cents" between 0 and "invoices"."amount_cents"),
	CONSTRAINT "invoices_refunded_is_captured" CHECK ("invoices"."refunded_cents" = 0 or "invoices"."status" in ('captured', 'charged_back')),
	CONSTRAINT "invoices_due" CHECK ("invoices"."due_at" is not null and "invoices"."due_at" > "invoices"."created_at")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"refund_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_out_at" timestamp with time zone,
	"reference" text,
	CONSTRAINT "payouts_refund" CHECK (length("payouts"."refund_id") between 1 and 20),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"attempt_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"token" text NOT NULL,
	"charge_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "sandbox_charges_status" CHECK ("sandbox_charges"."status" in ('captured', 'declined', 'review', 'voided', 'charged_back')),
	CONSTRAINT "sandbox_charges_attempt" CHECK (length("sandbox_charges"."attempt_id") between 1 and 20),
	CONSTRAINT "sandbox_charges_amount" CHECK ("sandbox_charges"."amount_cents" > 0),
	CONSTRAINT "sandbox_charges_reason" CHECK (("sandbox_charges"."status" = 'declined') = ("sandbox_charges"."reason" is not null)),
	CONSTRAINT "sandbox_charges_refunded" CHECK ("sandbox_charges"."refunded_cents" between 0 and "sandbox_charges"."amount_cents"),
	CONSTRAINT "sandbox_charges_refunded_is_captured" CHECK ("sandbox_charges"."refunded_cents" = 0 or "sandbox_charges"."status" in ('captured', 'charged_back')),
	CONSTRAINT "sandbox_charges_due" CHECK ("sandbox_charges"."due_at" is null)
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"refund_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_out_at" timestamp with time zone,
	"reference" text,
	CONSTRAINT "sandbox_refunds_refund" CHECK (length("sandbox_refunds"."refund_id") between 1 and 20),
	CONSTRAINT "sandbox_refunds_amount" CHECK ("sandbox_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "queued_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "queued_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job" text NOT NULL,
	"payload" jsonb NOT NULL,
	"once_key" text,
	"due_at" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone,
	"fault" text,
	"every" text
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"account" text NOT NULL,
	"line" integer,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE NULLS NOT DISTINCT("transaction_id","account","line"),
	CONSTRAINT "ledger_entries_account" CHECK ("ledger_entries"."account" in ('gateway:sandbox', 'gateway:authorize-net', 'gateway:manual', 'customer_unallocated', 'deposits', 'balances', 'sales', 'sales_tax', 'shipping', 'refunds_payable', 'chargebacks', 'write_off', 'paid_outside')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"gateway_ref" text,
	"order_id" text,
	CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('capture', 'fulfillment', 'unfulfilled', 'refund_started', 'refund_refused', 'refund_done', 'refund_paid_outside', 'deposit_transferred', 'chargeback', 'chargeback_reversed', 'unknown_charge', 'write_off'))
);
--> statement-breakpoint
CREATE TABLE "mail_outage" (
	"id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone,
	"failures" integer NOT NULL,
	CONSTRAINT "mail_outage_one_row" CHECK ("mail_outage"."id" = 1),
	CONSTRAINT "mail_outage_failures" CHECK ("mail_outage"."failures" > 0)
);
--> statement-breakpoint
CREATE TABLE "sent_mails" (
	"key" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"order_id" text,
	"subject" text,
	CONSTRAINT "sent_mails_state" CHECK ("sent_mails"."state" in ('sending', 'sent')),
	CONSTRAINT "sent_mails_sent_at" CHECK (("sent_mails"."state" = 'sent') = ("sent_mails"."sent_at" is not null)),
	CONSTRAINT "sent_mails_attempts" CHECK ("sent_mails"."attempts" > 0)
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retention_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"days" integer NOT NULL,
	"deleted" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accessories" ADD CONSTRAINT "accessories_category_accessory_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "public"."accessory_categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_decisions" ADD CONSTRAINT "build_decisions_submission_id_build_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."build_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_parts" ADD CONSTRAINT "build_parts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_submissions" ADD CONSTRAINT "build_submissions_build_code_saved_builds_code_fk" FOREIGN KEY ("build_code") REFERENCES "public"."saved_builds"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_holders" ADD CONSTRAINT "order_holders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "local_rules" ADD CONSTRAINT "local_rules_state_state_rules_state_fk" FOREIGN KEY ("state") REFERENCES "public"."state_rules"("state") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_balances" ADD CONSTRAINT "class_balances_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_notices" ADD CONSTRAINT "class_notices_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_instructor_id_instructors_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_seats" ADD CONSTRAINT "session_seats_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_certificates" ADD CONSTRAINT "training_certificates_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer_files" ADD CONSTRAINT "dealer_files_dealer_key_dealers_key_fk" FOREIGN KEY ("dealer_key") REFERENCES "public"."dealers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer_uploads" ADD CONSTRAINT "dealer_uploads_request_id_dealer_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."dealer_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer_uploads" ADD CONSTRAINT "dealer_uploads_dealer_key_dealers_key_fk" FOREIGN KEY ("dealer_key") REFERENCES "public"."dealers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_units" ADD CONSTRAINT "drop_units_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_variants" ADD CONSTRAINT "drop_variants_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_waitlists" ADD CONSTRAINT "drop_waitlists_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "early_access_codes" ADD CONSTRAINT "early_access_codes_patch_id_patches_id_fk" FOREIGN KEY ("patch_id") REFERENCES "public"."patches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patches" ADD CONSTRAINT "patches_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_offers" ADD CONSTRAINT "unit_offers_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_order_id_position_order_lines_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels_due" ADD CONSTRAINT "parcels_due_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_id_position_order_lines_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reviews" ADD CONSTRAINT "order_reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_uses" ADD CONSTRAINT "photo_uses_hash_photos_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."photos"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_review_id_order_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."order_reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservation_exits" ADD CONSTRAINT "reservation_exits_order_id_position_order_lines_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_order_id_position_order_lines_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stage_dates" ADD CONSTRAINT "stage_dates_order_id_position_order_lines_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_challenges" ADD CONSTRAINT "staff_challenges_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_held_forms" ADD CONSTRAINT "staff_held_forms_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "written_announcements" ADD CONSTRAINT "written_announcements_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_downloads" ADD CONSTRAINT "trust_downloads_pack_id_trust_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."trust_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_attempt_id_invoices_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."invoices"("attempt_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_attempt_id_sandbox_charges_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."sandbox_charges"("attempt_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_verb" ON "audit_log" USING btree ("verb","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_verb" ON "audit_log" USING btree ("actor","verb","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("kind","subject") WHERE "alerts"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_to_mail" ON "alerts" USING btree ("id") WHERE "alerts"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "held_pieces_item" ON "held_pieces" USING btree ("kind","item");--> statement-breakpoint
CREATE INDEX "price_changes_item" ON "price_changes" USING btree ("kind","item","starts_at");--> statement-breakpoint
CREATE INDEX "stock_entries_item" ON "stock_entries" USING btree ("kind","item","id");--> statement-breakpoint
CREATE INDEX "accessories_category" ON "accessories" USING btree ("category","position","id");--> statement-breakpoint
CREATE INDEX "accessories_shelf" ON "accessories" USING btree ("featured" DESC NULLS LAST,"position","id") WHERE "accessories"."state" = 'visible';--> statement-breakpoint
CREATE INDEX "gateway_differences_open" ON "gateway_differences" USING btree ("id") WHERE "gateway_differences"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "build_parts_platform" ON "build_parts" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "build_submissions_order_id" ON "build_submissions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "build_submissions_submitted" ON "build_submissions" USING btree ("submitted_at");--> statement-breakpoint
CREATE INDEX "order_holders_visitor" ON "order_holders" USING btree ("visitor");--> statement-breakpoint
CREATE INDEX "order_holders_address" ON "order_holders" USING btree ("address");--> statement-breakpoint
CREATE INDEX "order_holders_mail" ON "order_holders" USING btree ("mail");--> statement-breakpoint
CREATE INDEX "order_holders_card" ON "order_holders" USING btree ("card");--> statement-breakpoint
CREATE INDEX "order_holders_home" ON "order_holders" USING btree ("home");--> statement-breakpoint
CREATE INDEX "local_rules_state" ON "local_rules" USING btree ("state");--> statement-breakpoint
CREATE INDEX "contact_messages_received" ON "contact_messages" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "contact_messages_answered" ON "contact_messages" USING btree ("answered_at") WHERE "contact_messages"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_open" ON "contact_messages" USING btree ("received_at") WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "message_replies_message" ON "message_replies" USING btree ("message_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "class_balances_order" ON "class_balances" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "course_sessions_starts" ON "course_sessions" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "session_seats_one_order" ON "session_seats" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "training_certificates_one" ON "training_certificates" USING btree ("order_id","session_id") WHERE "training_certificates"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "dealer_lists_taken_at" ON "dealer_lists" USING btree ("taken_at");--> statement-breakpoint
CREATE UNIQUE INDEX "dealer_requests_daily" ON "dealer_requests" USING btree ("order_id","requested_on","turn");--> statement-breakpoint
CREATE UNIQUE INDEX "dealer_requests_one_open" ON "dealer_requests" USING btree ("order_id") WHERE "dealer_requests"."state" in ('requested', 'accepted');--> statement-breakpoint
CREATE INDEX "dealer_requests_silent" ON "dealer_requests" USING btree ("expires_at") WHERE "dealer_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "dealer_uploads_request" ON "dealer_uploads" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "dealer_uploads_dealer" ON "dealer_uploads" USING btree ("dealer_key") WHERE "dealer_uploads"."dealer_key" is not null;--> statement-breakpoint
CREATE INDEX "dealers_area" ON "dealers" USING btree (left("zip", 3)) WHERE "dealers"."unlisted_at" is null;--> statement-breakpoint
CREATE INDEX "dealers_words" ON "dealers" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_exemptions_place" ON "tax_exemptions" USING btree ("state","tax_class","effective_from");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_place" ON "tax_rates" USING btree ("state",coalesce("county", ''),"effective_from");--> statement-breakpoint
CREATE UNIQUE INDEX "drop_units_early_code" ON "drop_units" USING btree ("early_code");--> statement-breakpoint
CREATE INDEX "drop_units_order" ON "drop_units" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "drop_units_left" ON "drop_units" USING btree ("drop_id","number") WHERE "drop_units"."state" <> 'taken';--> statement-breakpoint
CREATE INDEX "drop_variants_drop" ON "drop_variants" USING btree ("drop_id");--> statement-breakpoint
CREATE INDEX "drops_not_closed" ON "drops" USING btree ("drop_number") WHERE "drops"."status" <> 'archived';--> statement-breakpoint
CREATE INDEX "drops_small_batch_launch" ON "drops" USING btree ("small_batch","launch_date") WHERE "drops"."small_batch" is not null;--> statement-breakpoint
CREATE INDEX "drops_category" ON "drops" USING btree ("category","drop_number");--> statement-breakpoint
CREATE INDEX "drops_launch" ON "drops" USING btree ("launch_date");--> statement-breakpoint
CREATE INDEX "early_access_codes_order" ON "early_access_codes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_notes_order" ON "order_notes" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "parcel_lines_order" ON "parcel_lines" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_number" ON "parcels" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "parcels_packed" ON "parcels" USING btree ("packed_at") WHERE "parcels"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "parcels_sent" ON "parcels" USING btree ("sent_at") WHERE "parcels"."delivered_at" is null and "parcels"."returned_at" is null;--> statement-breakpoint
CREATE INDEX "parcels_returned" ON "parcels" USING btree ("returned_at") WHERE "parcels"."refunded_at" is null;--> statement-breakpoint
CREATE INDEX "parcels_due_paid" ON "parcels_due" USING btree ("paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_form" ON "payment_attempts" USING btree ("order_id","form_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_charge" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" in ('started', 'unknown', 'review', 'captured');--> statement-breakpoint
CREATE INDEX "payment_attempts_card" ON "payment_attempts" USING btree ("card") WHERE "payment_attempts"."card" is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_started" ON "payment_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("ask_again_at") WHERE "payment_attempts"."ask_again_at" is not null;--> statement-breakpoint
CREATE INDEX "refund_lines_line" ON "refund_lines" USING btree ("order_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_lines_one_return" ON "refund_lines" USING btree ("order_id","position") WHERE "refund_lines"."is_returned" and "refund_lines"."counts";--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("ask_again_at") WHERE "refunds"."state" = 'started';--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("started_at") WHERE "refunds"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_attempt" ON "refunds" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_lines_open_transfers" ON "order_lines" USING btree ("order_id") WHERE "order_lines"."stage" in ('reserved', 'agreed', 'balance_paid', 'in_build', 'built', 'form3_filed', 'form3_approved', 'shipped', 'at_dealer', 'form4_filed', 'form4_approved') and "order_lines"."returned_at" is null;--> statement-breakpoint
CREATE INDEX "order_lines_stage" ON "order_lines" USING btree ("stage","order_id") WHERE "order_lines"."stage" is not null;--> statement-breakpoint
CREATE INDEX "order_reviews_latest" ON "order_reviews" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_state_newest" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "orders_to_tell" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null and "orders"."staff_told_at" is null;--> statement-breakpoint
CREATE INDEX "orders_told" ON "orders" USING btree ("staff_told_at") WHERE "orders"."staff_told_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_buyer_email" ON "orders" USING btree (lower("buyer_email"));--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("expires_at") WHERE "orders"."state" = 'held';--> statement-breakpoint
CREATE INDEX "orders_in_review" ON "orders" USING btree ("paid_at") WHERE "orders"."verdict" ->> 'outcome' <> 'allowed' and "orders"."state" in ('paid', 'part_refunded');--> statement-breakpoint
CREATE INDEX "orders_settling" ON "orders" USING btree ("id") WHERE "orders"."state" in ('paying', 'unknown', 'review');--> statement-breakpoint
CREATE UNIQUE INDEX "photo_uses_one_cover" ON "photo_uses" USING btree ("kind","key") WHERE "photo_uses"."role" = 'cover';--> statement-breakpoint
CREATE INDEX "photo_uses_photo" ON "photo_uses" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "photos_newest" ON "photos" USING btree ("added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "balances_one" ON "balances" USING btree ("reservation_id","position") WHERE "balances"."state" <> 'released';--> statement-breakpoint
CREATE INDEX "balances_reservation" ON "balances" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "balances_order" ON "balances" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "balances_due" ON "balances" USING btree ("due_at") WHERE "balances"."state" in ('open', 'held');--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_once" ON "order_documents" USING btree ("order_id","review_id","kind","hash");--> statement-breakpoint
CREATE INDEX "order_documents_waiting" ON "order_documents" USING btree ("sent_at") WHERE "order_documents"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "stage_dates_line" ON "stage_dates" USING btree ("order_id","position","id");--> statement-breakpoint
CREATE INDEX "stage_dates_stage" ON "stage_dates" USING btree ("stage","id");--> statement-breakpoint
CREATE INDEX "rule_reviews_rule" ON "rule_reviews" USING btree ("rule","id");--> statement-breakpoint
CREATE INDEX "staff_challenges_expiry" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_open" ON "staff_invitations" USING btree ("email") WHERE "staff_invitations"."used_at" is null;--> statement-breakpoint
CREATE INDEX "staff_passkeys_member" ON "staff_passkeys" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_member" ON "staff_recovery_codes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_member" ON "staff_sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "announcements_topics_of" ON "announcements" USING gin ("topics");--> statement-breakpoint
CREATE INDEX "subscriptions_line" ON "subscriptions" USING btree ("topic","position") WHERE "subscriptions"."confirmed_at" is not null and "subscriptions"."unsubscribed_at" is null;--> statement-breakpoint
CREATE INDEX "trust_packs_order_id" ON "trust_packs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "trust_packs_answered" ON "trust_packs" USING btree ("answers_at");--> statement-breakpoint
CREATE INDEX "gateway_notifications_received" ON "gateway_notifications" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payouts_attempt" ON "payouts" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_attempt" ON "sandbox_refunds" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "queued_jobs_due" ON "queued_jobs" USING btree ("job","due_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "queued_jobs_scheduled" ON "queued_jobs" USING btree ("job") WHERE "queued_jobs"."every" is not null;--> statement-breakpoint
CREATE INDEX "queued_jobs_failed" ON "queued_jobs" USING btree ("failed_at") WHERE "queued_jobs"."failed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_once" ON "ledger_transactions" USING btree ("kind","reference");--> statement-breakpoint
CREATE INDEX "ledger_transactions_order" ON "ledger_transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_at" ON "ledger_transactions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ledger_transactions_gateway" ON "ledger_transactions" USING btree ("gateway_ref");--> statement-breakpoint
CREATE INDEX "sent_mails_order" ON "sent_mails" USING btree ("order_id") WHERE "sent_mails"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "sent_mails_key" ON "sent_mails" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "retention_runs_kind" ON "retention_runs" USING btree ("kind","id");