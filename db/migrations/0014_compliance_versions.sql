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
	CONSTRAINT "local_rules_standings" CHECK ("local_rules"."firearms" in ('allowed', 'restricted', 'prohibited') and "local_rules"."magazines" in ('allowed', 'restricted', 'prohibited')),
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
	CONSTRAINT "purchase_ages_class" CHECK ("purchase_ages"."age_class" in ('sbr', 'sbs', 'suppressor', 'goods', 'training')),
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
ALTER TABLE "state_rules" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "local_rules" ADD CONSTRAINT "local_rules_state_state_rules_state_fk" FOREIGN KEY ("state") REFERENCES "public"."state_rules"("state") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "local_rules_state" ON "local_rules" USING btree ("state");