ALTER TABLE "orders" ADD COLUMN "dealer_key" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dealer_answer" jsonb;