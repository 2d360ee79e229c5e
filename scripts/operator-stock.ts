// The operator's verb for counted stock: listing accessories and patches, and setting what is left.
import { z } from 'zod'
import { listAccessories, restockAccessory } from '#app/features/accessories/store.server.ts'
import { listDrops, listPatches, restockPatch } from '#app/features/drops/store.server.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, refusedBy, type VerbResult, type Verb } from './operator-verb.ts'

/** Verbs by name. */
export const stockVerbs: Record<string, Verb> = {
  stock: {
    usage: 'stock [<id> <pieces>]',
    about: 'stock of accessories and patches; or sets how many of one are left',
    takes: (args) => args.length === 0 || (args.length === 2 && /^\d{1,5}$/.test(args[1] ?? '')),
    run: stock,
  },
}

async function stock({ act, paymentCtx }: Operator, [id, pieces]: string[]): Promise<VerbResult> {
  if (!id) return showStock(paymentCtx)
  const left = Number(pieces)
  const set = await act({ verb: 'stock', subject: id, data: { left } }, (work) =>
    z.uuid().safeParse(id).success ? restockPatch(work, id, left) : restockAccessory(work, id, left),
  )
  return set.ok ? done(`${set.name}: ${left} are available now.`) : refusedBy(set)
}

async function showStock({ db, now }: Operator['paymentCtx']): Promise<VerbResult> {
  const moment = now()
  const shelf = await listAccessories(db, moment)
  const drops = await listDrops(db, moment)
  const patches = await Promise.all(drops.map((drop) => listPatches(db, drop.id, moment)))
  const rows = [
    ...shelf.map(({ id, name, left, priceCents }) => [id, name, String(left), formatCents(priceCents)]),
    ...patches.flat().map(({ id, name, left, price }) => [id, name, String(left), formatCents(price)]),
  ]
  return done(table(['Id', 'Name', 'Left', 'Price'], rows))
}
