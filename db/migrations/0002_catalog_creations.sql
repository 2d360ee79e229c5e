CREATE TABLE "catalog_creations" (
	"once_key" text PRIMARY KEY NOT NULL,
	"item" text
);
