import type { CatalogState } from '#app/catalog/rules.ts'
import { listAuditEntriesOf } from '#app/access/audit.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { listPanelPhotos } from '#app/features/photo-desk/store.server.ts'
import { actorName } from '#app/features/staff/rules.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { formatItem } from '../rules/item-form.ts'
import type { CatalogKind, KindPlan } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { subjectOf } from '../flows.server.ts'
import { findFieldContext, findItem } from '../store/items.server.ts'
import { reasonWords } from '../words.ts'

/** An item as its sheet shows it. @throws The 404 page for one that is not there. */
export async function viewItem(
  shop: Pick<Shop, 'db' | 'now' | 'timeZone' | 'files'>,
  kind: CatalogKind,
  key: string,
) {
  const { db, now, timeZone } = shop
  const moment = now()
  const plan: KindPlan = kindPlans[kind]
  const [found, fields, changes, photos] = await Promise.all([
    findItem(db, kind, key, moment),
    findFieldContext(db, timeZone),
    listAuditEntriesOf(db, subjectOf(kind, key)),
    plan.photos ? listPanelPhotos(shop, { kind: plan.photos, key }) : [],
  ])
  if (!found)
    throw notFound('No Such Item', {
      text: `There is no ${plan.one} ${key.slice(0, 60)}.`,
      link: { to: `/staff/catalog/${kind}`, label: plan.title },
    })
  const stamp = (at: Date) => formatStamp(at, timeZone, moment)
  return {
    kind,
    key,
    name: String(found.row[plan.name]),
    revision: found.row.revision,
    state: (found.row.state ?? 'visible') as CatalogState,
    typed: formatItem(kind, found.row, { timeZone }),
    fields,
    photos,
    prices: found.prices?.map(({ id, cents, from, to, when, by }) => ({
      id,
      amount: (cents / 100).toFixed(2),
      period: periodWords(when, from && stamp(from), to && stamp(to)),
      when,
      by,
    })),
    stock: found.stock,
    entries: (found.entries ?? []).map(({ id, quantity, reason, note, enteredAt, enteredBy, after }) => ({
      id,
      when: stamp(enteredAt),
      words: [reasonWords[reason], note, enteredBy].filter(Boolean).join(', '),
      quantity: quantity > 0 ? `+${quantity}` : String(quantity).replace('-', '−'),
      after,
    })),
    changes: changes.map(({ id, at, actor, verb, data }) => ({
      key: String(id),
      date: stamp(at),
      change: changeWords(verb, data),
      by: actorName(actor),
    })),
  }
}

function periodWords(when: 'past' | 'now' | 'scheduled', from: string | null, to: string | null): string {
  if (when === 'past') return from ? `${from} to ${to}` : `until ${to}`
  if (when === 'now') return from ? `since ${from}` : 'from the beginning'
  return `from ${from}`
}

const verbWords: Record<string, string> = {
  'catalog-create': 'Made',
  'catalog-change': 'Changed',
  'catalog-state': 'State',
  'catalog-price': 'Price entered',
  'catalog-price-withdraw': 'Price withdrawn',
  'catalog-stock': 'Stock entered',
  'catalog-import': 'Changed by a file',
}

function changeWords(verb: string, data: object): string {
  const words = verbWords[verb] ?? verb
  const after = 'after' in data && typeof data.after === 'object' && data.after !== null ? data.after : {}
  const fields = Object.keys(after).filter((name) => name !== 'revision')
  return verb === 'catalog-create' || fields.length === 0 ? words : `${words}: ${fields.join(', ')}`
}
