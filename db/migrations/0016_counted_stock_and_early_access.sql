CREATE TABLE "accessory_holds" (
	"order_id" text NOT NULL,
	"accessory_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "accessory_holds_order_id_accessory_id_pk" PRIMARY KEY("order_id","accessory_id"),
	CONSTRAINT "accessory_holds_quantity" CHECK ("accessory_holds"."quantity" between 1 and 20),
	CONSTRAINT "accessory_holds_state" CHECK ("accessory_holds"."state" in ('held', 'sold') and ("accessory_holds"."state" = 'held') = ("accessory_holds"."held_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "early_access_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"patch_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "patch_holds" (
	"order_id" text NOT NULL,
	"patch_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "patch_holds_order_id_patch_id_pk" PRIMARY KEY("order_id","patch_id"),
	CONSTRAINT "patch_holds_quantity" CHECK ("patch_holds"."quantity" between 1 and 5),
	CONSTRAINT "patch_holds_state" CHECK ("patch_holds"."state" in ('held', 'sold') and ("patch_holds"."state" = 'held') = ("patch_holds"."held_until" is not null))
);
--> statement-breakpoint
ALTER TABLE "drop_units" ADD COLUMN "early_code" text;--> statement-breakpoint
ALTER TABLE "accessory_holds" ADD CONSTRAINT "accessory_holds_accessory_id_accessories_id_fk" FOREIGN KEY ("accessory_id") REFERENCES "public"."accessories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "early_access_codes" ADD CONSTRAINT "early_access_codes_patch_id_patches_id_fk" FOREIGN KEY ("patch_id") REFERENCES "public"."patches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patch_holds" ADD CONSTRAINT "patch_holds_patch_id_patches_id_fk" FOREIGN KEY ("patch_id") REFERENCES "public"."patches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accessory_holds_accessory" ON "accessory_holds" USING btree ("accessory_id");--> statement-breakpoint
CREATE INDEX "early_access_codes_order" ON "early_access_codes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "patch_holds_patch" ON "patch_holds" USING btree ("patch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drop_units_early_code" ON "drop_units" USING btree ("early_code");--> statement-breakpoint
ALTER TABLE "drop_units" ADD CONSTRAINT "drop_units_early_is_ordered" CHECK ("drop_units"."early_code" is null or "drop_units"."order_id" is not null);--> statement-breakpoint
-- What is left of a product, and of a patch. Volatile, so that each call counts what is there when it is made: a claim
-- waits for the row first, and what others took meanwhile must count. Volatile is also what keeps them from being folded
-- into the statement that calls them, which would read the older picture.
CREATE FUNCTION "accessory_left"(item text, at timestamp with time zone) RETURNS integer LANGUAGE sql VOLATILE AS $$
	select stock - coalesce((select sum(quantity) from accessory_holds
		where accessory_id = item and (state = 'sold' or held_until > at)), 0)::integer
	from accessories where id = item
$$;--> statement-breakpoint
CREATE FUNCTION "patch_left"(item uuid, at timestamp with time zone) RETURNS integer LANGUAGE sql VOLATILE AS $$
	select available_quantity - sold_quantity - coalesce((select sum(quantity) from patch_holds
		where patch_id = item and (state = 'sold' or held_until > at)), 0)::integer
	from patches where id = item
$$;
