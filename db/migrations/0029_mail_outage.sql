CREATE TABLE "mail_outage" (
	"id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone,
	"failures" integer NOT NULL,
	CONSTRAINT "mail_outage_one_row" CHECK ("mail_outage"."id" = 1),
	CONSTRAINT "mail_outage_failures" CHECK ("mail_outage"."failures" > 0)
);
