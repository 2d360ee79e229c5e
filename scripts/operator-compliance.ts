// The operator's verbs that change state rules, local rules and purchase ages.
import { localRuleInput, purchaseAgeInput, stateRuleInput } from '#app/features/compliance/input.ts'
import { ageClasses } from '#app/features/compliance/rules/ages.ts'
import { findStateRule, listLocalRules, listPurchaseAges } from '#app/features/compliance/store.server.ts'
import { changeRow } from '#app/features/rules-desk/flows.server.ts'
import {
  changeAge as changePurchaseAge,
  changePlace,
  dropPlace,
} from '#app/features/rules-desk/place-flows.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { checks } from './operator-checks.ts'
import type { Operator } from './operator.ts'
import {
  done,
  malformed,
  optionNames,
  readOptions,
  refusedBy,
  type VerbResult,
  type Verb,
} from './operator-verb.ts'
import { showRules } from './operator-rule-list.ts'

const one = { type: 'string' } as const
const many = { type: 'string', multiple: true } as const
const about = { note: one, source: many, 'as-of': one }
const ofState = {
  sbr: one,
  sbs: one,
  suppressor: one,
  rifle: one,
  handgun: one,
  aow: one,
  receiver: one,
  law: one,
  default: one,
  confidence: one,
  'sbs-confidence': one,
  magazine: one,
  'magazine-handgun': one,
  'magazine-long-gun': one,
  'magazine-status': one,
  flag: many,
  ...about,
}
const ofPlace = { state: one, place: one, zip: many, firearms: one, magazines: one, magazine: one, ...about }

/** Verbs by name. */
export const complianceVerbs: Record<string, Verb> = {
  checks,
  rules: {
    usage: 'rules',
    about: 'state rules, local rules and purchase ages, and which are too old to rely on',
    takes: (args) => args.length === 0,
    run: showRules,
  },
  rule: {
    usage:
      'rule <state> [--sbr allowed|restricted|prohibited] [--magazine <rounds|none>] [--as-of <date>] ...',
    about: `shows a state's rule, or changes it: ${optionNames(ofState)}`,
    takes: ([state = '', ...args]) => /^[A-Za-z]{2}$/.test(state) && takesOptions(args, ofState),
    run: changeRule,
  },
  'local-rule': {
    usage: 'local-rule <id> [--state CO --place Denver --zip 802 --magazines restricted] | <id> remove',
    about: 'writes or removes a local rule',
    takes: ([id = '', ...args]) =>
      id !== '' && (isRemoval(args) || (args.length > 0 && takesOptions(args, ofPlace))),
    run: changeLocalRule,
  },
  age: {
    usage: 'age <class> <state | US> <years> [--note ...] [--source ...] [--as-of <date>]',
    about: `sets the minimum age to buy a class of goods: ${ageClasses.join(', ')}`,
    takes: ([ageClass, state, years = '', ...args]) =>
      Boolean(ageClass && state) && /^\d{2}$/.test(years) && takesOptions(args, about),
    run: changeAge,
  },
}

const takesOptions = (args: string[], options: Parameters<typeof readOptions>[1]) =>
  readOptions(args, options)?.positionals.length === 0
const isRemoval = ([word, ...more]: string[]) => word === 'remove' && more.length === 0

async function changeRule(
  { paymentCtx, actor, timeZone }: Operator,
  [state = '', ...args]: string[],
): Promise<VerbResult> {
  const code = state.toUpperCase()
  const before = await findStateRule(paymentCtx.db, code)
  if (!before) return refusedBy({ ok: false, why: 'no_such_state' })
  const values = readOptions(args, ofState)?.values ?? {}
  if (Object.keys(values).length === 0) return done(sheet(before))
  const both = values.magazine === undefined ? {} : bothLimits(values.magazine)
  const parsed = stateRuleInput.safeParse({
    ...before,
    ...defined({ sbr: values.sbr, sbs: values.sbs, suppressor: values.suppressor, flags: values.flag }),
    ...defined({ suggestedDefault: values.default, magazineStatus: values['magazine-status'] }),
    ...defined({ confidence: values.confidence, sbsConfidence: values['sbs-confidence'] }),
    ...defined({ rifle: orNull(values.rifle), handgun: orNull(values.handgun), aow: orNull(values.aow) }),
    ...defined({ receiver: orNull(values.receiver), law: orNull(values.law) }),
    ...both,
    ...limit('magazineLimitHandgun', values['magazine-handgun']),
    ...limit('magazineLimitLongGun', values['magazine-long-gun']),
    ...checkedNow(values, timeZone, paymentCtx.now()),
  })
  if (!parsed.success) return malformed(parsed.error)
  const { evidence } = byCommand(values)
  const ruling = { proposal: parsed.data, evidence, asOf: parsed.data.asOf }
  const recorded = await changeRow({ ctx: paymentCtx, actor, timeZone }, code, ruling)
  return describeChange(recorded, `The rule of ${before.name}`)
}

async function changeLocalRule(
  { paymentCtx, actor, timeZone }: Operator,
  [id = '', ...args]: string[],
): Promise<VerbResult> {
  const desk = { ctx: paymentCtx, actor, timeZone }
  if (isRemoval(args)) {
    const dropped = await dropPlace(desk, id, { evidence: 'Removed by command' })
    return dropped.ok ? done(`${dropped.place} no longer has its own rule.`) : refusedBy(dropped)
  }
  const before = (await listLocalRules(paymentCtx.db)).find((rule) => rule.id === id)
  const values = readOptions(args, ofPlace)?.values ?? {}
  const parsed = localRuleInput.safeParse({
    firearms: null,
    magazines: null,
    magazineLimit: null,
    note: '',
    sources: [],
    ...before,
    id,
    ...defined({
      state: values.state?.toUpperCase(),
      place: values.place,
      zips: values.zip,
    }),
    ...defined({
      firearms: orNull(values.firearms),
      magazines: orNull(values.magazines),
    }),
    ...limit('magazineLimit', values.magazine),
    ...checkedNow(values, timeZone, paymentCtx.now()),
  })
  if (!parsed.success) return malformed(parsed.error)
  const recorded = await changePlace(desk, parsed.data, byCommand(values))
  return describeChange(recorded, `The rule of ${parsed.data.place}`)
}

async function changeAge(
  { paymentCtx, actor, timeZone }: Operator,
  [ageClass = '', state = '', years = '', ...args]: string[],
): Promise<VerbResult> {
  const code = state.toUpperCase()
  const before = (await listPurchaseAges(paymentCtx.db)).find(
    (age) => age.ageClass === ageClass && age.state === code,
  )
  const values = readOptions(args, about)?.values ?? {}
  const parsed = purchaseAgeInput.safeParse({
    note: '',
    sources: [],
    ...before,
    ageClass,
    state: code,
    years: Number(years),
    ...checkedNow(values, timeZone, paymentCtx.now()),
  })
  if (!parsed.success) return malformed(parsed.error)
  const desk = { ctx: paymentCtx, actor, timeZone }
  return describeChange(
    await changePurchaseAge(desk, parsed.data, byCommand({ years, ...values })),
    `The purchase age of ${ageClass} in ${code}`,
  )
}

/** The decision of a command: it saw no earlier version, and may confirm a rule unchanged. */
const byCommand = (values: object) => ({
  evidence: `Changed by command: ${Object.keys(values).join(' ')}`,
  mayConfirm: true,
})

type Checked = { note?: string; source?: string[]; 'as-of'?: string }

/** A changed rule counts as checked today, unless a date is given. */
function checkedNow(values: Checked, timeZone: string, now: Date) {
  const asOf = values['as-of'] ?? formatIsoDay(now, timeZone)
  return { ...defined({ note: values.note, sources: values.source }), asOf }
}

function describeChange(
  recorded: { ok: true; version: number; isChanged: boolean } | Parameters<typeof refusedBy>[0],
  what: string,
) {
  if (!recorded.ok) return refusedBy(recorded)
  if (!recorded.isChanged) return done(`${what} is unchanged (version ${recorded.version}).`)
  return done(
    `${what} is now version ${recorded.version}. Open orders are checked again within a minute: see npm run operate -- checks`,
  )
}

function sheet(rule: object): string {
  return Object.entries(rule)
    .map(([name, value]) => `${name.padEnd(21)} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}

const rounds = (typed: string) => (typed === 'none' ? null : Number(typed))
const orNull = (typed: string | undefined) => (typed === 'none' ? null : typed)
const limit = (name: string, typed: string | undefined) =>
  typed === undefined ? {} : { [name]: rounds(typed) }
const bothLimits = (typed: string) => ({
  magazineLimitHandgun: rounds(typed),
  magazineLimitLongGun: rounds(typed),
})

/** Only the entered fields: the rest is unchanged. */
function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
