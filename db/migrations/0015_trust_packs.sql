CREATE TABLE "trust_downloads" (
	"pack_id" text NOT NULL,
	"file" text NOT NULL,
	"times" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trust_downloads_pack_id_file_pk" PRIMARY KEY("pack_id","file"),
	CONSTRAINT "trust_downloads_file" CHECK ("trust_downloads"."file" in ('trust.docx', 'trust.pdf', 'blank.docx', 'blank.pdf', 'engraving-guide.pdf', 'form-4-walkthrough.pdf', 'compliance-checklist.pdf')),
	CONSTRAINT "trust_downloads_times" CHECK ("trust_downloads"."times" > 0)
);
--> statement-breakpoint
CREATE TABLE "trust_packs" (
	"id" text PRIMARY KEY NOT NULL,
	"package" text NOT NULL,
	"state" text NOT NULL,
	"order_id" text,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submission" text,
	"code_hash" text,
	"earned_order" text,
	"earned_position" integer,
	"answers" jsonb,
	"answers_at" timestamp with time zone,
	"answers_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "trust_packs_submission_unique" UNIQUE("submission"),
	CONSTRAINT "trust_packs_codeHash_unique" UNIQUE("code_hash"),
	CONSTRAINT "trust_packs_package" CHECK ("trust_packs"."package" in ('trust-only', 'with-build', 'free')),
	CONSTRAINT "trust_packs_state" CHECK ("trust_packs"."state" in ('open', 'held', 'taken', 'void')),
	CONSTRAINT "trust_packs_order" CHECK (("trust_packs"."state" in ('held', 'taken')) = ("trust_packs"."order_id" is not null)),
	CONSTRAINT "trust_packs_held" CHECK (("trust_packs"."state" = 'held') = ("trust_packs"."held_until" is not null)),
	CONSTRAINT "trust_packs_answers" CHECK (("trust_packs"."answers" is null) = ("trust_packs"."answers_at" is null))
);
--> statement-breakpoint
ALTER TABLE "trust_downloads" ADD CONSTRAINT "trust_downloads_pack_id_trust_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."trust_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trust_packs_earned" ON "trust_packs" USING btree ("earned_order","earned_position");--> statement-breakpoint
CREATE INDEX "trust_packs_order_id" ON "trust_packs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "trust_packs_answered" ON "trust_packs" USING btree ("answers_at");