CREATE TABLE "drop_waitlists" (
	"drop_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"drop_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"order_id" text,
	"offered_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_offers_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "unit_offers_turn" UNIQUE("drop_id","position"),
	CONSTRAINT "unit_offers_end" CHECK ("unit_offers"."ends_at" > "unit_offers"."offered_at")
);
--> statement-breakpoint
ALTER TABLE "drop_waitlists" ADD CONSTRAINT "drop_waitlists_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_offers" ADD CONSTRAINT "unit_offers_drop_id_drops_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."drops"("id") ON DELETE no action ON UPDATE no action;