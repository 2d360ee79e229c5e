import { staffAction } from '#app/features/staff/action.server.ts'
import { Form, Link } from 'react-router'
import { isStaleRule, staleOn } from '#app/features/compliance/rules.ts'
import { findStateRule } from '#app/features/compliance/store/state-rules.server.ts'
import { listAffected } from '#app/features/orders/store/review.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { Columns, Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { VerbLink } from '../../console/components/verb.tsx'
import { Decision } from '../components/decision.tsx'
import { affectedKey, changeRow, proposedRow } from '../flows.server.ts'
import { z } from 'zod'
import { decisionInput, proposalInput } from '../input.ts'
import { differencesOf, inWords, placePath, rowFields, rulesPath } from '../rules.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/row'
import { noSuchRule, readProposal, showProposal, showReviews } from './shown-rule.server.ts'
import { deskFieldsOf, SelectField, TextField } from '../../console/components/fields.tsx'
import { RuleEnding } from '../components/rule-ending.tsx'

const statusOptions = [
  ['allowed', 'Allowed'],
  ['restricted', 'Restricted'],
  ['prohibited', 'Prohibited'],
] as const
const unknown = [['none', 'Not looked up: reviewed'], ...statusOptions] as const

const choices: Record<string, readonly (readonly [string, string])[]> = {
  sbr: statusOptions,
  sbs: statusOptions,
  suppressor: statusOptions,
  rifle: unknown,
  handgun: unknown,
  aow: unknown,
  receiver: unknown,
  suggestedDefault: [
    ['allow', 'Allow'],
    ['manual_review', 'Review by a person'],
    ['block', 'Refuse'],
  ],
  magazineStatus: [
    ['none', 'There is none'],
    ['in_force', 'In force'],
    ['pending', 'Enacted, not in force yet'],
    ['enjoined', 'Stopped by a court'],
    ['struck_down', 'Struck down'],
  ],
  confidence: [
    ['high', 'High'],
    ['medium', 'Medium'],
    ['low', 'Low: every order is reviewed'],
  ],
}

const fields: readonly (readonly [name: string, label: string, hint?: string])[] = [
  ['sbr', 'Short-barreled rifles'],
  ['sbs', 'Short-barreled shotguns'],
  ['suppressor', 'Suppressors'],
  ['rifle', 'Rifles'],
  ['handgun', 'Handguns'],
  ['aow', 'Any other weapons'],
  ['receiver', 'Receivers'],
  ['suggestedDefault', 'What the shop does where it is restricted'],
  ['magazineLimitHandgun', 'Magazine limit, handgun', 'Rounds; empty for none.'],
  ['magazineLimitLongGun', 'Magazine limit, long gun', 'Rounds; empty for none.'],
  ['magazineStatus', 'State of the magazine law', 'Only one in force refuses by itself.'],
  ['confidence', 'Confidence'],
  ['sbsConfidence', 'Confidence, short-barreled shotguns'],
  ['law', 'Statute, as people cite it'],
  ['permitDocument', 'Permit that buyers show', 'As a sentence names it: your FOID card.'],
  ['flags', 'Marks', 'Separated by spaces.'],
]

/** The choices, with the stored value where it is none of them: reference data says some things in more words. */
function withStored(options: (typeof choices)[string], stored: string) {
  if (stored === '' || options.some(([value]) => value === stored)) return options
  return [...options, [stored, stored.replaceAll('_', ' ')] as const]
}

function RowForm({
  action,
  values,
  errors,
}: {
  action: string
  values: Record<string, string>
  errors: FieldErrors
}) {
  const field = deskFieldsOf(values, errors)
  return (
    <Form method="get" action={action} className="grid gap-3 sm:grid-cols-2" aria-label="Row" noValidate>
      {fields.map(([name, label, hint]) => {
        const options = choices[name === 'sbsConfidence' ? 'confidence' : name]
        const around = { label, hint, ...field(name) }
        return options ? (
          <SelectField key={name} {...around} options={withStored(options, around.defaultValue)} />
        ) : (
          <TextField key={name} {...around} />
        )
      })}
      <div className="grid gap-3 sm:col-span-2">
        <RuleEnding field={field} />
      </div>
    </Form>
  )
}

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Row ${params.state}`) }]

const rowFieldNames = Object.keys(rowFields) as (keyof typeof rowFields)[]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const shop = context.get(shopContext)
  const { db, timeZone } = shop
  const now = shop.now()
  const row = await findStateRule(db, params.state)
  if (!row) throw noSuchRule()
  const proposed = readProposal(request, 'sbr', proposalInput)
  const changes = proposed?.ok ? differencesOf(row, proposed.value) : []
  const affected =
    proposed?.ok && changes.length > 0
      ? await listAffected(
          db,
          { ...row, ...proposedRow(row, proposed.value, formatIsoDay(now, timeZone)) },
          now,
        )
      : []
  const stored = {
    ...Object.fromEntries(rowFieldNames.map((name) => [name, inWords(row[name])])),
    sources: row.sources.join('\n'),
    flags: row.flags.join(' '),
  }
  return {
    state: row.state,
    name: row.name,
    version: row.version,
    asOf: formatCalendarDate(row.asOf),
    staleOn: formatCalendarDate(staleOn(row)),
    isStale: isStaleRule(row, now),
    places: row.local.map(({ id, place }) => ({ id, place })),
    ...showProposal(proposed, stored),
    changes,
    affected,
    affectedKey: affectedKey(affected),
    reviews: await showReviews(shop, `state ${row.state}`),
  }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.intersection(proposalInput, decisionInput),
  run: ({ desk, params, input: { revision: seen, affected, evidence, ...proposal } }) =>
    changeRow(desk, params.state ?? '', { proposal, seen, affected, evidence }),
  to: ({ params }) => `${rulesPath}/${params.state}`,
  refusal: ({ why }) => refusalWords[why],
})

export default function Row({ loaderData: row, actionData }: Route.ComponentProps) {
  const path = `${rulesPath}/${row.state}`
  const errors: Record<string, string[] | undefined> = actionData?.fieldErrors ?? {}
  const worse = row.affected.filter(({ to }) => to !== 'allowed').length
  return (
    <Sheet
      title={`Rules, row ${row.state}`}
      heading={row.name}
      state={
        row.changes.length > 0 ? (
          <Status kind="wait">Proposed</Status>
        ) : (
          <Status kind={row.isStale ? 'over' : 'done'}>{row.isStale ? 'Stale' : 'In force'}</Status>
        )
      }
      next={
        row.changes.length > 0
          ? `${row.affected.length} open orders change their verdict, ${worse} of them to a review or a refusal`
          : `Turns stale on ${row.staleOn}`
      }
      cells={[
        { label: 'Version', value: row.version },
        { label: 'Checked', value: row.asOf },
      ]}
      action={<VerbLink to={rulesPath}>All rows</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <div>
          <Section item={1} title="The row" note={`version ${row.version}, checked ${row.asOf}`}>
            <RowForm key={row.version} action={path} values={row.values} errors={{ ...row.errors }} />
            {row.places.length > 0 && (
              <p className="con-hint mt-3">
                Places with rules of their own:{' '}
                {row.places.map(({ id, place }, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <Link className="con-link" to={placePath(id)}>
                      {place}
                    </Link>
                  </span>
                ))}
                .
              </p>
            )}
          </Section>
        </div>
        <Decision
          {...row}
          path={path}
          errors={errors}
          evidence={typedIn(actionData?.given ?? {}, 'evidence')}
          after={`Open orders of ${row.name} are judged again. Buyers whose order waits for a review are mailed.`}
        />
      </Columns>
    </Sheet>
  )
}
