import { data, Form, redirect } from 'react-router'
import { findFacts } from '#app/facts/facts.server.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { saveFacts } from '../flows.server.ts'
import { factInputs } from '../input.ts'
import { type FactStep, isFactStep, setupSteps } from '../rules.ts'
import { changedWords, stepWords } from '../words.ts'
import type { Route } from './+types/facts-step'
import { pathAfter, setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Shop') }]

const none: FieldErrors = {}

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

export async function action({ context, params, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const setup = setupOf(context)
  const step = stepOf(params.step)
  const form = await readForm(request)
  const parsed = parseForm<(typeof factInputs)[FactStep]>(factInputs[step], form)
  if (!parsed.ok) return data({ fieldErrors: parsed.fieldErrors, given: parsed.given, changed: null }, 422)
  const { revision, ...change } = parsed.value
  const saved = await saveFacts(setup, step, change, revision)
  if (!saved.ok) {
    const { changedBy, isShop: _, changedAt: _at, ...now } = saved.now
    return data({ fieldErrors: none, given: parsed.given, changed: { by: changedBy, now } }, 409)
  }
  return redirect(await pathAfter(setup.shop, step), 303)
}

function stepOf(text: string): FactStep {
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

export default function FactsStep({ loaderData, actionData }: Route.ComponentProps) {
  const { step, shown, revision, facts, zones } = loaderData
  const given = actionData?.given
  const changed = actionData?.changed
  return (
    <StepSheet step={step} shown={shown}>
      <Form
        key={step}
        method="post"
        className="grid max-w-[620px] gap-4"
        aria-label={stepWords[step].title}
        noValidate
      >
        <input type="hidden" name="revision" value={changed?.now.revision ?? revision} />
        {changed && (
          <p className="con-error" role="alert">
            {changedWords(changed.by)}
          </p>
        )}
        {fields[step].map(({ name, label, hint, type }) => {
          const value = given ? typedIn(given, name) : facts[name]
          const errors = actionData?.fieldErrors[name]
          const theirs = changed && changed.now[name] !== value && (
            <Redline before={value} after={changed.now[name]} />
          )
          const around = { label, name, errors, hint: theirs || hint, defaultValue: value }
          if (name === 'state')
            return (
              <SelectField
                key={name}
                {...around}
                options={states.map(({ code, name: of }) => [code, of] as const)}
              />
            )
          if (name === 'timeZone')
            return (
              <SelectField
                key={name}
                {...around}
                options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
              />
            )
          return <TextField key={name} {...around} type={type ?? 'text'} />
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
