import { Form } from 'react-router'
import { z } from 'zod'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { listLocalRules, listReviews } from '#app/features/compliance/store/state-rules.server.ts'
import { AskedField, deskFieldsOf } from '#app/features/console/components/fields.tsx'
import { KeyValues, Columns, Section } from '#app/features/console/components/section.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Redline, Revisions } from '#app/features/console/components/revisions.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { countOpenCheckouts } from '#app/features/orders/store/order-list.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { notFound } from '#app/http/errors.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { formatCalendarDate, formatIsoDay, formatStamp } from '#app/kit/dates.ts'
import { affectedKey, changeLaw, compareLaw, lawStores } from './laws.server.ts'
import {
  ageWords,
  claimsPath,
  decisionInput,
  formatLaw,
  type Law,
  lawFields,
  lawForms,
  type LawKind,
  lawKinds,
  lawPaths,
  outcomeLooks,
  placesPath,
  rulesPath,
  withStored,
} from './rules.ts'
import type { Route } from './+types/law'

export const handle: StaffHandle = { right: 'rules.write' }

/** `new` is one that nobody has written yet; states have their rows from the beginning. */
function lawAt(params: Readonly<Record<string, string | undefined>>) {
  const { removed } = params
  const kind = lawKinds.find((each) => params[each] !== undefined) ?? 'local'
  const named = removed ?? params[kind] ?? ''
  const isNew = named === 'new' && removed === undefined && kind !== 'state'
  const key = isNew ? undefined : kind === 'age' ? named.replace('-', ' ') : named
  return { kind, key, isRemoval: removed !== undefined }
}

const places = { path: placesPath, name: 'Places and ages' }

const words: Record<
  LawKind,
  {
    title: string
    one: string
    adds: string
    list: { path: string; name: string }
    /** What the form of a new one proposes. */
    usual: Law
    follows: (law: Shown) => string
  }
> = {
  state: {
    title: 'Row of a state',
    one: 'The row',
    adds: '',
    list: { path: rulesPath, name: 'All rows' },
    usual: {},
    follows: ({ name }) =>
      `Open orders of ${name} are judged again. Buyers whose order waits for a review are mailed.`,
  },
  local: {
    title: 'Rule of a place',
    one: 'The rule',
    adds: 'Add a place',
    list: places,
    usual: { state: 'CO' },
    follows: ({ isRemoval, place }) =>
      isRemoval
        ? `The row of ${place} decides there again. Its versions stay readable, and open orders are judged again.`
        : 'Open orders of its state are judged again. Buyers whose order waits for a review are mailed.',
  },
  age: {
    title: 'Age to buy',
    one: 'The rule',
    adds: 'Add an age to buy',
    list: places,
    usual: { ageClass: 'rifle', state: 'FL', years: '21' },
    follows: () => 'Buyers confirm this age from now on.',
  },
  claim: {
    title: 'Claim',
    one: 'What pages say',
    adds: 'New claim',
    list: { path: claimsPath, name: 'All claims' },
    usual: {},
    follows: () => 'Pages say it from now on, as checked today.',
  },
}

const refusalWords = {
  changed: 'Somebody changed this since you opened it. What changes is compared with what is stored now.',
  affected_changed:
    'Orders changed while you read. The list below is the one of now; look at it and confirm again.',
  nothing_to_do: 'Nothing differs from the current row. Confirm it instead.',
  not_read_yet: 'The day on which it was read has not come yet.',
  rule_not_found: 'Somebody has deleted this rule.',
  other_rule: 'This is the form of another rule. Open that one, and change it there.',
} as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const { kind, key: named, isRemoval } = lawAt(params)
  const proposed = isRemoval ? undefined : readProposal(request, kind)
  const proposal = proposed?.ok ? proposed.value : undefined
  const isProposed = proposal !== undefined || isRemoval
  // A new law may turn out to be known: then it is that one which changes.
  const key = named ?? (proposal && lawStores[kind].keyOf(proposal))
  const compared =
    key === undefined ? undefined : await compareLaw(db, kind, key, proposal ?? null, { now, timeZone })
  const stored = compared?.stored
  const { changes, affected } = (isProposed && compared) || { changes: [], affected: [] }
  if (named !== undefined && (!stored || compared?.isOther))
    throw notFound('No Such Rule', {
      text: 'There is no rule at this address. A deleted one stays in the audit log.',
      link: { to: rulesPath, label: 'State Rows' },
    })
  const age = kind === 'age' && (compared?.law as Parameters<typeof countOpenCheckouts>[1] | null | undefined)
  const reviews = key === undefined ? [] : await listReviews(db, `${kind} ${key}`)
  return {
    kind,
    isNew: named === undefined,
    isRemoval,
    name: stored ? nameOf(kind, stored.law) : words[kind].adds,
    place: kind === 'local' && stored ? stateName(String(stored.law.state)) : null,
    path: lawPaths[kind](named ?? 'new'),
    values:
      proposed?.given ??
      formatLaw(kind, { ...(stored?.law ?? words[kind].usual), asOf: formatIsoDay(now, timeZone) }),
    errors: proposed && !proposed.ok ? proposed.fieldErrors : {},
    isProposed,
    changes,
    affected,
    affectedKey: affectedKey(affected),
    checkouts: age ? await countOpenCheckouts(db, age) : 0,
    version: stored?.version ?? '0',
    checked: stored && formatCalendarDate(stored.asOf),
    staleOn: stored && formatCalendarDate(stored.staleOn),
    isStale: stored?.isStaleAt(now) ?? false,
    periods: (stored?.periods ?? []).map(({ figure, effectiveFrom, effectiveTo, text }) => ({
      key: effectiveFrom ?? 'always',
      date: `${effectiveFrom ?? 'always'} to ${effectiveTo ?? 'open'}`,
      change: text,
      by: figure,
    })),
    reviews: reviews.map(({ id, version, at, reviewer, evidence, changes: changed }) => ({
      key: String(id),
      number: version ?? undefined,
      date: formatStamp(at, timeZone, now),
      change: [evidence, changed].filter(Boolean).join(' '),
      by: actorName(reviewer),
    })),
    places: kind === 'state' ? (await listLocalRules(db)).filter(({ state }) => state === named) : [],
  }
}

function readProposal(request: Request, kind: LawKind) {
  const sent = new URL(request.url).searchParams
  if (!lawFields[kind].some(({ name, said }) => said !== undefined && sent.has(name))) return undefined
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, value)
  return parseForm(lawForms[kind], form)
}

function nameOf(kind: LawKind, law: Law): string {
  const text = (name: string) => String(law[name])
  if (kind === 'state') return text('name')
  if (kind === 'local') return text('place')
  if (kind === 'claim') return text('key')
  const where = law.state === 'US' ? 'everywhere' : stateName(text('state')).toLowerCase()
  return `${ageWords[law.ageClass as keyof typeof ageWords]}, ${where}`
}

const removalForm: z.ZodType<Law> = z.object({})

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: ({ params }) => {
    const { kind, isRemoval } = lawAt(params)
    return z.intersection(isRemoval ? removalForm : lawForms[kind], decisionInput)
  },
  run: ({ desk, params, input: { revision: seen, affected, evidence, ...law } }) => {
    const { kind, key, isRemoval } = lawAt(params)
    const change = { key: key ?? lawStores[kind].keyOf(law), proposal: isRemoval ? null : law }
    return changeLaw(desk, kind, change, { seen, affected, evidence })
  },
  to: ({ params, input }) => {
    const { kind, isRemoval } = lawAt(params)
    return isRemoval ? placesPath : lawPaths[kind](lawStores[kind].keyOf(input))
  },
  refusal: ({ why }) => refusalWords[why],
})

type Shown = Route.ComponentProps['loaderData']

export default function LawSheet({ loaderData: law, actionData: refused }: Route.ComponentProps) {
  const { kind, isNew, isRemoval, changes, checked, path, version } = law
  const { title, one, list, follows } = words[kind]
  const isJudged = kind === 'state' || kind === 'local'
  const affects =
    changes.length > 0 && isJudged ? `${law.affected.length} open orders change their verdict` : undefined
  return (
    <Sheet
      title={title}
      tab={law.name}
      heading={isRemoval ? `Delete the rule of ${law.name}` : law.name}
      head={law.place && <span className="text-muted">{law.place}</span>}
      state={<LawStatus {...law} />}
      next={affects ?? (law.staleOn ? `Turns stale on ${law.staleOn}` : 'Write it, then see what changes')}
      cells={[
        ...(kind === 'claim' ? [] : [{ label: 'Version', value: version }]),
        { label: 'Checked', value: checked ?? 'not yet' },
      ]}
      action={
        <VerbLink to={isRemoval ? path : list.path} data-back="">
          {isRemoval ? 'Keep it' : list.name}
        </VerbLink>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        {!isRemoval && (
          <Section item={1} title={one} note={checked ? `checked ${checked}` : undefined}>
            <LawForm key={version} law={law} refused={refused} />
            {law.places.length > 0 && (
              <p className="con-hint mt-3">
                Places with rules of their own:{' '}
                {law.places.map(({ id, place }, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <a className="con-link" href={lawPaths.local(id)}>
                      {place}
                    </a>
                  </span>
                ))}
                .
              </p>
            )}
            {kind === 'local' && !isNew && (
              <p className="mt-4">
                <VerbLink look="quiet" to={`${path}/removal`}>
                  Delete this rule
                </VerbLink>
              </p>
            )}
            {law.periods.length > 0 && (
              <div className="mt-4">
                <Revisions caption="Periods" rows={law.periods} />
              </div>
            )}
          </Section>
        )}
        <div>
          <Section item={2} title="What changes">
            {changes.length > 0 ? (
              <KeyValues
                rows={changes.map(({ field, before, after }) => [
                  field,
                  <Redline key={field} before={before || 'nothing'} after={after || 'nothing'} />,
                ])}
              />
            ) : (
              <p className="text-muted">
                {law.isProposed
                  ? 'Nothing differs from the current row.'
                  : 'Change the row at the left and show what changes. Nothing counts before you confirm it here.'}
              </p>
            )}
          </Section>
          {(changes.length > 0 || refused) && (
            <>
              <Affected {...law} />
              <Section item={4} title="Confirm">
                <RecordForm
                  label="Confirm the change"
                  fields={[{ name: 'evidence', label: 'What you read, for the record' }]}
                  values={{ evidence: typedIn(refused?.given ?? {}, 'evidence') }}
                  refused={refused}
                  hidden={{
                    ...(law.isProposed && !isRemoval && law.values),
                    revision: version,
                    affected: law.affectedKey,
                  }}
                  submit={
                    isRemoval
                      ? 'Delete it'
                      : kind === 'claim'
                        ? 'Confirm, checked today'
                        : `Confirm version ${Number(version) + 1}`
                  }
                  look={isRemoval ? 'stop' : 'primary'}
                >
                  <p className="con-hint">{follows(law)}</p>
                </RecordForm>
              </Section>
            </>
          )}
          <Section item={5} title="Reviews">
            {law.reviews.length === 0 ? (
              <p className="text-muted">
                Nobody has confirmed this row in the console yet. It came with the shop’s reference data.
              </p>
            ) : (
              <Revisions caption="Reviews of this row" rows={law.reviews} />
            )}
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}

function LawStatus({ changes, isNew, isStale }: Shown) {
  if (changes.length > 0) return <Status kind="wait">Proposed</Status>
  if (isNew) return <Status kind="todo">New</Status>
  return <Status kind={isStale ? 'over' : 'done'}>{isStale ? 'Stale' : 'In force'}</Status>
}

/** Its values go into the address, where the difference is shown before anything counts. */
function LawForm({ law, refused }: { law: Shown; refused: Refused | undefined }) {
  const { kind, path, isNew } = law
  const fieldOf = deskFieldsOf(
    { ...law.values, ...refused?.given },
    { ...law.errors, ...refused?.fieldErrors },
  )
  return (
    <Form
      method="get"
      action={path}
      className="grid gap-3 sm:grid-cols-2"
      aria-label={words[kind].title}
      noValidate
    >
      {lawFields[kind].map(({ isKey, isWide, said: _, reads: __, options, ...field }) => {
        const typed = fieldOf(field.name)
        const { name, defaultValue } = typed
        if (isKey && !isNew) return <input key={name} type="hidden" name={name} value={defaultValue} />
        return (
          <div key={name} className={isWide ? 'sm:col-span-2' : undefined}>
            <AskedField {...field} {...typed} options={options && withStored(options, defaultValue)} />
          </div>
        )
      })}
      <span className="sm:col-span-2">
        <Verb>Show what changes</Verb>
      </span>
    </Form>
  )
}

function Affected({ kind, affected, checkouts }: Shown) {
  if (kind === 'claim') return null
  if (kind === 'age')
    return (
      <Section item={3} title="Who is affected">
        <p>
          {checkouts === 1 ? '1 open checkout reads' : `${checkouts} open checkouts read`} the new attestation
          before anything is charged.{' '}
          <span className="text-muted">Paid orders keep the one that their buyer gave.</span>
        </p>
      </Section>
    )
  return (
    <Section item={3} title="Who is affected" note="open orders, judged as if it were in force">
      {affected.length === 0 ? (
        <p className="text-muted">No open order changes its verdict.</p>
      ) : (
        <ul className="grid gap-1" aria-label="Affected orders">
          {affected.map(({ orderId, title, from, to }) => (
            <li key={orderId} className="flex flex-wrap items-center gap-3">
              <a className="con-link" href={`/staff/orders/${orderId}`}>
                {orderId}
              </a>
              <span className="con-clip">{title}</span>
              <Status kind={outcomeLooks[to].kind} tone={outcomeLooks[to].tone}>
                {outcomeLooks[to].word}
              </Status>
              <span className="text-faint">was {outcomeLooks[from].word.toLowerCase()}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
