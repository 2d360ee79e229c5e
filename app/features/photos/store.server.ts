import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import type { Files } from '#app/files/open-files.server.ts'
import { type PhotoSet, type ShownPhoto, type SubjectKind, widthsOf } from './rules.ts'
import { photos, photoUses } from './tables.ts'

export type PhotoContext = { db: Db; files: Pick<Files, 'publicUrl'> }

export async function findPhotos(ctx: PhotoContext, kind: SubjectKind, key: string): Promise<PhotoSet> {
  return (await listPhotoSets(ctx, kind, [key]))[key] ?? { cover: null, gallery: [] }
}

function selectPhotos(db: Db, ...conditions: (SQL | undefined)[]) {
  return db
    .select({ photo: photos, key: photoUses.key, role: photoUses.role })
    .from(photoUses)
    .innerJoin(photos, eq(photos.hash, photoUses.hash))
    .where(and(...conditions))
    .orderBy(asc(photoUses.position))
}

export async function listPhotoSets(
  { db, files }: PhotoContext,
  kind: SubjectKind,
  keys: readonly string[],
): Promise<Record<string, PhotoSet>> {
  if (keys.length === 0) return {}
  const sets: Record<string, PhotoSet> = {}
  for (const { photo, key, role } of await selectPhotos(db, isOf(kind, keys))) {
    const set = (sets[key] ??= { cover: null, gallery: [] })
    const shown = toShown(photo, files)
    if (role === 'cover') set.cover = shown
    else set.gallery.push(shown)
  }
  return sets
}

export async function listCovers(
  { db, files }: PhotoContext,
  kind: SubjectKind,
  keys?: readonly string[],
): Promise<Record<string, ShownPhoto>> {
  const rows = await selectPhotos(db, isOf(kind, keys), eq(photoUses.role, 'cover'))
  return Object.fromEntries(rows.map(({ photo, key }) => [key, toShown(photo, files)]))
}

function isOf(kind: SubjectKind, keys?: readonly string[]): SQL | undefined {
  const isWanted = keys && inArray(photoUses.key, [...keys])
  return and(eq(photoUses.kind, kind), isWanted)
}

type StoredPhoto = Pick<
  typeof photos.$inferSelect,
  'hash' | 'width' | 'height' | 'color' | 'alt' | 'focusX' | 'focusY'
>

/** Composed once, and in one message with what else an order's page reads. */
const coversOfOrder = statement<StoredPhoto & { key: string }>(
  () => sql`
    select ${photoUses.key} as key, ${photos.hash}, ${photos.width}, ${photos.height}, ${photos.color}, ${photos.alt},
      ${photos.focusX} as "focusX", ${photos.focusY} as "focusY"
    from ${photoUses} join ${photos} on ${photos.hash} = ${photoUses.hash}
    where ${photoUses.kind} = 'variant' and ${photoUses.role} = 'cover'
      and ${photoUses.key} in (select ref ->> 'variant' from order_lines where order_id = ${value('orderId')})`,
)

/** By the variant that a line of the order reserves. */
export async function listCoversOfOrder(
  { db, files }: PhotoContext,
  orderId: string,
): Promise<Record<string, ShownPhoto>> {
  const rows = await coversOfOrder(db, { orderId })
  return Object.fromEntries(rows.map(({ key, ...photo }) => [key, toShown(photo, files)]))
}

export function toShown(
  { hash, width, height, color, alt, focusX: x, focusY: y }: StoredPhoto,
  { publicUrl }: Pick<Files, 'publicUrl'>,
): ShownPhoto {
  const widths = widthsOf(width)
  return { hash, base: publicUrl ?? '', width, height, widths, color, focus: { x, y }, alt }
}
