ALTER TABLE "due_jobs" ADD COLUMN "once_key" text;--> statement-breakpoint
ALTER TABLE "due_jobs" ADD COLUMN "start_after" timestamp with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
CREATE INDEX "due_jobs_start_after" ON "due_jobs" USING btree ("start_after","id");