ALTER TABLE "class_notices" DROP CONSTRAINT "class_notices_kind";--> statement-breakpoint
ALTER TABLE "class_notices" ADD CONSTRAINT "class_notices_kind" CHECK ("class_notices"."kind" in ('booked', 'week', 'day', 'called_off', 'cancelled'));
