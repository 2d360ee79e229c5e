import { data } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { findFacts, recordFacts } from '#app/facts/facts.server.ts'
import { postalLine, type ShopFacts } from '#app/facts/facts.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { isState, states } from '#app/features/compliance/rules/states.ts'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { parseHours } from '#app/features/contact/rules.ts'
import { changedWords, staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { emailAddress } from '#app/kit/fields.ts'
import { allowed } from '#app/kit/refusal.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { stepOf } from '../rules.ts'
import { noteStep } from '../progress.server.ts'
import { pathAfter, showProgress } from '../store.server.ts'
import type { Route } from './+types/facts-step'

export const handle: StaffHandle = { right: 'rules.write' }

const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uE000-\uF8FF]/gu, ' ').trim())
    .pipe(z.string().max(max, `Use at most ${max} characters.`))
const filled = (max: number, missing: string) => line(max).pipe(z.string().min(1, missing))

type FactField = {
  label: string
  hint?: string
  type?: string
  options?: readonly (readonly [value: string, words: string])[]
  input: z.ZodType<string>
}

/** What each step asks of the shop, and what may be typed. */
export const factFields = {
  licensee: {
    legalName: {
      label: 'Legal name',
      hint: 'As on the license, for example: Sample Arms LLC',
      input: filled(80, 'Enter the legal name, as on the license.'),
    },
    licenseLine: {
      label: 'License line',
      hint: 'As documents and the foot of every page say it, for example: Federal firearms license, type 07 manufacturer',
      input: filled(200, 'Enter the license that the shop sells under.'),
    },
  },
  address: {
    street: { label: 'Street and number', input: filled(120, 'Enter the street and number.') },
    city: { label: 'City', input: filled(80, 'Enter the city.') },
    state: {
      label: 'State',
      options: states.map(({ code, name }) => [code, name]),
      input: z
        .string()
        .trim()
        .toUpperCase()
        .refine(isState, 'Choose one of the 50 states or the District of Columbia.'),
    },
    zip: {
      label: 'ZIP code',
      input: z
        .string()
        .trim()
        .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code such as 33101.'),
    },
    phone: {
      label: 'Phone',
      hint: 'Leave it empty to state none.',
      type: 'tel',
      input: z
        .string()
        .default('')
        .pipe(line(30))
        .pipe(
          z
            .string()
            .regex(
              /^$|^[+(\d](?:[\s().-]*\d){7,15}[\s().-]*$/,
              'Enter a phone number such as 305-555-0100, or leave it empty.',
            ),
        ),
    },
    email: {
      label: 'Email of the desk',
      hint: 'Messages of customers and alerts go here.',
      type: 'email',
      input: emailAddress({ missing: 'Enter an email address, such as support@example.com.' }),
    },
  },
  hours: {
    hours: {
      label: 'Hours',
      hint: 'For example: Mon-Fri 8:00 AM-6:00 PM, Sat 10:00 AM-4:00 PM. Days that are not named are closed.',
      input: line(200).refine(
        (text) => parseHours(text, 'America/New_York') !== undefined,
        'Write them like this: Mon-Fri 8:00 AM-6:00 PM, Sat 10:00 AM-4:00 PM',
      ),
    },
    timeZone: {
      label: 'Time zone',
      input: z.string().trim().refine(isTimeZone, 'Choose a time zone such as America/New_York.'),
    },
  },
} satisfies Record<string, Partial<Record<keyof ShopFacts, FactField>>>

type FactStep = keyof typeof factFields

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return zone.includes('/')
  } catch {
    return false
  }
}

const usualZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** The fields of the step that an address names. @throws The 404 page for any other. */
function askedIn({ step = '' }: Readonly<Record<string, string | undefined>>) {
  if (!Object.hasOwn(factFields, step)) throw data(null, { status: 404 })
  const asked: Partial<Record<keyof ShopFacts, FactField>> = factFields[step as FactStep]
  return { step: step as FactStep, fields: Object.entries(asked) as [keyof ShopFacts, FactField][] }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { step, fields } = askedIn(params)
  const [progress, stored] = await Promise.all([showProgress(shop), findFacts(shop.db)])
  const facts = stored ?? shop.facts()
  return {
    step,
    shown: progress[step],
    revision: stored?.revision ?? 0,
    values: Object.fromEntries(fields.map(([name]) => [name, String(facts[name])])),
  }
}

type FactsForm = Partial<ShopFacts> & { revision: number }

/** With the statements that pages cite from them, so that both say the same. Refused when somebody else wrote facts since. */
export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: ({ params }) => {
    const inputs = askedIn(params).fields.map(([name, { input }]) => [name, input] as const)
    const revision = z.coerce.number().int().min(0)
    return z.object({ revision, ...Object.fromEntries(inputs) }) as z.ZodType<FactsForm>
  },
  run({ desk: { ctx, actor, timeZone }, params, input: { revision: seen, ...change } }) {
    const { step } = askedIn(params)
    const act = { verb: 'shop-facts', subject: step, data: {} as Record<string, string> }
    return actAs(ctx, actor, act, async (work) => {
      const recorded = await recordFacts(work, change, { by: actor, seen, timeZone })
      if (!recorded.ok) return recorded
      for (const name of Object.keys(change) as (keyof ShopFacts)[])
        if (recorded.before[name] !== recorded.after[name])
          act.data[name] = `${String(recorded.before[name])} → ${String(recorded.after[name])}`
      const reviewedOn = formatIsoDay(work.now, recorded.after.timeZone)
      for (const [key, figure, text = figure] of statementsOf(recorded.after, step))
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
      return allowed
    })
  },
  to: ({ desk, params }) => pathAfter(desk.ctx, askedIn(params).step),
  refusal: () => changedWords,
})

function statementsOf(facts: ShopFacts, step: FactStep): [key: string, figure: string, text?: string][] {
  const { hours, email, phone } = facts
  if (step === 'hours')
    return [['support.hours', hours, `${hours}. Replies within 24 hours on business days.`]]
  if (step === 'licensee') return [['support.postal', postalLine(facts)]]
  return [
    ['support.postal', postalLine(facts)],
    ['support.email', email, `Write to ${email}.`],
    ...(phone ? [['support.phone', phone, `Call ${phone}.`] as [string, string, string]] : []),
  ]
}

export default function FactsStep({ loaderData, actionData }: Route.ComponentProps) {
  const { step, shown, revision, values } = loaderData
  const zones = [...new Set([...usualZones, values.timeZone ?? ''])].map(
    (zone) => [zone, zone.replaceAll('_', ' ')] as const,
  )
  return (
    <StepSheet step={step} shown={shown}>
      <RecordForm
        key={step}
        label={stepOf(step).title}
        fields={askedIn({ step }).fields.map(([name, { input: _, ...asked }]) => ({
          name,
          type: 'text',
          ...asked,
          ...(name === 'timeZone' && { options: zones }),
        }))}
        values={values}
        refused={actionData}
        hidden={{ revision }}
        submit="Save and continue"
        shortcut="⌘S"
      />
    </StepSheet>
  )
}
