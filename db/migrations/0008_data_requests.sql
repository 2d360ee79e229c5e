CREATE TABLE "data_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"order_code" text,
	"details" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"token_hash" text,
	"confirmed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "data_requests_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "data_requests_kind" CHECK ("data_requests"."kind" in ('access', 'correct', 'delete')),
	CONSTRAINT "data_requests_email" CHECK ("data_requests"."email" = lower("data_requests"."email")),
	CONSTRAINT "data_requests_closed" CHECK ("data_requests"."closed_at" is null or "data_requests"."confirmed_at" is not null)
);
--> statement-breakpoint
CREATE INDEX "data_requests_email_kind" ON "data_requests" USING btree ("email","kind");--> statement-breakpoint
CREATE INDEX "data_requests_due" ON "data_requests" USING btree ("due_at") WHERE "data_requests"."confirmed_at" is not null and "data_requests"."closed_at" is null;