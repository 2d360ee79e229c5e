import { eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type ArtFile, artPath, type DropTheme, packUnits } from '../rules.ts'
import { artPhase, closedMoment, receiverRevision, receiverSubject } from '../rules/art.ts'
import { drops, patches } from '../tables.ts'
import type { Drop } from './drops.server.ts'

/** Increase when the drawing code changes: it invalidates cached pictures. */
const artRevision = 4

export function artVersion(drop: Drop): string {
  const { slug, theme, dropNumber, totalUnits, status, units, artSeed } = drop
  const phase = artPhase(status)
  const look = [artSeed, drop.colorPrimary, drop.colorAccent, closedMoment(drop)]
  return fingerprint(
    JSON.stringify([artRevision, slug, theme, dropNumber, totalUnits, phase, packUnits(units), ...look]),
  )
}

export function receiverVersion(drop: Drop): string {
  const subjects = [undefined, ...drop.variants].map((variant) => receiverSubject(drop, variant))
  return fingerprint(JSON.stringify([receiverRevision, subjects]))
}

export function artPathsOf(drop: Drop): (file: ArtFile) => string {
  const version = artVersion(drop)
  return (file) => drop.heroImageUrl ?? artPath(drop.slug, file, version)
}

export type PatchSubject = { slug: string; theme: DropTheme; top: string; bottom: string; version: string }

type NamedDrop = Pick<Drop, 'slug' | 'name' | 'theme' | 'dropNumber'>

type DrawnPatch = Pick<typeof patches.$inferSelect, 'id' | 'name' | 'grantsEarlyAccess'>

export function patchSubjects(
  drop: NamedDrop,
  sold: readonly DrawnPatch[],
): { own: PatchSubject; sold: PatchSubject[] } {
  return {
    own: toPatchSubject(drop, 0),
    sold: sold.map(({ id }) => toPatchSubject(drop, drawnIndex(sold, id))),
  }
}

/** Which design a patch has: first those with early access, then by name. A patch that moves in the list keeps its design. */
function drawnIndex(siblings: readonly DrawnPatch[], id: string): number {
  const inOrder = siblings.toSorted(
    (one, other) =>
      Number(other.grantsEarlyAccess) - Number(one.grantsEarlyAccess) || (one.name < other.name ? -1 : 1),
  )
  return Math.max(
    0,
    inOrder.findIndex((patch) => patch.id === id),
  )
}

export async function findPatchSubject(db: Db, patchId: string): Promise<PatchSubject | undefined> {
  const [found] = await db
    .select({
      dropId: drops.id,
      slug: drops.slug,
      name: drops.name,
      theme: drops.theme,
      dropNumber: drops.dropNumber,
    })
    .from(patches)
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(eq(patches.id, patchId))
  if (!found) return undefined
  const siblings = await db
    .select({ id: patches.id, name: patches.name, grantsEarlyAccess: patches.grantsEarlyAccess })
    .from(patches)
    .where(eq(patches.dropId, found.dropId))
  return toPatchSubject(found, drawnIndex(siblings, patchId))
}

function toPatchSubject({ slug, name, theme, dropNumber }: NamedDrop, index: number): PatchSubject {
  const [, title = name, volume] = /^(.*?)\s+(vol\. \d+)$/i.exec(name) ?? []
  const design = {
    slug: index === 0 ? slug : `${slug}-${index + 1}`,
    theme: index === 0 ? theme : ('noir' as const),
    top: title,
    bottom: volume ?? `Drop № ${String(dropNumber).padStart(3, '0')}`,
  }
  return { ...design, version: fingerprint(JSON.stringify([artRevision, design])) }
}
