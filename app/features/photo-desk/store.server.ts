import type { Db } from '#app/db/db.server.ts'
import { listAccessories } from '#app/features/accessories/store.server.ts'
import { readCatalog, readOffers } from '#app/features/builds/store.server.ts'
import { listInstructors } from '#app/features/courses/store/roster.server.ts'
import { listCourses } from '#app/features/courses/store/sessions.server.ts'
import { dropPath } from '#app/features/drops/rules.ts'
import { listDrops } from '#app/features/drops/store/drops.server.ts'
import { listPatches } from '#app/features/drops/store/patches.server.ts'
import { pagesWithPhotos, type Subject, type SubjectKind } from '#app/features/photos/rules.ts'
import { type PhotoContext, toShown } from '#app/features/photos/store.server.ts'
import { listSubjectPhotos } from '#app/features/photos/store/library.server.ts'
import { parseText } from '#app/features/texts/rules.ts'
import { findInForce } from '#app/features/texts/shown.server.ts'
import type { NamedSubject, SubjectPhoto } from './rules.ts'

export async function listSubjects(db: Db, now: Date): Promise<NamedSubject[]> {
  const [drops, accessories, catalog, offers, courses, instructors, services] = await Promise.all([
    listDrops(db, now),
    listAccessories(db, now),
    readCatalog(db, now),
    readOffers(db, now),
    listCourses(db),
    listInstructors(db),
    findInForce(db, 'services'),
  ])
  const ofDrops = await Promise.all(
    drops.map(async (drop) => {
      const { id, slug, name, variants } = drop
      const path = dropPath(drop)
      const patches = await listPatches(db, id, now)
      return [
        named('drop', slug, name, path),
        ...variants.map((each) => named('variant', each.id, `${name}, ${each.name}`, path)),
        ...patches.map((each) => named('patch', each.id, `${name}, ${each.name}`, path)),
      ]
    }),
  )
  return [
    ...ofDrops.flat(),
    ...accessories.map(({ id, name }) => named('accessory', id, name, '/accessories')),
    ...catalog.platforms.map(({ id, name }) => named('platform', id, name, `/build?platform=${id}`)),
    ...catalog.parts.map(({ id, name, platformId }) =>
      platformId
        ? named('part', id, `${name} (${platformId})`, `/build?platform=${platformId}`)
        : named('part', id, name, '/build'),
    ),
    ...offers.packages.map(({ id, name }) => named('package', id, name, '/build#packages')),
    ...courses.map(({ slug, name }) => named('course', slug, name, '/ccw-training')),
    ...instructors.map(({ id, name }) => named('instructor', id, name, '/ccw-training/instructors')),
    ...parseText(services.markdown).parts.map(({ id, title }) => named('service', id, title, '/services')),
    ...pagesWithPhotos.map(({ key, name, path }) => named('page', key, name, path)),
  ]
}

const named = (kind: SubjectKind, key: string, name: string, path: string): NamedSubject => ({
  kind,
  key,
  name,
  path,
})

export async function listPanelPhotos(
  { db, files }: PhotoContext,
  subject: Subject,
): Promise<SubjectPhoto[]> {
  const rows = await listSubjectPhotos(db, subject)
  return rows.map(({ photo, role }) => ({ photo: toShown(photo, files), role }))
}

export async function listPanelPhotosOf(
  ctx: PhotoContext,
  kind: SubjectKind,
  keys: readonly string[],
): Promise<Record<string, SubjectPhoto[]>> {
  const rows = await Promise.all(
    keys.map(async (key) => [key, await listPanelPhotos(ctx, { kind, key })] as const),
  )
  return Object.fromEntries(rows)
}
