import { actAs, type Recorded, type SentForm } from '#app/access/act.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import { enterPrice, withdrawPrice } from '#app/catalog/prices.server.ts'
import { catalogStates, stockReasons } from '#app/catalog/rules.ts'
import type { RevisedRow, RowOutcome } from '#app/catalog/revised-rows.server.ts'
import { type AppContext, sqlState, type UnitOfWork } from '#app/db/db.server.ts'
import { invalidateCatalog } from '#app/features/builds/store.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { type FieldContext, type KindPlan, numberFields } from './rules/kind.ts'
import {
  type FieldFaults,
  formatItem,
  parseFields,
  parseItem,
  type ParsedItem,
  type TypedItem,
  typedFields,
} from './rules/item-form.ts'
import { kindPlans, type CatalogKind, isOfBuilder } from './rules/kinds.ts'
import { z } from 'zod'
import { changedErrors, staffAction, type Desk } from '#app/features/staff/action.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { dollars, formKey } from '#app/kit/fields.ts'
import { momentIn } from '#app/kit/dates.ts'
import { findFieldContext, requireKind, rowsOf, stocksOf } from './items.server.ts'

export type CatalogDesk = Pick<Desk, 'actor' | 'by' | 'timeZone'> & { ctx: AppContext }

/** `said` is what the log says; null where nothing differs. */
type Saved = { ok: true; key: string; said: AuditData | null }
/** `now` is what somebody else made of each differing field, in words. */
type Refused =
  | (Refusal<'invalid'> & { faults: FieldFaults })
  | (Refusal<'changed'> & { now: TypedItem })
  | Refusal<Exclude<keyof typeof refusalWords, 'invalid' | 'changed'>>

export const refusalWords = {
  invalid: 'Nothing was saved. What is wrong is said beside each field.',
  changed: 'Somebody changed this since you opened it. Nothing was saved: look at it and press again.',
  key_taken: 'There is one with this address already. Choose another address.',
  no_such_row: 'It is no longer there.',
  refused_by_database:
    'These values do not go together, or name something that is not there. Nothing was saved.',
  below_held: 'That would be less than what orders hold or bought. Nothing was entered.',
  no_change: 'That changes nothing. Enter how many came or went.',
  stock_changed:
    'Something was entered since this page was read, perhaps by this very form. Look at the ledger before you enter it again.',
  starts_in_past: 'A price cannot begin in the past. Leave the time empty to begin now.',
  price_out_of_range: 'That price is out of range.',
  price_not_scheduled: 'That price has begun, or was withdrawn. What has begun stays in the history.',
  import_outdated:
    'The catalog changed since the file was compared. Nothing was written: read the differences as they are now, then write.',
} as const

type Sent = { params: Readonly<Record<string, string>> }
const itemOf = ({ kind = '', key = '' }: Sent['params']) => ({ kind: requireKind(kind), key })
type Item = ReturnType<typeof itemOf>

const asked = {
  right: 'catalog.write',
  recent: ({ params }: Sent) => 'isGuarded' in kindPlans[itemOf(params).kind],
  to: ({ params: { kind, key } }: Sent) => `/staff/catalog/${kind}/${key}`,
} as const

const revision = z.coerce.number().int().nonnegative()

/** What the sheet of an item does. */
export const forms = {
  /** The key is the form's own: sent twice with the same values, it makes one item. */
  make: staffAction({
    ...asked,
    recent: (sent) => asked.recent(sent) || 'price' in kindPlans[itemOf(sent.params).kind],
    input: z.looseObject({ key: formKey }),
    async run({ desk, params, input: { key: ownKey, ...sent } }) {
      const { kind } = itemOf(params)
      const plan = kindPlans[kind]
      const typed = typedFields(kind, sent)
      const context = await findFieldContext(desk.ctx.db, desk.timeZone)
      const parsed = parseItem(kind, typed, context)
      const { values, faults } = parseFields(numberFields(plan), typed, context)
      if (!parsed.ok || Object.keys(faults).length > 0)
        return invalid({ ...(!parsed.ok && parsed.faults), ...faults })
      const pieces = Number(values.get('onShelf') ?? 0)
      const row = newRow(plan, parsed.row, { cents: Number(values.get('price')), pieces: 0 })
      const form = { key: ownKey, typed: ['item', kind, typed] }
      return write(desk, kind, { verb: 'catalog-create', form }, async (work) => {
        const made = await rowsOf[kind].create(work, row)
        if (!made.ok) return refusalOf(made)
        const first = { reason: 'received', typed: pieces, note: 'First stock', by: desk.by } as const
        if (plan.stock && pieces > 0) await stocksOf[plan.stock.kind].enter(work, made.key, first)
        return saved(made)
      })
    },
    to: ({ params }, { key }) => {
      const { kind } = itemOf(params)
      return `${kindPlans[kind].next?.path ?? `/staff/catalog/${kind}/`}${key}`
    },
    refusal: besideFields,
  }),
  save: staffAction({
    ...asked,
    input: z.looseObject({ revision }),
    run({ desk, params, input: { revision: seen, ...sent } }) {
      const item = itemOf(params)
      const typed = typedFields(item.kind, sent)
      return revise(desk, item, { verb: 'catalog-change', seen, typed }, (stored, context) =>
        parseItem(item.kind, typed, context, stored),
      )
    },
    refusal: besideFields,
  }),
  /** Shows, hides or retires an item. What orders bought of it stays theirs. */
  state: staffAction({
    ...asked,
    input: z.object({ revision, state: z.enum(catalogStates) }),
    async run({ desk, params, input: { revision: seen, state } }) {
      const item = itemOf(params)
      if (!kindPlans[item.kind].hasState) return refuse('no_such_row')
      return revise(desk, item, { verb: 'catalog-state', seen, typed: {} }, () => ({
        ok: true,
        row: { state },
      }))
    },
    refusal: ({ why }) => refusalWords[why],
  }),
  /** Enters a price that holds at once or from a moment on. Its form, sent twice, enters one. */
  price: staffAction({
    ...asked,
    recent: true,
    input: ({ desk }) => priceInput(desk.timeZone),
    run({ desk, params, input: { key: ownKey, cents, startsAt } }) {
      const { kind, key } = itemOf(params)
      const form = { key: ownKey, typed: ['price', kind, key, cents, startsAt] }
      return write(desk, kind, { verb: 'catalog-price', form }, async (work) => {
        const price = await lockPriced(work, kind, key)
        if (!price) return refuse('no_such_row')
        const entered = await enterPrice(work, { ...price, cents, startsAt, by: desk.by })
        if (!entered.ok) return entered
        return { ok: true, key, said: { cents, startsAt: (startsAt ?? work.now).toISOString() } }
      })
    },
    refusal: ({ why }) => ({ [why === 'starts_in_past' ? 'startsAt' : 'cents']: [refusalWords[why]] }),
  }),
  withdraw: staffAction({
    ...asked,
    recent: true,
    input: z.object({ id: z.coerce.number().int().positive() }),
    run({ desk, params, input: { id } }) {
      const { kind, key } = itemOf(params)
      return write(desk, kind, { verb: 'catalog-price-withdraw' }, async (work) => {
        const price = await lockPriced(work, kind, key)
        if (!price) return refuse('no_such_row')
        const gone = await withdrawPrice(work, { ...price, id, by: desk.by })
        if (!gone.ok) return gone
        const before = { cents: gone.cents, startsAt: gone.startsAt.toISOString() }
        return { ok: true, key, said: { before, after: {} } }
      })
    },
    refusal: ({ why }) => refusalWords[why],
  }),
  /** Enters a change of stock, unless another one was entered since `seen`, the newest entry on the form. */
  stock: staffAction({
    ...asked,
    input: z.object({
      seen: revision,
      reason: z.enum(stockReasons.filter((reason) => reason !== 'opening')),
      typed: z
        .string()
        .trim()
        .regex(/^[+-]?\d{1,6}$/, 'Enter a whole number, like 12 or -3')
        .transform(Number),
      note: z.string().trim().max(200, 'Keep it under 200 characters').default(''),
    }),
    run({ desk, params, input: entry }) {
      const { kind, key } = itemOf(params)
      return write(desk, kind, { verb: 'catalog-stock' }, async (work) => {
        const { stock } = kindPlans[kind]
        if (!stock) return refuse('no_such_row')
        const entered = await stocksOf[stock.kind].enter(work, key, { ...entry, by: desk.by })
        if (!entered.ok) return entered
        const { reason, note } = entry
        return { ok: true, key, said: { reason, quantity: entered.quantity, note } }
      })
    },
    refusal: ({ why }) => refusalWords[why],
  }),
}

/** A price. `startsAt` is what a clock in the shop shows, or empty for now. */
const priceInput = (timeZone: string) =>
  z.object({
    key: formKey,
    cents: dollars('Enter dollars and cents, like 89 or 89.50'),
    startsAt: z
      .string()
      .trim()
      .max(20)
      .default('')
      .transform((typed, context) => {
        const moment = typed === '' ? null : momentIn(timeZone, typed.replace('T', ' ').slice(0, 16))
        if (moment !== undefined) return moment
        context.addIssue({ code: 'custom', message: 'Enter a day and a time that exists' })
        return z.NEVER
      }),
  })

function besideFields(refused: Refused, sent: object): FieldErrors {
  if ('now' in refused) return changedErrors(refused.now, { ...sent })
  const faults = 'faults' in refused ? Object.entries(refused.faults) : []
  return {
    form: [refusalWords[refused.why]],
    ...Object.fromEntries(faults.map(([name, why]) => [name, [why]])),
  }
}

export function newRow(
  { price, stock }: KindPlan,
  row: Record<string, unknown>,
  { cents, pieces }: { cents: number; pieces: number },
) {
  return { ...row, ...(price && { [price.column]: cents }), ...(stock && { [stock.column]: pieces }) }
}

async function revise(
  desk: CatalogDesk,
  { kind, key }: Item,
  { verb, seen, typed }: { verb: string; seen: number; typed: TypedItem },
  parse: (stored: RevisedRow, context: FieldContext) => ParsedItem,
) {
  const context = await findFieldContext(desk.ctx.db, desk.timeZone)
  return write(desk, kind, { verb }, async (work) => {
    const stored = await rowsOf[kind].findForUpdate(work.tx, key)
    if (!stored) return refuse('no_such_row')
    if (stored.revision !== seen) return outdated(kind, stored, typed, context)
    const parsed = parse(stored, context)
    return parsed.ok ? saved(await rowsOf[kind].change(work, key, seen, parsed.row)) : invalid(parsed.faults)
  })
}

const invalid = (faults: FieldFaults) => ({ ...refuse('invalid'), faults })

function outdated(kind: CatalogKind, stored: RevisedRow, typed: TypedItem, context: FieldContext) {
  const now = Object.entries(formatItem(kind, stored, context)).filter(
    ([name, is]) => typed[name] !== undefined && typed[name].replaceAll('\r\n', '\n').trim() !== is,
  )
  return { ...refuse('changed'), now: Object.fromEntries(now) }
}

function saved(outcome: RowOutcome) {
  if (!outcome.ok) return refusalOf(outcome)
  const { key, before, after } = outcome
  type Fields = Parameters<typeof changeOf>[0]
  const said = before === after ? null : changeOf(before as Fields, after as Fields)
  return { ok: true as const, key, said }
}

/** A conflict cannot come here: the revision was compared under the same lock. */
const refusalOf = ({ why }: Exclude<RowOutcome, { ok: true }>) =>
  refuse(why === 'changed' ? 'refused_by_database' : why)

async function lockPriced({ tx }: UnitOfWork, kind: CatalogKind, item: string) {
  const { price } = kindPlans[kind]
  if (!price || !(await rowsOf[kind].findForUpdate(tx, item))) return undefined
  return { kind: price.kind, minCents: price.minCents, item }
}

/** One transaction with its row in the log. What the database's own checks refuse is an answer; the rest is thrown. */
async function write(
  { ctx, actor }: CatalogDesk,
  kind: CatalogKind,
  act: { verb: string; form?: SentForm },
  task: (work: UnitOfWork) => Promise<Saved | Refused>,
): Promise<Recorded<Saved | Refused> | Refusal<'refused_by_database'>> {
  const subject = ({ key }: Saved) => subjectOf(kind, key)
  const data = ({ said }: Saved) => said
  try {
    const done = await actAs(ctx, actor, { ...act, subject, data }, task)
    if (done.ok && isOfBuilder(kind)) invalidateCatalog(ctx.db)
    return done
  } catch (error) {
    if (isRefusedByDatabase(error)) return refuse('refused_by_database')
    throw error
  }
}

export const subjectOf = (kind: CatalogKind, key: string) => `${kind}/${key}`

export const isRefusedByDatabase = (error: unknown) =>
  ['23514', '23503', '23505'].includes(sqlState(error) ?? '')
