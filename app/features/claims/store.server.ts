import type { Shop } from '#app/http/context.server.ts'
import { asc, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type ClaimInput, citationsOf, claimInForce, type ClaimView, shopZone } from './rules.ts'
import { claims } from './tables.ts'

/** A key without a claim in force is missing: a page says less rather than something outdated. */
export async function findClaims<Key extends string>(
  db: Db,
  keys: readonly Key[],
  now: Date,
  zone = shopZone,
): Promise<Partial<Record<Key, ClaimView>>> {
  const byKey = Map.groupBy(await listClaimHistory(db, keys), ({ key }) => key)
  const inForce = [...byKey].flatMap(([key, rows]) => {
    const claim = claimInForce(rows, now, zone)
    return claim ? [[key, claim] as const] : []
  })
  return Object.fromEntries(inForce) as Partial<Record<Key, ClaimView>>
}

/** Where staff are written to, and the postal address that commercial mail states, as far as each is known. */
export async function findContact({ db, now, timeZone }: Pick<Shop, 'db' | 'now' | 'timeZone'>) {
  const claims = await findClaims(db, ['support.email', 'support.postal'], now(), timeZone)
  return { desk: claims['support.email']?.figure, postalLine: claims['support.postal']?.text }
}

/** Every period of these claims, past and coming, oldest first, with their sources as customers read them. */
export async function listClaimHistory(db: Db, keys: readonly string[]): Promise<ClaimView[]> {
  if (!keys.length) return []
  const rows = await selectClaims(db).where(inArray(claims.key, [...keys]))
  return rows.map((row) => {
    const { laws, addresses } = citationsOf(row.source)
    return { ...row, source: [...laws, ...addresses].join('; ') }
  })
}

export async function listAllClaims(db: Db): Promise<ClaimView[]> {
  return selectClaims(db)
}

export async function recordClaim(db: Db, claim: ClaimInput): Promise<void> {
  await db
    .insert(claims)
    .values(claim)
    .onConflictDoUpdate({ target: [claims.key, claims.effectiveFrom], set: claim })
}

/** Adds claims whose key has no row yet. What the operator has changed, ended or begun stays as it is. */
export async function addMissingClaims(db: Db, claimList: ClaimInput[]): Promise<void> {
  const knownKeys = new Set((await db.selectDistinct({ key: claims.key }).from(claims)).map((row) => row.key))
  const missing = claimList.filter((claim) => !knownKeys.has(claim.key))
  if (missing.length) await db.insert(claims).values(missing).onConflictDoNothing()
}

const { id: _, ...claimColumns } = getTableColumns(claims)

function selectClaims(db: Db) {
  return db
    .select(claimColumns)
    .from(claims)
    .orderBy(asc(claims.key), sql`${claims.effectiveFrom} nulls first`)
    .$dynamic()
}
