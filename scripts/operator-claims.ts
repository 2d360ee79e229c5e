// The operator's verbs for claims: what the shop says about tax, waiting times, age and itself, with source and period.
import { claimInput } from '#app/features/claims/input.ts'
import { claimInForce, isStale, type ClaimView } from '#app/features/claims/rules.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { changeClaim as recordChange } from '#app/features/rules-desk/flows.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import {
  done,
  malformed,
  optionNames,
  readOptions,
  refusedBy,
  type VerbResult,
  type Verb,
  words,
} from './operator-verb.ts'

const one = { type: 'string' } as const
const ofClaim = { figure: one, text: one, source: one, from: one, to: one, period: one, reviewed: one }

/** Verbs by name. */
export const claimVerbs: Record<string, Verb> = {
  claims: {
    usage: 'claims',
    about: 'claims about tax, waiting times, age and the shop, and which are due for review',
    takes: words(0),
    run: showClaims,
  },
  claim: {
    usage: 'claim <key> [--figure <text>] [--text <sentence>] [--source <text>] [--from <date>] ...',
    about: `shows the history of a claim, or writes the period that begins on a date: ${optionNames(ofClaim)}`,
    takes: ([key, ...args]) => key !== undefined && readOptions(args, ofClaim)?.positionals.length === 0,
    run: changeClaim,
  },
}

async function showClaims({ paymentCtx, timeZone }: Operator): Promise<VerbResult> {
  const rows = await listAllClaims(paymentCtx.db)
  if (rows.length === 0) return done('There are no claims yet.')
  return done(sheet(rows, paymentCtx.now(), timeZone))
}

async function changeClaim(
  { paymentCtx, actor, timeZone }: Operator,
  [key = '', ...args]: string[],
): Promise<VerbResult> {
  const listPeriods = async () => (await listAllClaims(paymentCtx.db)).filter((row) => row.key === key)
  const history = await listPeriods()
  const values = readOptions(args, ofClaim)?.values ?? {}
  if (Object.keys(values).length === 0)
    return history.length
      ? done(sheet(history, paymentCtx.now(), timeZone))
      : refusedBy({ ok: false, why: 'no_such_claim' })

  const { from, to, reviewed, ...said } = values
  const inForce = claimInForce(history, paymentCtx.now(), timeZone)
  const begun = history.find(({ effectiveFrom }) => effectiveFrom === from)
  // A new start date begins a new period; fields that were not entered are copied from the current one.
  const { text, figure, source, period, ...days } =
    begun ?? (from ? periodFrom(from, inForce) : inForce) ?? blank
  const parsed = claimInput.safeParse({
    key,
    text,
    figure,
    source,
    period,
    ...said,
    effectiveFrom: days.effectiveFrom,
    effectiveTo: to ?? days.effectiveTo,
    reviewedOn: reviewed ?? formatIsoDay(paymentCtx.now(), timeZone),
  })
  if (!parsed.success) return malformed(parsed.error)
  const evidence = `Changed by command: ${Object.keys(values).join(' ')}`
  const written = await recordChange({ ctx: paymentCtx, actor, timeZone }, parsed.data, { evidence })
  if (!written.ok) return refusedBy(written)
  return done(sheet(await listPeriods(), paymentCtx.now(), timeZone))
}

type Stated = Pick<ClaimView, 'text' | 'figure' | 'source' | 'period' | 'effectiveFrom' | 'effectiveTo'>

const blank: Stated = {
  text: '',
  figure: '',
  source: '',
  period: '',
  effectiveFrom: null,
  effectiveTo: null,
}

function periodFrom(from: string, inForce: Stated = blank): Stated {
  return { ...inForce, period: '', effectiveFrom: from, effectiveTo: null }
}

function sheet(rows: readonly ClaimView[], now: Date, timeZone: string): string {
  const cells = rows.map((row) => {
    const ofKey = rows.filter(({ key }) => key === row.key)
    return [
      row.key,
      row.figure,
      `${row.effectiveFrom ?? 'always'} to ${row.effectiveTo ?? 'open'}`,
      claimInForce(ofKey, now, timeZone) === row ? 'in force' : '',
      isStale(row, now, timeZone) ? `${row.reviewedOn}, due` : row.reviewedOn,
      row.source,
    ]
  })
  return table(['Claim', 'Figure', 'Period', '', 'Checked', 'Source'], cells)
}
