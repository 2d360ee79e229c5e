import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { photoRoles, subjectKinds } from './rules.ts'

/** The library. A row is there once all files of a photograph are, under the hash of what was sent. */
export const photos = pgTable(
  'photos',
  {
    hash: text().primaryKey(),
    /** As kept: turned upright, at most 2560 to a side. */
    width: integer().notNull(),
    height: integer().notNull(),
    color: text().notNull(),
    /** In percent from left and top. */
    focusX: smallint().notNull().default(50),
    focusY: smallint().notNull().default(50),
    alt: text().notNull(),
    /** Counts the changes of words and focal point: a form that was opened at another revision is refused. */
    revision: integer().notNull().default(0),
    addedAt: moment().notNull(),
    addedBy: text().notNull(),
  },
  (t) => [
    check('photos_hash', sql`${t.hash} ~ '^[0-9a-f]{32}$'`),
    check('photos_size', sql`${t.width} between 1 and 2560 and ${t.height} between 1 and 2560`),
    check('photos_color', sql`${t.color} ~ '^#[0-9a-f]{6}$'`),
    check('photos_focus', sql`${t.focusX} between 0 and 100 and ${t.focusY} between 0 and 100`),
    check('photos_alt', sql`length(trim(${t.alt})) between 1 and 300`),
    index('photos_newest').on(t.addedAt),
  ],
)

export const photoUses = pgTable(
  'photo_uses',
  {
    kind: text({ enum: subjectKinds }).notNull(),
    key: text().notNull(),
    hash: text()
      .notNull()
      .references(() => photos.hash),
    role: text({ enum: photoRoles }).notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key, t.hash] }),
    check('photo_uses_kind', sql`${t.kind} in (${sqlList(subjectKinds)})`),
    check('photo_uses_role', sql`${t.role} in (${sqlList(photoRoles)})`),
    uniqueIndex('photo_uses_one_cover').on(t.kind, t.key).where(sql`${t.role} = 'cover'`),
    index('photo_uses_photo').on(t.hash),
  ],
)
