CREATE TABLE "build_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"step" text NOT NULL,
	"platform_id" text,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"description" text NOT NULL,
	"specs" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"outline" jsonb NOT NULL,
	CONSTRAINT "build_parts_step" CHECK ("build_parts"."step" in ('lower', 'upper', 'barrel', 'stock', 'handguard', 'optics', 'muzzle', 'accessories')),
	CONSTRAINT "build_parts_price" CHECK ("build_parts"."price_cents" >= 0),
	CONSTRAINT "build_parts_shared" CHECK ("build_parts"."platform_id" is not null or "build_parts"."step" in ('optics', 'accessories'))
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"description" text NOT NULL,
	"weeks_from" integer NOT NULL,
	"weeks_to" integer NOT NULL,
	"features" text[] NOT NULL,
	"drawing" jsonb NOT NULL,
	CONSTRAINT "conversions_weeks" CHECK ("conversions"."weeks_from" > 0 and "conversions"."weeks_to" >= "conversions"."weeks_from")
);
--> statement-breakpoint
CREATE TABLE "factory_packages" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"caliber" text NOT NULL,
	"barrel" text NOT NULL,
	"features" text[] NOT NULL,
	"includes" text[] NOT NULL,
	"price_note" text NOT NULL,
	"selection" jsonb,
	"drawing" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platforms" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"calibers" text[] NOT NULL,
	"starting_price_cents" integer NOT NULL,
	"description" text NOT NULL,
	"specs" text[] NOT NULL,
	"available_at" timestamp with time zone,
	"expected" text,
	"hype_text" text,
	CONSTRAINT "platforms_price" CHECK ("platforms"."starting_price_cents" > 0),
	CONSTRAINT "platforms_coming" CHECK ("platforms"."available_at" is not null or ("platforms"."expected" is not null and "platforms"."hype_text" is not null))
);
--> statement-breakpoint
ALTER TABLE "build_parts" ADD CONSTRAINT "build_parts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_parts_platform" ON "build_parts" USING btree ("platform_id");