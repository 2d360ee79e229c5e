ALTER TABLE "patches" ADD COLUMN "position" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Patches that are there keep the order in which pages showed them.
UPDATE "patches" SET "position" = "placed"."position" FROM (
	SELECT "id", row_number() OVER (PARTITION BY "drop_id" ORDER BY "grants_early_access" DESC, "name") AS "position" FROM "patches"
) "placed" WHERE "placed"."id" = "patches"."id";--> statement-breakpoint
-- So do those in what staff wrote about a drop, or the next save would name a change that nobody made.
UPDATE "drop_plan_revisions" SET "plan" = jsonb_set("plan", '{patches}', (
	SELECT jsonb_agg("patch" || jsonb_build_object('position', coalesce(
		(SELECT "position" FROM "patches" WHERE "patches"."id"::text = "patch" ->> 'id'), "at")) ORDER BY "at")
	FROM jsonb_array_elements("plan" -> 'patches') WITH ORDINALITY AS "listed" ("patch", "at")))
	WHERE jsonb_array_length("plan" -> 'patches') > 0;
