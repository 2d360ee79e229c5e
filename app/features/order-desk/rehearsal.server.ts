import { createContext } from 'react-router'
import { type Enqueue, rehearse } from '#app/db/work.server.ts'
import type { GatewayName, PaymentGateway } from '#app/gateway/gateway.ts'
import { byHand } from '#app/gateway/payment-context.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { type Job, TryLater } from '#app/jobs/job.ts'
import { addDays } from '#app/kit/calendar-date.ts'
import { type Acting, type Outcome, verbs } from './flows.server.ts'
import { type OrderVerb, verbInputs } from './input.ts'
import type { ShownSheet } from './routes/shown-sheet.server.ts'
import { valueFor, verbFields } from './verb-fields.ts'
import { refusalErrors } from './words.ts'

export const jobsContext = createContext<readonly Job[]>()

export type ShownMail = { to: string; subject: string; text: string }

/** A link in a mail that opens an order, also one that was made for this preview. It is never shown to staff. */
const privateLinks = /https?:\/\/\S*[?&]key=\S*/g

/** The verb is performed with all its rules and rolled back. Nothing is sent, and no payment service is called. */
export async function rehearseVerb(
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

export type Preview = { mails: ShownMail[]; fieldErrors: FieldErrors }

type Previewed = {
  sheet: ShownSheet
  verb: OrderVerb
  given: SubmittedFields
  jobs: readonly Job[]
  actingIn: (ctx: Shop) => Acting
}

/** What a verb's form would send as it is filled in. What is still missing is filled with the usual value, or a mark in words. */
export async function previewMails(
  shop: Shop,
  { sheet, verb, given, jobs, actingIn }: Previewed,
): Promise<Preview> {
  const parsed = parseForm(verbInputs[verb], draftOf(sheet, verb, given))
  if (!parsed.ok) return { mails: [], fieldErrors: parsed.fieldErrors }
  const task = verbs[verb] as (acting: Acting, input: unknown) => Promise<Outcome>
  const { outcome, mails } = await rehearseVerb(shop, jobs, (ctx) => task(actingIn(ctx), parsed.value))
  return { mails, fieldErrors: outcome.ok ? {} : refusalErrors(outcome) }
}

function draftOf(sheet: ShownSheet, verb: OrderVerb, given: SubmittedFields): FormData {
  const form = new FormData()
  const fields = verbFields[verb].filter(({ name, isShown }) => name !== '' && (!isShown || isShown(sheet)))
  for (const { name, kind, usual, options } of fields) {
    const typed = [given[name] ?? []].flat().filter((value) => value.trim() !== '')
    const [first] = valueFor(options ?? [], sheet)
    const otherwise =
      valueFor(usual, sheet) ??
      (kind === 'choice' || kind === 'checks' ? first?.[0] : kind === 'date' ? '' : undefined) ??
      ''
    for (const value of typed.length > 0 ? typed : kind === 'tick' ? [] : [otherwise])
      form.append(name, value)
  }
  for (const name of ['license', 'key']) if (typeof given[name] === 'string') form.set(name, given[name])
  const parsed = parseForm(verbInputs[verb], form)
  for (const name of parsed.ok ? [] : Object.keys(parsed.fieldErrors)) {
    const kind = fields.find((field) => field.name === name)?.kind
    if (kind === 'date') form.set(name, addDays(sheet.today, 7))
    else if (kind === undefined || kind === 'area') form.set(name, '(what you write)')
  }
  return form
}
