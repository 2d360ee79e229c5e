import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import type { Files } from '#app/files/file-store.ts'
import type { PhotoSet, ShownPhoto, SubjectKind } from './rules.ts'
import { widthsOf } from './rules.ts'
import { photos, photoUses } from './tables.ts'

export type PhotoContext = { db: Db; files: Pick<Files, 'publicUrl'> }

export async function findPhotos(ctx: PhotoContext, kind: SubjectKind, key: string): Promise<PhotoSet> {
  return (await listPhotoSets(ctx, kind, [key]))[key] ?? { cover: null, gallery: [] }
}

export async function listPhotoSets(
  { db, files }: PhotoContext,
  kind: SubjectKind,
  keys: readonly string[],
): Promise<Record<string, PhotoSet>> {
  if (keys.length === 0) return {}
  const rows = await db
    .select({ photo: photos, key: photoUses.key, role: photoUses.role })
    .from(photoUses)
    .innerJoin(photos, eq(photos.hash, photoUses.hash))
    .where(and(eq(photoUses.kind, kind), inArray(photoUses.key, [...keys])))
    .orderBy(asc(photoUses.position))
  const sets: Record<string, PhotoSet> = {}
  for (const { photo, key, role } of rows) {
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
  const rows = await db
    .select({ photo: photos, key: photoUses.key })
    .from(photoUses)
    .innerJoin(photos, eq(photos.hash, photoUses.hash))
    .where(
      and(eq(photoUses.kind, kind), eq(photoUses.role, 'cover'), keys && inArray(photoUses.key, [...keys])),
    )
  return Object.fromEntries(rows.map(({ photo, key }) => [key, toShown(photo, files)]))
}

const coversOfOrder = statement<Parameters<typeof toShown>[0] & { key: string }>(
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
  row: Pick<typeof photos.$inferSelect, 'hash' | 'width' | 'height' | 'color' | 'alt' | 'focusX' | 'focusY'>,
  { publicUrl }: Pick<Files, 'publicUrl'>,
): ShownPhoto {
  const { hash, width, height, color, alt, focusX, focusY } = row
  return {
    hash,
    base: publicUrl ?? '',
    width,
    height,
    widths: widthsOf(width),
    color,
    focus: { x: focusX, y: focusY },
    alt,
  }
}
