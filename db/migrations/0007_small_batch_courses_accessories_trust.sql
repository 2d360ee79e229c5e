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
	CONSTRAINT "accessories_category" CHECK ("accessories"."category" in ('magazines', 'patches', 'suppressor', 'gear', 'maintenance')),
	CONSTRAINT "accessories_image" CHECK ("accessories"."image" in ('magazine-30', 'magazine-10', 'magazine-pistol', 'loader', 'coupler', 'patch-noir', 'patch-guerrilla', 'patch-outlaw', 'patch-cyber', 'cover', 'thread-protector', 'rod', 'light', 'sling', 'rail-covers', 'pouch', 'kit', 'cable', 'bottle')),
	CONSTRAINT "accessories_price" CHECK ("accessories"."price_cents" > 0),
	CONSTRAINT "accessories_stock" CHECK ("accessories"."stock" >= 0),
	CONSTRAINT "accessories_magazine" CHECK (("accessories"."capacity" is null) = ("accessories"."fits" is null))
);
--> statement-breakpoint
CREATE TABLE "course_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "course_sessions_day" CHECK ("course_sessions"."ends_at" > "course_sessions"."starts_at")
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
	CONSTRAINT "courses_slug_unique" UNIQUE("slug"),
	CONSTRAINT "courses_hours" CHECK ("courses"."hours" between 1 and 24),
	CONSTRAINT "courses_prices" CHECK ("courses"."deposit_cents" > 0 and "courses"."price_cents" >= "courses"."deposit_cents"),
	CONSTRAINT "courses_age" CHECK ("courses"."minimum_age" >= 18)
);
--> statement-breakpoint
CREATE TABLE "instructor_roles" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"role" text NOT NULL,
	"summary" text NOT NULL,
	"requirements" text[] NOT NULL,
	"teaches" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_seats" (
	"session_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	CONSTRAINT "session_seats_session_id_number_pk" PRIMARY KEY("session_id","number"),
	CONSTRAINT "session_seats_number" CHECK ("session_seats"."number" between 1 and 12),
	CONSTRAINT "session_seats_state" CHECK (("session_seats"."state" = 'open' and "session_seats"."order_id" is null and "session_seats"."held_until" is null)
       or ("session_seats"."state" = 'held' and "session_seats"."order_id" is not null and "session_seats"."held_until" is not null)
       or ("session_seats"."state" = 'taken' and "session_seats"."held_until" is null))
);
--> statement-breakpoint
CREATE TABLE "small_batch_releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"line" text NOT NULL,
	"name" text NOT NULL,
	"summary" text NOT NULL,
	"story" text NOT NULL,
	"details" text[] NOT NULL,
	"announced_for" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"total_units" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"deposit_cents" integer DEFAULT 10000 NOT NULL,
	CONSTRAINT "small_batch_releases_line" CHECK ("small_batch_releases"."line" in ('guerrilla', 'outlaw', 'cyber')),
	CONSTRAINT "small_batch_releases_window" CHECK ("small_batch_releases"."closes_at" > "small_batch_releases"."opens_at"),
	CONSTRAINT "small_batch_releases_units" CHECK ("small_batch_releases"."total_units" between 1 and 50),
	CONSTRAINT "small_batch_releases_prices" CHECK ("small_batch_releases"."price_cents" > 0 and "small_batch_releases"."deposit_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "small_batch_slots" (
	"release_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	CONSTRAINT "small_batch_slots_release_id_number_pk" PRIMARY KEY("release_id","number"),
	CONSTRAINT "small_batch_slots_number" CHECK ("small_batch_slots"."number" >= 1),
	CONSTRAINT "small_batch_slots_state" CHECK (("small_batch_slots"."state" = 'open' and "small_batch_slots"."order_id" is null and "small_batch_slots"."held_until" is null)
       or ("small_batch_slots"."state" = 'held' and "small_batch_slots"."order_id" is not null and "small_batch_slots"."held_until" is not null)
       or ("small_batch_slots"."state" = 'taken' and "small_batch_slots"."held_until" is null))
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
	CONSTRAINT "trust_packages_price" CHECK ("trust_packages"."price_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_seats" ADD CONSTRAINT "session_seats_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "small_batch_slots" ADD CONSTRAINT "small_batch_slots_release_id_small_batch_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."small_batch_releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_sessions_starts" ON "course_sessions" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "session_seats_order" ON "session_seats" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "small_batch_releases_line_opens" ON "small_batch_releases" USING btree ("line","opens_at");--> statement-breakpoint
CREATE INDEX "small_batch_slots_order" ON "small_batch_slots" USING btree ("order_id");