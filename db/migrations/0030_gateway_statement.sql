ALTER TABLE "sandbox_charges" DROP CONSTRAINT "sandbox_charges_standing";--> statement-breakpoint
ALTER TABLE "sandbox_charges" DROP CONSTRAINT "sandbox_charges_refunded_is_captured";--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "gateway_ref" text;--> statement-breakpoint
CREATE INDEX "ledger_transactions_gateway" ON "ledger_transactions" USING btree ("gateway_ref");--> statement-breakpoint
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_standing" CHECK ("sandbox_charges"."standing" in ('captured', 'declined', 'review', 'voided', 'charged_back'));--> statement-breakpoint
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_refunded_is_captured" CHECK ("sandbox_charges"."refunded_cents" = 0 or "sandbox_charges"."standing" in ('captured', 'charged_back'));