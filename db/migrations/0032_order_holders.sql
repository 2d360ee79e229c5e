CREATE TABLE "order_holders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"visitor" text,
	"address" text,
	"network" text,
	"mail" text,
	"card" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drops" ADD COLUMN "max_per_buyer" integer DEFAULT 2;--> statement-breakpoint
ALTER TABLE "order_holders" ADD CONSTRAINT "order_holders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_holders_visitor" ON "order_holders" USING btree ("visitor");--> statement-breakpoint
CREATE INDEX "order_holders_address" ON "order_holders" USING btree ("address");--> statement-breakpoint
CREATE INDEX "order_holders_network" ON "order_holders" USING btree ("network");--> statement-breakpoint
CREATE INDEX "order_holders_mail" ON "order_holders" USING btree ("mail");--> statement-breakpoint
CREATE INDEX "order_holders_card" ON "order_holders" USING btree ("card");--> statement-breakpoint
CREATE INDEX "order_holders_created" ON "order_holders" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "drops" ADD CONSTRAINT "drops_max_per_buyer" CHECK ("drops"."max_per_buyer" >= 1);