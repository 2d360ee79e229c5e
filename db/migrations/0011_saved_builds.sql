CREATE TABLE "build_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"once_key" text NOT NULL,
	"build_code" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"state" text NOT NULL,
	"verdict" text NOT NULL,
	"has_trust_pack" boolean NOT NULL,
	"total_cents" integer NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"slot_cents" integer DEFAULT 10000 NOT NULL,
	"slot_state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	CONSTRAINT "build_submissions_onceKey_unique" UNIQUE("once_key"),
	CONSTRAINT "build_submissions_verdict" CHECK ("build_submissions"."verdict" in ('allowed', 'review')),
	CONSTRAINT "build_submissions_slot" CHECK ("build_submissions"."slot_state" in ('open', 'held', 'taken')),
	CONSTRAINT "build_submissions_slot_price" CHECK ("build_submissions"."slot_cents" > 0),
	CONSTRAINT "build_submissions_order" CHECK (("build_submissions"."slot_state" = 'open') = ("build_submissions"."order_id" is null)),
	CONSTRAINT "build_submissions_held" CHECK (("build_submissions"."slot_state" = 'held') = ("build_submissions"."held_until" is not null))
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
ALTER TABLE "build_submissions" ADD CONSTRAINT "build_submissions_build_code_saved_builds_code_fk" FOREIGN KEY ("build_code") REFERENCES "public"."saved_builds"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_submissions_order_id" ON "build_submissions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "build_submissions_submitted" ON "build_submissions" USING btree ("submitted_at");