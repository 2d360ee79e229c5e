CREATE TABLE "booking_marks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"rescheduled_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"checked_in_at" timestamp with time zone,
	"balance_paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "roster_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "session_seats_order";--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "place" text DEFAULT 'PACo, Miami, Florida' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "instructor_role" text;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "capacity" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "cut_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "roster_links" ADD CONSTRAINT "roster_links_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_instructor_role_instructor_roles_slug_fk" FOREIGN KEY ("instructor_role") REFERENCES "public"."instructor_roles"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What stands already: the list of students closes a day before, and the first role that teaches a course leads it.
UPDATE "course_sessions" SET "cut_off_at" = "starts_at" - interval '24 hours',
	"instructor_role" = (SELECT role."slug" FROM "instructor_roles" role JOIN "courses" course ON course."slug" = any(role."teaches")
		WHERE course."id" = "course_sessions"."course_id" ORDER BY role."position" LIMIT 1);--> statement-breakpoint
ALTER TABLE "course_sessions" ALTER COLUMN "cut_off_at" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "session_seats_one_order" ON "session_seats" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_cut_off" CHECK ("course_sessions"."cut_off_at" <= "course_sessions"."starts_at");--> statement-breakpoint
ALTER TABLE "course_sessions" ADD CONSTRAINT "course_sessions_capacity" CHECK ("course_sessions"."capacity" between 1 and 12);