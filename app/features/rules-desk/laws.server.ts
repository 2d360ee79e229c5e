import { actAs } from '#app/access/act.server.ts'
import { type AuditData, namedChanges } from '#app/access/difference.ts'
import { type AppContext, type Db, type UnitOfWork, unlessRefused } from '#app/db/db.server.ts'
import { type ClaimInput, claimStaleOn, type ClaimView, isStale } from '#app/features/claims/rules.ts'
import {
  isStaleRule,
  type LocalRuleInput,
  type PurchaseAgeInput,
  type StateRuleInput,
  staleOn,
} from '#app/features/compliance/rules.ts'
import { listAllClaims, recordClaim } from '#app/features/claims/store.server.ts'
import {
  deleteLocalRule,
  findStateRule,
  listStateRules,
  listLocalRules,
  listPurchaseAges,
  lockRule,
  recordLocalRule,
  recordPurchaseAge,
  recordReview,
  recordStateRule,
} from '#app/features/compliance/store/state-rules.server.ts'
import { type AffectedOrder, listAffected } from '#app/features/orders/store/review.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { claimShown, differencesOf, type Law, type LawKind } from './rules.ts'

/** Who acts, as a form of a desk knows them. */
type Acting = { ctx: AppContext; actor: string; timeZone: string }
type Clock = { now: Date; timeZone: string }

/** `version`: its number, or the fingerprint of a claim's history. `law` is what counts now. */
export type StoredLaw = {
  key: string
  version: string
  asOf: string
  law: Law
  periods: readonly ClaimView[]
  staleOn: string
  isStaleAt: (at: Date) => boolean
}

type LawStore = {
  /** As the audit log calls its change. */
  verb: string
  keyOf: (law: Law) => string
  list: (db: Db, clock: Clock) => Promise<StoredLaw[]>
  /** Writes the whole law as it counts from now on. Returns its version; a claim has none. */
  write: (work: UnitOfWork, law: Law) => Promise<number | null>
  /** The open orders whose verdict changes with it, or without it where it is removed. */
  affected?: (
    db: Db,
    stored: StoredLaw | undefined,
    law: Law | undefined,
    now: Date,
  ) => Promise<AffectedOrder[]>
  /** A state has its row from the beginning: none is added. */
  isGiven?: true
}

const numbered = (key: string, { version, ...law }: { version: number; asOf: string }): StoredLaw => ({
  key,
  version: String(version),
  asOf: law.asOf,
  law,
  periods: [],
  staleOn: staleOn(law),
  isStaleAt: (at) => isStaleRule(law, at),
})

export const lawStores: Record<LawKind, LawStore> = {
  state: {
    verb: 'rule',
    isGiven: true,
    keyOf: ({ state }) => String(state),
    list: async (db) => (await listStateRules(db)).map(({ local: _, ...rule }) => numbered(rule.state, rule)),
    write: (work, law) => recordStateRule(work, law as StateRuleInput),
    affected: async (db, stored, law, now) => {
      const row = stored && (await findStateRule(db, stored.key))
      return row ? listAffected(db, { ...row, ...(law as StateRuleInput) }, now) : []
    },
  },
  local: {
    verb: 'local-rule',
    keyOf: ({ id }) => String(id),
    list: async (db) => (await listLocalRules(db)).map((rule) => numbered(rule.id, rule)),
    write: (work, law) => recordLocalRule(work, law as LocalRuleInput),
    affected: async (db, stored, law, now) => {
      const place = law ?? stored?.law
      const row = place && (await findStateRule(db, String(place.state)))
      if (!row) return []
      const others = row.local.filter(({ id }) => id !== place.id)
      const proposed = law ? [{ version: 0, ...(law as LocalRuleInput) }] : []
      return listAffected(db, { ...row, local: [...others, ...proposed] }, now)
    },
  },
  age: {
    verb: 'age',
    keyOf: ({ ageClass, state }) => `${String(ageClass)} ${String(state)}`,
    list: async (db) =>
      (await listPurchaseAges(db)).map((rule) => numbered(`${rule.ageClass} ${rule.state}`, rule)),
    write: (work, law) => recordPurchaseAge(work, law as PurchaseAgeInput),
  },
  claim: {
    verb: 'claim',
    keyOf: ({ key }) => String(key),
    list: async (db, { now, timeZone }) =>
      [...Map.groupBy(await listAllClaims(db), ({ key }) => key)].flatMap(([key, periods]) => {
        const shown = claimShown(periods, now, timeZone)
        if (!shown) return []
        const { reviewedOn: asOf, ...law } = shown
        const version = fingerprint(JSON.stringify(periods))
        const isStaleAt = (at: Date) => isStale(shown, at, timeZone)
        return { key, version, asOf, law, periods, staleOn: claimStaleOn(shown), isStaleAt }
      }),
    write: async (work, { asOf, ...claim }) => {
      await recordClaim(work.tx, { ...claim, reviewedOn: asOf } as ClaimInput)
      return null
    },
  },
}

export async function findLaw(db: Db, kind: LawKind, key: string, clock: Clock) {
  return (await lawStores[kind].list(db, clock)).find((law) => law.key === key)
}

/** The orders that a change touches, as one text: a form carries it, so that a longer list is seen before it counts. */
export function affectedKey(orders: readonly AffectedOrder[]): string {
  return orders.map(({ orderId, to }) => `${orderId} ${to}`).join(' ')
}

/** What a proposal, or the removal of a law, changes. Of a claim it is compared with the period of the same first day; another day begins a new one. */
export async function compareLaw(db: Db, kind: LawKind, key: string, proposal: Law | null, clock: Clock) {
  const store = lawStores[kind]
  const stored = await findLaw(db, kind, key, clock)
  // It counts as read today, unless its form says another day.
  const asOf = typeof proposal?.asOf === 'string' ? proposal.asOf : formatIsoDay(clock.now, clock.timeZone)
  const law: Law | null = proposal && { ...stored?.law, ...proposal, asOf }
  const before =
    law && stored?.periods.length
      ? stored.periods.find(({ effectiveFrom }) => effectiveFrom === law.effectiveFrom)
      : stored?.law
  const changes = differencesOf(kind, before ?? {}, law ?? {})
  const affected = changes.length > 0 ? await store.affected?.(db, stored, law ?? undefined, clock.now) : []
  // A form changes the law at its address, whatever it names, and none becomes that of another state.
  const isOther = law !== null && (store.keyOf(law) !== key || (stored && law.state !== stored.law.state))
  const readOn = law ? asOf : (stored?.asOf ?? asOf)
  return { stored, law, asOf: readOn, changes, affected: affected ?? [], isOther }
}

/** Who is affected is computed again under its lock: a list that differs from the one that was shown refuses the change. */
export function changeLaw(
  { ctx, actor, timeZone }: Acting,
  kind: LawKind,
  { key, proposal }: { key: string; proposal: Law | null },
  { seen, affected, evidence }: { seen: string; affected: string; evidence: string },
) {
  const store = lawStores[kind]
  const act = { verb: store.verb, subject: key, data: (proposal ? {} : { removed: 'yes' }) as AuditData }
  return actAs(ctx, actor, act, async (work) => {
    await lockRule(work, `${kind} ${key}`)
    const clock = { now: work.now, timeZone }
    const compared = await compareLaw(work.tx, kind, key, proposal, clock)
    const { stored, law, asOf, changes } = compared
    if (!stored && (store.isGiven || !proposal)) return refuse('rule_not_found')
    if (compared.isOther) return refuse('other_rule')
    if (law && asOf > formatIsoDay(work.now, timeZone)) return refuse('not_read_yet')
    if ((stored?.version ?? '0') !== seen) return refuse('changed')
    if (changes.length === 0) return refuse('nothing_to_do')
    if (affectedKey(compared.affected) !== affected) return refuse('affected_changed')
    const version = law ? await store.write(work, law) : Number(stored?.version)
    if (!law) {
      const removed = await deleteLocalRule(work, key)
      if (!removed.ok) return removed
    }
    const lines = changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('\n')
    const rule = `${kind} ${key}`
    await recordReview(work, { rule, version, reviewer: actor, asOf, evidence, changes: lines })
    if (version !== null) act.data.version = version
    Object.assign(act.data, namedChanges(changes))
    return { ok: true as const, version }
  })
}

/** Confirms laws unchanged: each counts as checked today, by this person. All of them, or none where one changed meanwhile. */
export function confirmLaws(
  { ctx, actor, timeZone }: Acting,
  read: readonly { kind: LawKind; key: string; version: string }[],
  evidence: string,
) {
  const subject = read.map(({ kind, key }) => (kind === 'state' ? key : `${kind} ${key}`)).join(', ')
  const act = { verb: 'rules-confirm', subject, data: { evidence: evidence.slice(0, 400) } }
  const named = read.map((law) => ({ ...law, rule: `${law.kind} ${law.key}` }))
  return actAs(ctx, actor, act, (all) =>
    unlessRefused(all, async (work) => {
      const clock = { now: work.now, timeZone }
      const asOf = formatIsoDay(work.now, timeZone)
      const changed: string[] = []
      // In one order, so that two people who confirm the same laws never wait for each other.
      for (const { kind, key, rule, version } of named.toSorted((a, b) => a.rule.localeCompare(b.rule))) {
        await lockRule(work, rule)
        const stored = await findLaw(work.tx, kind, key, clock)
        if (stored?.version !== version) changed.push(key)
        else {
          const confirmed = await lawStores[kind].write(work, { ...stored.law, asOf })
          await recordReview(work, { rule, version: confirmed, reviewer: actor, asOf, evidence })
        }
      }
      return changed.length > 0 ? { ...refuse('changed'), rules: changed } : { ok: true as const }
    }),
  )
}
