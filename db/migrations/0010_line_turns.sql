CREATE TABLE "line_turns" (
	"topic" text PRIMARY KEY NOT NULL,
	"turn" integer NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"told_up_to" bigint NOT NULL,
	"is_over" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "up_to" bigint;