CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"once_key" text NOT NULL,
	"kind" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"item" text,
	"message" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_messages_onceKey_unique" UNIQUE("once_key"),
	CONSTRAINT "contact_messages_kind" CHECK ("contact_messages"."kind" in ('message', 'quote')),
	CONSTRAINT "contact_messages_subject" CHECK ("contact_messages"."subject" in ('technical', 'legal', 'orders', 'shipping', 'general')),
	CONSTRAINT "contact_messages_item" CHECK (("contact_messages"."kind" = 'quote') = ("contact_messages"."item" is not null))
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
CREATE TABLE "subscription_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
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
	"asked_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "subscriptions_once" UNIQUE("subscriber_id","topic"),
	CONSTRAINT "subscriptions_ended_without_name" CHECK ("subscriptions"."unsubscribed_at" is null or "subscriptions"."name" is null)
);
--> statement-breakpoint
ALTER TABLE "subscription_links" ADD CONSTRAINT "subscription_links_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_received" ON "contact_messages" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "announcements_topics_of" ON "announcements" USING gin ("topics");--> statement-breakpoint
CREATE INDEX "subscription_links_subscription" ON "subscription_links" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_line" ON "subscriptions" USING btree ("topic","position") WHERE "subscriptions"."confirmed_at" is not null and "subscriptions"."unsubscribed_at" is null;