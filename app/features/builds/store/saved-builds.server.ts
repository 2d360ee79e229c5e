import { eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { savedPriceInput, selectionInput } from '../input.ts'
import { buildQuery } from '../rules/build-address.ts'
import { type BuildPrice, type Catalog, priceBuild, type Selection } from '../rules.ts'
import { savedBuilds } from '../tables.ts'

export type SavedBuild = { code: string; selection: Selection; price: BuildPrice; savedAt: Date }

/** Length of a build code: short enough to read aloud, long enough that guessing is not worthwhile. */
const codeLength = 8

/** Saves a build at the catalog price and returns its code. The same build at the same price has one code. */
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
  if (!saved) throw new Error('The build was neither inserted nor found')
  return saved.code
}

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

/** Saved builds in the order of `codes`; unknown codes are skipped. */
export async function findSavedBuilds(db: Db, codes: readonly string[]): Promise<SavedBuild[]> {
  const found = await Promise.all(codes.map((code) => findSavedBuild(db, code)))
  return found.filter((build) => build !== undefined)
}
