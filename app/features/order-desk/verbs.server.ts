import { createContext, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type Enqueue, rehearse } from '#app/db/db.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import { type Desk, staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffRole } from '#app/features/staff/rules.ts'
import type { GatewayName, PaymentGateway } from '#app/gateway/gateway.ts'
import { byHand } from '#app/gateway/payment-context.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { type Job, TryLater } from '#app/jobs/job.ts'
import { addDays } from '#app/kit/dates.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { ordersPath } from './listed.ts'
import type { ShownSheet, SheetRecord } from './sheet.server.ts'
import { type Acting, type OrderVerbRecord, type Outcome, valueFor } from './verb.server.ts'
import { dealerVerbs } from './verbs/dealer.server.ts'
import { orderVerbs as moneyVerbs } from './verbs/order.server.ts'
import { reservationVerbs } from './verbs/reservation.server.ts'
import { reviewVerbs } from './verbs/review.server.ts'
import { refusalErrors, sheetEventWords } from './words.ts'

const firearmVerbs = { ...reservationVerbs, ...dealerVerbs }

/** Every verb of the order sheet, in the order in which they are offered. */
export const orderVerbs = { ...reviewVerbs, ...firearmVerbs, ...moneyVerbs }

export type OrderVerb = keyof typeof orderVerbs

export const verbNames = Object.keys(orderVerbs) as OrderVerb[]

export const anyVerb = (name: OrderVerb) => orderVerbs[name] as unknown as OrderVerbRecord<unknown>

type Context = Readonly<RouterContextProvider>

const actingOn = (context: Context, desk: Desk, seen: Pick<Acting, 'orderId' | 'revision'>): Acting => ({
  ...desk,
  ...seen,
  sellables: context.get(sellablesContext),
})

/** What the order sheet's forms do, each by its verb. */
export const orderAction = staffVerbs(
  Object.fromEntries(
    verbNames.map((name) => {
      const { right, recent = false, input, run } = anyVerb(name)
      const action = staffAction({
        right,
        recent,
        input: z.object({ revision: z.coerce.number().int().nonnegative() }).and(input),
        run({ desk, context, request, params, input: { revision, ...given } }) {
          const seen = { orderId: normalizeCode(params.order ?? ''), revision }
          const acting = actingOn(context, desk, seen)
          const signInAgain = () => requireRecentSignIn(context, request)
          return run({ ...acting, signInAgain }, given)
        },
        to: ({ params }) => `${ordersPath}/${normalizeCode(params.order ?? '')}`,
        refusal: (refused) =>
          refused.since
            ? { since: refused.since.flatMap(({ kind, data }) => sheetEventWords(kind, data) ?? []) }
            : refusalErrors(refused),
      })
      return [name, action]
    }),
  ),
)

export function showActions(
  record: SheetRecord,
  { needsDealer, isJudged }: Pick<ShownSheet, 'needsDealer' | 'isJudged'>,
  role: StaffRole,
) {
  return verbNames
    .filter((name) => {
      const { right, isOfRules } = anyVerb(name)
      // A seat or a parcel has no dealer and no stages; of a seat no state is asked.
      const isOfIt = name in firearmVerbs ? needsDealer : !isOfRules || isJudged
      return isOfIt && mayDo(role, right)
    })
    .map((name) => ({ verb: name, label: anyVerb(name).label, gates: anyVerb(name).gates(record) }))
    .toSorted((one, other) => Math.sign(one.gates.length) - Math.sign(other.gates.length))
}

export type ShownVerb = ReturnType<typeof showVerb>
export type ShownField = ShownVerb['fields'][number]

export function showVerb(sheet: ShownSheet, name: OrderVerb) {
  const { label, button, isStop = false, mails = false, lead, fields } = anyVerb(name)
  return {
    name,
    label,
    button,
    isStop,
    mails,
    lead: valueFor(lead, sheet),
    fields: Object.entries(fields)
      .filter(([, { label: asked, isShown }]) => asked !== '' && (!isShown || isShown(sheet)))
      .map(([field, { input: _input, isShown: _isShown, hint, usual, options, ...more }]) => ({
        ...more,
        name: field,
        hint: valueFor(hint, sheet),
        options: valueFor(options, sheet),
        usual: valueFor(usual, sheet) ?? '',
      })),
  }
}

export const jobsContext = createContext<readonly Job[]>()

export type ShownMail = { to: string; subject: string; text: string }

/** What a verb's form would send as it is filled in. What is still missing is filled with the usual value, or a mark in words. */
export async function previewMails(
  context: Context,
  desk: Desk,
  sheet: ShownSheet,
  verb: OrderVerb,
  given: SubmittedFields,
): Promise<{ mails: ShownMail[]; fieldErrors: FieldErrors }> {
  const { input, run } = anyVerb(verb)
  const parsed = parseForm(input, draftOf(sheet, verb, given))
  if (!parsed.ok) return { mails: [], fieldErrors: parsed.fieldErrors }
  const seen = { orderId: sheet.order.id, revision: sheet.revision }
  const { outcome, mails } = await rehearseVerb(desk.ctx, context.get(jobsContext), (ctx) =>
    run(actingOn(context, { ...desk, ctx }, seen), parsed.value),
  )
  return { mails, fieldErrors: outcome.ok ? {} : refusalErrors(outcome) }
}

function draftOf(sheet: ShownSheet, verb: OrderVerb, given: SubmittedFields): FormData {
  const form = new FormData()
  const { fields } = showVerb(sheet, verb)
  for (const { name, type, usual, options } of fields) {
    const typed = [given[name] ?? []].flat().filter((value) => value.trim() !== '')
    const otherwise = usual || options?.[0]?.[0] || ''
    for (const value of typed.length > 0 ? typed : type === 'checkbox' && !options ? [] : [otherwise])
      form.append(name, value)
  }
  for (const name of ['license', 'key']) if (typeof given[name] === 'string') form.set(name, given[name])
  const parsed = parseForm(anyVerb(verb).input, form)
  for (const name of parsed.ok ? [] : Object.keys(parsed.fieldErrors)) {
    const field = fields.find((each) => each.name === name)
    if (field?.type === 'date') form.set(name, addDays(sheet.today, 7))
    else if (field && !field.type && !field.options && !field.inputMode) form.set(name, '(what you write)')
  }
  return form
}

/** A link in a mail that opens an order, also one that was made for this preview. It is never shown to staff. */
const privateLinks = /https?:\/\/\S*[?&]key=\S*/g

/** The verb is performed with all its rules and rolled back. Nothing is sent, and no payment service is called. */
async function rehearseVerb(
  shop: Shop,
  jobs: readonly Job[],
  perform: (rehearsing: Shop) => Promise<Outcome>,
): Promise<{ outcome: Outcome; mails: ShownMail[] }> {
  const queued: { job: string; payload: object }[] = []
  const mails: ShownMail[] = []
  const enqueue: Enqueue = (job, payload) => Promise.resolve(void queued.push({ job, payload }))
  const outcome = await rehearse(shop, async ({ tx }) => {
    // Of a transaction that is tried again, only the last try counts.
    queued.length = 0
    mails.length = 0
    const rehearsing: Shop = {
      ...shop,
      db: tx,
      enqueueIn: () => enqueue,
      announce: () => {},
      gateway: pretend(shop.gateway.name),
      mailer: {
        send: ({ to, subject, text }) =>
          Promise.resolve(
            void mails.push({ to, subject, text: text.replaceAll(privateLinks, '(a private link)') }),
          ),
      },
    }
    if (shop.gateway.name === 'manual')
      rehearsing.gateway = byHand({ ...rehearsing, gateway: pretend('sandbox') }).gateway
    const done = await perform(rehearsing)
    if (!done.ok) return done
    for (const { job: name, payload } of queued) {
      const job = name.startsWith('mail-') ? jobs.find((each) => each.name === name) : undefined
      try {
        await job?.run(rehearsing, payload)
      } catch (error) {
        // While the mail server is away no mail is written, and the form must still open.
        if (!(error instanceof TryLater)) throw error
      }
    }
    return done
  })
  return { outcome, mails }
}

/** A payment service that pays everything back, and nothing in truth. */
function pretend(name: GatewayName): PaymentGateway {
  const refuseAll = () => Promise.reject(new Error('A rehearsal asks no payment service'))
  return {
    name,
    checkout: { kind: 'test-cards', cards: [] },
    checkAccess: refuseAll,
    charge: refuseAll,
    findCharge: refuseAll,
    refund: ({ refundId }) => Promise.resolve({ outcome: 'refunded', refundRef: refundId }),
    findRefund: () => Promise.resolve({ outcome: 'not_found' }),
    listTransactions: refuseAll,
    findChargeOfRefund: refuseAll,
    parseWebhook: refuseAll,
  }
}
