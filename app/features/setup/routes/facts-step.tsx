import { data, Form } from 'react-router'
import type { z } from 'zod'
import { findFacts } from '#app/facts/facts.server.ts'
import type { ShopFacts } from '#app/facts/facts.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { AskedField, Problem } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { changedErrors, staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { saveFacts } from '../flows.server.ts'
import { factInputs } from '../input.ts'
import { type FactStep, isFactStep, setupSteps } from '../rules.ts'
import { stepWords } from '../words.ts'
import type { Route } from './+types/facts-step'
import { pathAfter, setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Shop') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
  const step = stepOf(params.step)
  const [progress, stored] = await Promise.all([showProgress(shop), findFacts(shop.db)])
  const unset = shop.facts()
  const { legalName, licenseLine, street, city, state, zip, phone, email, hours, timeZone } = stored ?? unset
  return {
    step,
    shown: progress[step],
    revision: stored?.revision ?? 0,
    facts: { legalName, licenseLine, street, city, state, zip, phone, email, hours, timeZone },
    zones: [
      ...new Set([
        'America/New_York',
        'America/Chicago',
        'America/Denver',
        'America/Los_Angeles',
        'America/Phoenix',
        'America/Anchorage',
        'Pacific/Honolulu',
        timeZone,
      ]),
    ],
  }
}

type FactsForm = Partial<ShopFacts> & { revision: number }

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: ({ params }): z.ZodType<FactsForm> => factInputs[stepOf(params.step)],
  run: ({ desk, params, input: { revision, ...change } }) =>
    saveFacts(desk, stepOf(params.step), change, revision),
  to: ({ desk, params }) => pathAfter(desk.ctx, stepOf(params.step)),
  refusal: ({ now: { revision: _, ...now } }, input) => changedErrors(now, input),
})

function stepOf(text: string | undefined): FactStep {
  if (!isFactStep(text)) throw data(null, { status: 404 })
  return text
}

type Field = {
  name: keyof Route.ComponentProps['loaderData']['facts']
  label: string
  hint?: string
  type?: string
}

const fields: Record<FactStep, readonly Field[]> = {
  licensee: [
    { name: 'legalName', label: 'Legal name', hint: 'As on the license, for example: Sample Arms LLC' },
    {
      name: 'licenseLine',
      label: 'License line',
      hint: 'As documents and the foot of every page say it, for example: Federal firearms license, type 07 manufacturer',
    },
  ],
  address: [
    { name: 'street', label: 'Street and number' },
    { name: 'city', label: 'City' },
    { name: 'state', label: 'State' },
    { name: 'zip', label: 'ZIP code' },
    { name: 'phone', label: 'Phone', hint: 'Leave it empty to state none.', type: 'tel' },
    {
      name: 'email',
      label: 'Email of the desk',
      hint: 'Messages of customers and alerts go here.',
      type: 'email',
    },
  ],
  hours: [
    {
      name: 'hours',
      label: 'Hours',
      hint: 'For example: Mon-Fri 8:00 AM-6:00 PM, Sat 10:00 AM-4:00 PM. Days that are not named are closed.',
    },
    { name: 'timeZone', label: 'Time zone' },
  ],
}

const stateChoices = states.map(({ code, name }) => [code, name] as const)

export default function FactsStep({ loaderData, actionData }: Route.ComponentProps) {
  const { step, shown, revision, facts, zones } = loaderData
  const given = actionData?.given
  const zoneChoices = zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
  return (
    <StepSheet step={step} shown={shown}>
      <Form
        key={step}
        method="post"
        className="grid max-w-[620px] gap-4"
        aria-label={stepWords[step].title}
        noValidate
      >
        <input type="hidden" name="revision" value={revision} />
        <Problem>{actionData?.fieldErrors.form}</Problem>
        {fields[step].map(({ name, label, hint, type }) => {
          const value = given ? typedIn(given, name) : facts[name]
          const errors = actionData?.fieldErrors[name]
          const options = { state: stateChoices, timeZone: zoneChoices }[name as string]
          return (
            <AskedField
              key={name}
              {...{ name, label, hint, errors, options }}
              type={type ?? 'text'}
              defaultValue={value}
            />
          )
        })}
        <span>
          <Verb look="primary" shortcut="⌘S" busyWords="Saving...">
            {setupSteps.at(-1) === step ? 'Save' : 'Save and continue'}
          </Verb>
        </span>
      </Form>
    </StepSheet>
  )
}
