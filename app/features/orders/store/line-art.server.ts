import type { Db } from '#app/db/db.server.ts'
import type { LineArt, Plate, SellableKind } from '../rules/goods.ts'
import { storedGood } from '../rules/stored-good.ts'
import type { Sellables } from './lines.server.ts'

type Line = { kind: SellableKind; ref: unknown; plate: Plate | null }

export async function findLineArt(
  db: Db,
  sellables: Sellables,
  [line, ...others]: readonly Line[],
): Promise<LineArt | null> {
  if (!line || line.plate || others.length > 0) return null
  const { sellable, ref } = storedGood(sellables, line) ?? {}
  return (await sellable?.art?.(db, ref)) ?? null
}
