import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { beginForm, endForm } from '#app/access/make-once.server.ts'
import { type AppContext, transact } from '#app/db/work.server.ts'
import { type FactsChanged, recordFacts } from '#app/facts/facts.server.ts'
import { postalLine, type ShopFacts } from '#app/facts/facts.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import {
  enterRate,
  lockRatesSince,
  type NewRate,
  setShippingPrice,
} from '#app/features/delivery/store.server.ts'
import { GatewayTimeout, type PaymentGateway } from '#app/gateway/gateway.ts'
import { testId } from '#app/gateway/test-charge.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { Mail, Mailer } from '#app/mail/mailer.ts'
import { countGoing, type FactStep, type SetupStep, testChargeCents } from './rules.ts'
import { noteStep, type SampleCatalog, type SampleRemoval } from './store.server.ts'
import { removalWords } from './words.ts'

/** Who sets the shop up, and in which zone its days begin. */
export type SetupContext = { ctx: AppContext; actor: string; timeZone: string }

/**
 * Writes the facts of one step, and the statements that pages cite from them (`support.email` and others), so that both say
 * the same. Refused when somebody else wrote facts since `seen`.
 */
export function saveFacts(
  { ctx, actor, timeZone }: SetupContext,
  step: FactStep,
  change: Partial<ShopFacts>,
  seen: number,
): Promise<{ ok: true } | FactsChanged> {
  const act = { verb: 'shop-facts', subject: step, data: {} as Record<string, string> }
  return actAs(ctx, actor, act, async (work) => {
    const recorded = await recordFacts(work, change, { by: actor, seen, timeZone })
    if (!recorded.ok) return recorded
    for (const name of Object.keys(change) as (keyof ShopFacts)[])
      if (recorded.before[name] !== recorded.after[name])
        act.data[name] = `${recorded.before[name]} → ${recorded.after[name]}`
    const reviewedOn = formatIsoDay(work.now, recorded.after.timeZone)
    for (const { key, figure, text } of statementsOf(recorded.after, step))
      await recordClaim(work.tx, {
        key,
        figure,
        text,
        reviewedOn,
        source: 'The shop’s own statement.',
        effectiveFrom: null,
        effectiveTo: null,
        period: '',
      })
    await noteStep(work, step, { state: 'done', by: actor })
    return { ok: true as const }
  })
}

/** What pages cite of the facts, as claims. */
function statementsOf(facts: ShopFacts, step: FactStep): { key: string; figure: string; text: string }[] {
  const line = postalLine(facts)
  const postal = { key: 'support.postal', figure: line, text: line }
  if (step === 'name') return [postal]
  if (step === 'hours')
    return [
      {
        key: 'support.hours',
        figure: facts.hours,
        text: `${facts.hours}. Replies within 24 hours on business days.`,
      },
    ]
  return [
    postal,
    { key: 'support.email', figure: facts.email, text: `Write to ${facts.email}.` },
    ...(facts.phone ? [{ key: 'support.phone', figure: facts.phone, text: `Call ${facts.phone}.` }] : []),
  ]
}

/** Leaves a step for later. */
export function skipStep({ ctx, actor }: SetupContext, step: SetupStep): Promise<{ ok: true }> {
  return actAs(ctx, actor, { verb: 'setup-skip', subject: step, data: {} }, async (work) => {
    await noteStep(work, step, { state: 'skipped', by: actor })
    return { ok: true as const }
  })
}

/** Says that the step's values are right as they are: rates, prices, or an empty shop without sample. */
export function confirmStep({ ctx, actor }: SetupContext, step: SetupStep): Promise<{ ok: true }> {
  return actAs(ctx, actor, { verb: 'setup-confirm', subject: step, data: {} }, async (work) => {
    await noteStep(work, step, { state: 'done', by: actor })
    return { ok: true as const }
  })
}

/** Rates that somebody else entered since a form was opened. */
type RatesChanged = { ok: false; since: { state: string; county: string | null; rateMillionths: number }[] }

/** Enters a rate of sales tax. Refused when another one was entered after the one with the id `seen`. */
export function saveTaxRate(
  { ctx, actor, timeZone }: SetupContext,
  rate: NewRate,
  seen: number,
): Promise<{ ok: true } | RatesChanged> {
  const subject = rate.county ? `${rate.state} ${rate.county}` : rate.state
  const data = { rateMillionths: rate.rateMillionths, from: rate.effectiveFrom, source: rate.source }
  return actAs(ctx, actor, { verb: 'tax-rate', subject, data }, async (work) => {
    const since = await lockRatesSince(work, seen)
    if (since.length > 0) return { ok: false as const, since }
    await enterRate(work, rate, formatIsoDay(work.now, timeZone))
    await noteStep(work, 'tax', { state: 'done', by: actor })
    return { ok: true as const }
  })
}

/** Sets the price of a way of shipping, unless somebody else changed it after the revision `seen`. */
export function saveShippingPrice(
  { ctx, actor }: SetupContext,
  code: string,
  priceCents: number,
  seen: number,
) {
  return actAs(ctx, actor, { verb: 'shipping', subject: code, data: { priceCents } }, async (work) => {
    const set = await setShippingPrice(work, code, priceCents, { by: actor, seen })
    if (set.ok) await noteStep(work, 'shipping', { state: 'done', by: actor })
    return set
  })
}

/** How a try of something outside ended, as a sentence. */
export type TryResult = { state: 'done' | 'failed'; detail: string }

/**
 * Tries what a form asks for, once: sent again, the form tries nothing, and its page shows the stored result of the first. Of two
 * presses at once the second is refused while the first is running, which may take as long as a gateway or mail server does.
 */
export async function tryOnce(
  { ctx }: SetupContext,
  step: 'payments' | 'mail',
  key: string,
  run: () => Promise<TryResult>,
): Promise<{ ok: true } | Refusal<'running'>> {
  const form = { key, typed: ['setup', step] }
  const begun = await transact(ctx, (work) => beginForm(work, form))
  if (begun === 'running') return refuse('running')
  if (begun === 'first') {
    await run()
    await transact(ctx, (work) => endForm(work, form))
  }
  return { ok: true }
}

/**
 * Charges one dollar through the configured gateway and refunds it at once. The result is stored, whatever it is. The
 * gateway is queried outside any transaction.
 */
export async function tryCharge(
  setup: SetupContext,
  gateway: PaymentGateway,
  paymentToken: string,
): Promise<TryResult> {
  return storeResult(setup, 'payments', await chargeAndReturn(gateway, paymentToken))
}

async function chargeAndReturn(gateway: PaymentGateway, paymentToken: string): Promise<TryResult> {
  const failed = (detail: string): TryResult => ({ state: 'failed', detail })
  const attemptId = testId()
  const request = { attemptId, orderId: attemptId, amountCents: testChargeCents, paymentToken }
  try {
    const access = await gateway.checkAccess()
    if (!access.ok) return failed(access.why)
    const charged = await gateway.charge(request).catch(async (error: unknown) => {
      if (error instanceof GatewayTimeout) return gateway.findCharge(attemptId)
      throw error
    })
    if (charged.outcome === 'declined') return failed(`The card was declined: ${charged.reason}`)
    if (charged.outcome === 'review')
      return failed(
        'The payment service holds the charge for a person to check. Look at it in your account there.',
      )
    if (charged.outcome === 'not_found')
      return failed('The payment service did not answer. Nothing was charged.')
    const { chargeRef, amountCents } = charged
    const amount = formatCentsExact(amountCents)
    const returned = await gateway.refund({ refundId: testId(), attemptId, chargeRef, amountCents })
    if (returned.outcome === 'refunded')
      return {
        state: 'done',
        detail:
          gateway.name === 'sandbox'
            ? `The sandbox charged ${amount} and gave it back. No money moves until PAYMENTS is set.`
            : `${amount} was charged and given back at once.`,
      }
    return failed(
      `${amount} was charged and not given back yet: ${returned.reason} Void ${chargeRef} in your account there.`,
    )
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error
    return failed(`The payment service did not answer. Look for ${attemptId} in your account there.`)
  }
}

/** Sends a test message and stores what came of it. The mailer's own words are for the owner, who configures it. */
export async function tryMail(
  setup: SetupContext,
  mailer: Mailer,
  mail: Mail,
  isLocal: boolean,
): Promise<TryResult> {
  const result = await mailer.send(mail).then(
    (): TryResult => ({
      state: 'done',
      detail: isLocal
        ? 'Written to the local mailbox. Nothing leaves the shop until SMTP_URL is set.'
        : `Handed to the mail server for ${mail.to}. See that it arrived.`,
    }),
    (error: unknown): TryResult => ({
      state: 'failed',
      detail: `The mail server refused it: ${error instanceof Error ? error.message.slice(0, 300) : 'no reason given'}`,
    }),
  )
  return storeResult(setup, 'mail', result)
}

async function storeResult(
  { ctx, actor }: SetupContext,
  step: SetupStep,
  result: TryResult,
): Promise<TryResult> {
  await actAs(
    ctx,
    actor,
    { verb: `setup-${step}`, subject: step, data: { state: result.state } },
    async (work) => {
      await noteStep(work, step, { state: result.state, by: actor, detail: result.detail })
      return { ok: true as const }
    },
  )
  return result
}

/** Adds the sample catalog to a shop that has no drop. */
export async function addSample({ ctx, actor, timeZone }: SetupContext, sample: SampleCatalog) {
  const loaded = await sample.load(ctx.db, ctx.now(), timeZone)
  const detail =
    loaded === 'loaded' ? 'The sample catalog was added.' : 'The shop has drops already: nothing was added.'
  await storeResult({ ctx, actor, timeZone }, 'sample', { state: 'done', detail })
  return loaded
}

/**
 * Takes the sample catalog out again, but for what was sold of it, changed or is needed. Refused where less or more would go
 * than the person has `seen`. The audit log says what there was of each kind before and after, and what stays.
 */
export async function removeSample(
  { ctx, actor, timeZone }: SetupContext,
  sample: SampleCatalog,
  seen: number,
) {
  const clock = { now: ctx.now(), timeZone }
  if (countGoing(await sample.preview(ctx.db, clock)) !== seen) return refuse('changed')
  const removal = await sample.remove(ctx.db, clock)
  const stays = removal.flatMap((kind) => kind.stays)
  const detail = removalWords(countGoing(removal), stays.length)
  const counts = (of: (kind: SampleRemoval[number]) => number) =>
    Object.fromEntries(removal.map((kind) => [kind.title, of(kind)]))
  const data = {
    ...changeOf(
      counts((kind) => kind.goes + kind.stays.length),
      counts((kind) => kind.stays.length),
    ),
    stays: stays.map(({ name, why }) => `${name} (${why})`).slice(0, 100),
  }
  await actAs(ctx, actor, { verb: 'sample removal', subject: 'sample', data }, async (work) => {
    await noteStep(work, 'sample', { state: 'done', by: actor, detail })
    return { ok: true as const }
  })
  return { ok: true as const, removal }
}
