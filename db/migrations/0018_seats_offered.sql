CREATE TABLE "class_notices" (
	"order_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_notices_order_id_session_id_kind_pk" PRIMARY KEY("order_id","session_id","kind"),
	CONSTRAINT "class_notices_kind" CHECK ("class_notices"."kind" in ('week', 'day', 'called_off'))
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
CREATE TABLE "session_lines" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "class_notices" ADD CONSTRAINT "class_notices_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_offers" ADD CONSTRAINT "seat_offers_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_lines" ADD CONSTRAINT "session_lines_session_id_course_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."course_sessions"("id") ON DELETE no action ON UPDATE no action;