import { eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { buildQuery, savedPriceInput, selectionInput } from '../input.ts'
import { type BuildPrice, type Catalog, priceBuild, type Selection } from '../rules.ts'
import { savedBuilds } from '../tables.ts'

/** A build behind a permanent link: what was chosen, and what it came to then. */
export type SavedBuild = { code: string; selection: Selection; price: BuildPrice; savedAt: Date }

/** Letters of a link's code: short enough to be read aloud, and a guess costs more than it finds. */
const codeLength = 8

/** Keeps a build at the catalog's price and gives its code. The same build at the same price has one code. */
export async function saveBuild(
  { tx, now }: UnitOfWork,
  selection: Selection,
  catalog: Catalog,
): Promise<string> {
  const price = priceBuild(selection, catalog)
  const onceKey = fingerprint(`${buildQuery(selection)} ${price.totalCents}`)
  const [saved] = await tx
    .insert(savedBuilds)
    .values({
      code: publicCode(codeLength),
      onceKey,
      selection,
      price,
      savedAt: now,
      totalCents: price.totalCents,
    })
    .onConflictDoUpdate({ target: savedBuilds.onceKey, set: { onceKey } })
    .returning({ code: savedBuilds.code })
  if (!saved) throw new Error('The build was neither kept nor found')
  return saved.code
}

/** A saved build by its code, or undefined. */
export async function findSavedBuild(db: Db, code: string): Promise<SavedBuild | undefined> {
  const [found] = await db.select().from(savedBuilds).where(eq(savedBuilds.code, code))
  return (
    found && {
      code: found.code,
      savedAt: found.savedAt,
      selection: selectionInput.parse(found.selection),
      price: savedPriceInput.parse(found.price),
    }
  )
}

/** Saved builds in the order asked for; codes that are none are left out. */
export async function findSavedBuilds(db: Db, codes: readonly string[]): Promise<SavedBuild[]> {
  const found = await Promise.all(codes.map((code) => findSavedBuild(db, code)))
  return found.filter((build) => build !== undefined)
}
