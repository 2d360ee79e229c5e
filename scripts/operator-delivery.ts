// The operator's verbs for delivery: dispatching parcels, shipping prices, sales tax rates.
import { stateName } from '#app/features/compliance/rules.ts'
import { percent, type TaxClass, taxClasses } from '#app/features/delivery/rules.ts'
import { countiesOf } from '#app/features/delivery/rules/places.ts'
import {
  confirmExemption,
  enterRate,
  listAllShippingMethods,
  listTariff,
  setShippingPrice,
} from '#app/features/delivery/store.server.ts'
import { isState } from '#app/features/compliance/rules.ts'
import { type Carrier, carriers } from '#app/features/orders/rules/parcel.ts'
import { dispatchOrder } from '#app/features/orders/store.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, readOptions, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

const rateOptions = {
  county: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  cap: { type: 'string' },
  source: { type: 'string' },
  'taxes-shipping': { type: 'boolean' },
} as const

const dispatchOptions = { tracking: { type: 'string' }, carrier: { type: 'string' } } as const

/** Verbs by name. */
export const deliveryVerbs: Record<string, Verb> = {
  dispatch: {
    usage: `dispatch <order> [--tracking <text>] [--carrier ${carriers.join(' | ')}]`,
    about: 'packs what is left of an order, marks it as handed to the carrier, and emails the buyer',
    takes: (args) => {
      const read = readOptions(args, dispatchOptions)
      return read?.positionals.length === 1 && (!read.values.carrier || isCarrier(read.values.carrier))
    },
    run: dispatch,
  },
  shipping: {
    usage: 'shipping [<code> <dollars>]',
    about: 'shipping methods and prices; or sets one price',
    takes: (args) => args.length === 0 || (args.length === 2 && /^\$?\d+(\.\d{1,2})?$/.test(args[1] ?? '')),
    run: shipping,
  },
  'tax-rates': {
    usage: 'tax-rates',
    about: 'sales tax rates and exemptions, with period and source',
    takes: words(0),
    run: showTariff,
  },
  'tax-rate': {
    usage:
      'tax-rate <state> <percent> --from <date> --source <text> [--county <name>] [--cap <dollars>] [--until <date>] [--taxes-shipping]',
    about: 'adds a rate from a date on; without a state rate no tax is collected',
    takes: (args) => rateOf(args) !== undefined,
    run: enterTaxRate,
  },
  'tax-exemption': {
    usage: 'tax-exemption <state> <class> <first day> <confirm | withdraw>',
    about: `confirms or withdraws an exemption; classes: ${taxClasses.join(', ')}`,
    takes: ([state = '', taxClass = '', from = '', ruling = '', ...more]) =>
      isState(state) &&
      (taxClasses as readonly string[]).includes(taxClass) &&
      isDay(from) &&
      ['confirm', 'withdraw'].includes(ruling) &&
      more.length === 0,
    run: ruleOnExemption,
  },
}

async function dispatch({ act, actor, sellables }: Operator, args: string[]): Promise<VerbResult> {
  const read = readOptions(args, dispatchOptions)
  const carrier = read?.values.carrier ?? 'other'
  if (!isCarrier(carrier)) throw new Error('Called with arguments that it does not accept')
  const subject = normalizeCode(read?.positionals[0] ?? '')
  const tracking = read?.values.tracking ?? ''
  const sent = await act({ verb: 'dispatch', subject, data: { tracking } }, (work) =>
    dispatchOrder(work, sellables, subject, tracking, { by: actor, carrier }),
  )
  return sent.ok
    ? done(`Order ${subject}: ${sent.lines} of its lines are dispatched. The buyer is emailed.`)
    : refusedBy(sent)
}

async function shipping({ act, paymentCtx }: Operator, [code, dollars = '']: string[]): Promise<VerbResult> {
  if (code) {
    const priceCents = Math.round(Number(dollars.replace('$', '')) * 100)
    const set = await act({ verb: 'shipping', subject: code, data: { priceCents } }, (work) =>
      setShippingPrice(work, code, priceCents, { by: 'the operator' }),
    )
    return set.ok
      ? done(`${set.name} will cost ${formatCents(priceCents)} within half a minute.`)
      : refusedBy(set)
  }
  const rows = (await listAllShippingMethods(paymentCtx.db, paymentCtx.now())).map(
    ({ code, name, priceCents, state }) => [
      code,
      name,
      formatCents(priceCents),
      state === 'visible' ? 'offered' : 'not offered',
    ],
  )
  return done(table(['Code', 'Name', 'Price', ''], rows))
}

async function showTariff({ paymentCtx }: Operator): Promise<VerbResult> {
  const { rates, exemptions } = await listTariff(paymentCtx.db)
  const period = (row: { effectiveFrom: string; effectiveTo: string | null }) =>
    `${row.effectiveFrom} to ${row.effectiveTo ?? 'open'}`
  const rateRows = rates.map((rate) => [
    `${stateName(rate.state)}${rate.county ? `, ${rate.county}` : ''}`,
    percent(rate.rateMillionths),
    period(rate),
    rate.asOf,
    rate.source,
  ])
  const exemptionRows = exemptions.map((row) => [
    `${row.state} ${row.taxClass}`,
    row.isConfirmed ? 'confirmed' : 'not confirmed: no effect',
    period(row),
    row.asOf,
    row.name,
  ])
  return done(
    [
      table(['Where', 'Rate', 'Period', 'Checked', 'Source'], rateRows),
      table(['Exemption', '', 'Period', 'Checked', 'Name'], exemptionRows),
    ].join('\n\n'),
  )
}

async function enterTaxRate({ act, paymentCtx, timeZone }: Operator, args: string[]): Promise<VerbResult> {
  const rate = rateOf(args)
  if (!rate) throw new Error('Called with arguments that it does not accept')
  const subject = rate.county ? `${rate.state} ${rate.county}` : rate.state
  const data = { percent: percent(rate.rateMillionths), from: rate.effectiveFrom, source: rate.source }
  const entered = await act({ verb: 'tax-rate', subject, data }, (work) =>
    enterRate(work, rate, formatIsoDay(paymentCtx.now(), timeZone)),
  )
  return entered.ok ? done(`${subject}: ${data.percent} from ${data.from} on.`) : refusedBy(entered)
}

async function ruleOnExemption({ act, paymentCtx, timeZone }: Operator, args: string[]): Promise<VerbResult> {
  const [state = '', taxClass = '', effectiveFrom = '', ruling = ''] = args
  const which = { state, taxClass: taxClass as TaxClass, effectiveFrom }
  const ruled = await act(
    { verb: 'tax-exemption', subject: `${state} ${taxClass}`, data: { ruling } },
    (work) => confirmExemption(work, which, ruling === 'confirm', formatIsoDay(paymentCtx.now(), timeZone)),
  )
  return ruled.ok
    ? done(`${ruled.name}: ${ruling === 'confirm' ? 'counts' : 'does not count'}.`)
    : refusedBy(ruled)
}

/** The rate in the arguments, or undefined if they are invalid. */
function rateOf(args: string[]) {
  const read = readOptions(args, rateOptions)
  const [state = '', rate = '', ...more] = read?.positionals ?? []
  const { county, from = '', until, cap, source } = read?.values ?? {}
  const isRight =
    isState(state) &&
    /^\d+(\.\d{1,3})?%?$/.test(rate) &&
    isDay(from) &&
    (until === undefined || isDay(until)) &&
    (cap === undefined || /^[1-9]\d{0,6}$/.test(cap)) &&
    (county === undefined || countiesOf(state).includes(county)) &&
    source !== undefined &&
    more.length === 0
  if (!isRight) return undefined
  return {
    state,
    county: county ?? null,
    source,
    effectiveFrom: from,
    effectiveTo: until ?? null,
    rateMillionths: Math.round(Number.parseFloat(rate) * 1e4),
    capCents: cap === undefined ? null : Number(cap) * 100,
    taxesShipping: read?.values['taxes-shipping'] ?? false,
  }
}

const isCarrier = (text: string): text is Carrier => (carriers as readonly string[]).includes(text)

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
