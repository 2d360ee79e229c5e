import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AppContext, transact } from '#app/db/work.server.ts'
import { type FactsChanged, recordFacts } from '#app/facts/facts.server.ts'
import { postalLine, type ShopFacts, factsTopic } from '#app/facts/facts.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { confirmExemption } from '#app/features/delivery/store.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { type FactStep, type SetupStep, countGoing, type StepState, testChargeCents } from './rules.ts'
import {
  noteStep,
  findReadings,
  listProgress,
  fingerprintOf,
  type SampleCatalog,
  type SampleRemoval,
} from './store.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { removalWords } from './words.ts'
import { makeOnce } from '#app/access/make-once.server.ts'
import { GatewayTimeout, type PaymentGateway } from '#app/gateway/gateway.ts'
import { testId } from '#app/gateway/test-charge.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { Mail, Mailer } from '#app/mail/mailer.ts'

export type SetupContext = { ctx: AppContext; actor: string; timeZone: string }

/** With the statements that pages cite from them, so that both say the same. Refused when somebody else wrote facts since `seen`. */
export function saveFacts(
  { ctx, actor, timeZone }: SetupContext,
  step: FactStep,
  change: Partial<ShopFacts>,
  seen: number,
): Promise<Recorded<{ ok: true } | FactsChanged>> {
  const act = { verb: 'shop-facts', subject: step, data: {} as Record<string, string> }
  return actAs(ctx, actor, act, async (work) => {
    const recorded = await recordFacts(work, change, { by: actor, seen, timeZone })
    if (!recorded.ok) return recorded
    for (const name of Object.keys(change) as (keyof ShopFacts)[])
      if (recorded.before[name] !== recorded.after[name])
        act.data[name] = `${String(recorded.before[name])} → ${String(recorded.after[name])}`
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

function statementsOf(facts: ShopFacts, step: FactStep): { key: string; figure: string; text: string }[] {
  const line = postalLine(facts)
  const postal = { key: 'support.postal', figure: line, text: line }
  if (step === 'licensee') return [postal]
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

/** Leaves a step for later, unless it was done, or says that it is as it should be. */
export function markStep({ ctx, actor }: SetupContext, step: SetupStep, mark: 'skip' | 'confirm') {
  type Marked = { ok: true; isNoted: boolean }
  const data = ({ isNoted }: Marked) => (isNoted ? {} : null)
  return actAs<Marked>(ctx, actor, { verb: `setup-${mark}`, subject: step, data }, async (work) => {
    const stored = (await listProgress(work.tx)).find((each) => each.step === step)
    const isNoted = mark === 'confirm' || stored?.state !== 'done'
    const state = mark === 'skip' ? 'skipped' : 'done'
    if (isNoted) await noteStep(work, step, { state, by: actor })
    return { ok: true, isNoted }
  })
}

/** Says whether an exemption, such as a sales tax holiday, was enacted: only then it counts. */
export function ruleOnExemption(
  { ctx, actor, timeZone }: SetupContext,
  which: Parameters<typeof confirmExemption>[1],
  isConfirmed: boolean,
) {
  const subject = `${which.state} ${which.taxClass}`
  const data = { from: which.effectiveFrom, ruling: isConfirmed ? 'confirm' : 'withdraw' }
  return actAs(ctx, actor, { verb: 'tax-exemption', subject, data }, (work) =>
    confirmExemption(work, which, isConfirmed, formatIsoDay(work.now, timeZone)),
  )
}

/** Refused where they are not what the page listed. The audit log says which were new to the shop. */
export async function confirmReadings({ ctx, actor }: SetupContext, seen: string) {
  const { readings } = await findReadings(ctx.db)
  if (fingerprintOf(readings) !== seen) return refuse('changed')
  const versions = Object.fromEntries(readings.map(({ key, version }) => [key, version]))
  const data = {
    read: readings.filter(({ isRead }) => !isRead).map(({ key, version }) => `${key}: ${version}`),
  }
  return actAs(ctx, actor, { verb: 'setup-texts', subject: 'texts', data }, async (work) => {
    await noteStep(work, 'texts', { state: 'done', by: actor, versions })
    return { ok: true as const }
  })
}

export async function addSample({ ctx, actor, timeZone }: SetupContext, sample: SampleCatalog) {
  const loaded = await sample.load(ctx.db, ctx.now(), timeZone)
  ctx.announce([factsTopic])
  const detail =
    loaded === 'loaded' ? 'The sample catalog was added.' : 'The shop has drops already: nothing was added.'
  return storeResult({ ctx, actor, timeZone }, 'sample', { state: 'done', detail })
}

/** But for what was sold of it, changed or is needed. Refused where less or more would go than the person has `seen`. */
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
  return actAs(ctx, actor, { verb: 'sample removal', subject: 'sample', data }, async (work) => {
    work.announce(factsTopic)
    await noteStep(work, 'sample', { state: 'done', by: actor, detail })
    return { ok: true as const }
  })
}

export type TryResult = { state: Exclude<StepState, 'skipped'>; detail: string }

/** Sent again, also while the first press runs, a form tries nothing and shows what came of it. */
export async function tryOnce(
  { ctx }: SetupContext,
  step: 'payments' | 'mail',
  key: string,
  run: () => Promise<TryResult>,
): Promise<Recorded<{ ok: true }>> {
  let isFirst = false
  const form = { key, typed: ['setup', step] }
  await transact(ctx, (work) =>
    makeOnce(work, form, async () => {
      isFirst = true
      return allowed
    }),
  )
  if (isFirst) await run()
  // The first press has recorded it.
  return { ok: true } as Recorded<{ ok: true }>
}

/** One dollar, refunded at once. The gateway is queried outside any transaction. */
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
        state: gateway.name === 'sandbox' ? 'partial' : 'done',
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
      state: isLocal ? 'partial' : 'done',
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

export function storeResult(
  { ctx, actor }: SetupContext,
  step: SetupStep,
  result: TryResult,
): Promise<Recorded<TryResult & { ok: true }>> {
  const act = { verb: `setup-${step}`, subject: step, data: { state: result.state } }
  return actAs(ctx, actor, act, async (work) => {
    await noteStep(work, step, { state: result.state, by: actor, detail: result.detail })
    return { ok: true as const, ...result }
  })
}
