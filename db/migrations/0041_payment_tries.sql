CREATE TABLE "payment_tries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"form_key" text NOT NULL,
	"address" text NOT NULL,
	"network" text,
	"mail" text NOT NULL,
	"card" text,
	"tried_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payment_tries_order" ON "payment_tries" USING btree ("order_id","tried_at");--> statement-breakpoint
CREATE INDEX "payment_tries_address" ON "payment_tries" USING btree ("address","tried_at");--> statement-breakpoint
CREATE INDEX "payment_tries_network" ON "payment_tries" USING btree ("network","tried_at");--> statement-breakpoint
CREATE INDEX "payment_tries_mail" ON "payment_tries" USING btree ("mail","tried_at");--> statement-breakpoint
CREATE INDEX "payment_tries_card" ON "payment_tries" USING btree ("card","tried_at");--> statement-breakpoint
CREATE INDEX "payment_tries_tried" ON "payment_tries" USING btree ("tried_at");
--> statement-breakpoint
-- By hand
ALTER TABLE "payment_tries" SET UNLOGGED;
