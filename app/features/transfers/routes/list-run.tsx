import { data, Form, redirect } from 'react-router'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { ListDifference, ListState } from '#app/features/dealers/rules/list-states.ts'
import { findList } from '#app/features/dealers/store/lists.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { compareAgain, requestTake } from '../list-flows.server.ts'
import { listRefusalWords, listStateWords } from '../words.ts'
import type { Route } from './+types/list-run'

export const handle: StaffHandle = { right: 'dealers.write' }

export const meta = () => [{ title: consoleTitle('Federal dealer list') }]

const maxBad = 20

export async function loader({ context, params }: Route.LoaderArgs) {
  const list = await findList(context.get(shopContext).db, params.list)
  if (!list)
    throw notFound('No Such File', {
      text: 'This file is no longer here. Choose it again.',
      link: { to: '/staff/dealers/import', label: 'Federal dealer list' },
    })
  const { name, state, why, done, total, difference } = list
  const bad = difference?.bad.length ?? 0
  return {
    name,
    state,
    refusal: why ? listRefusalWords(why) : '',
    done,
    total,
    bad,
    difference: difference && { ...difference, bad: difference.bad.slice(0, maxBad) },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'dealers.write')
  await requireRecentSignIn(context, request)
  const isAgain = (await readForm(request)).get('verb') === 'compare'
  const done = isAgain
    ? await compareAgain(shop, params.list)
    : await requestTake(shop, params.list, actorOf(member))
  return done.ok
    ? redirect(`/staff/dealers/lists/${params.list}`, 303)
    : data({ refusal: listRefusalWords(done.why) }, 409)
}

const shapes: Record<ListState, StatusKind> = {
  reading: 'half',
  read: 'todo',
  taking: 'half',
  taken: 'done',
  outdated: 'review',
  refused: 'no',
}

export default function ListRun({ loaderData: list, actionData }: Route.ComponentProps) {
  const { state, difference } = list
  const isRunning = state === 'reading' || state === 'taking'
  const hasDifference = difference && difference.added + difference.changed + difference.unlisted > 0
  return (
    <Sheet
      title="Federal dealer list"
      heading={list.name}
      state={<Status kind={shapes[state]}>{listStateWords[state]}</Status>}
      next={nextWords(list)}
      cells={
        difference
          ? [
              { label: 'Listed', value: formatCount(difference.listed) },
              { label: 'New', value: formatCount(difference.added) },
              { label: 'Changed', value: formatCount(difference.changed) },
              { label: 'Gone', value: formatCount(difference.unlisted) },
            ]
          : []
      }
      action={<NextAction state={state} />}
    >
      {actionData && <SheetNotice kind="no">{actionData.refusal}</SheetNotice>}
      {list.refusal && <SheetNotice kind="no">{list.refusal}</SheetNotice>}
      {isRunning && (
        <Section item={1} title={listStateWords[state]}>
          <noscript>
            <meta httpEquiv="refresh" content="3" />
          </noscript>
          <progress
            data-refresh={1}
            className="w-full max-w-[560px]"
            value={list.done}
            max={Math.max(1, list.total)}
            aria-label="Rows read"
          />
          <p role="status">{`${formatCount(list.done)} of ${countOf(list.total, 'row')}`}</p>
        </Section>
      )}
      {difference && !isRunning && (
        <>
          {!hasDifference && <EmptyList>The list says what is known already: no difference.</EmptyList>}
          <Difference difference={difference} />
          <Section title="Left out">
            <p>
              {`${formatCount(difference.otherTypes)} with licenses of other types, ${formatCount(difference.otherStates)} outside the states we serve, ${countOf(list.bad, 'row that is', 'rows that are')} no licensee.`}
            </p>
            <ul>
              {difference.bad.map(({ line, why }) => (
                <li key={line}>{`Line ${line}: ${why}`}</li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Sheet>
  )
}

const kinds = [
  { kind: 'unlisted', title: 'Gone' },
  { kind: 'added', title: 'New' },
  { kind: 'changed', title: 'Changed' },
] as const

function Difference({
  difference,
}: {
  difference: Pick<ListDifference, 'first' | (typeof kinds)[number]['kind']>
}) {
  return kinds
    .filter(({ kind }) => difference[kind] > 0)
    .map(({ kind, title }, at) => {
      const shown = difference.first[kind]
      const count = difference[kind]
      return (
        <Section
          key={kind}
          item={at + 1}
          title={title}
          note={count > shown.length ? `the first ${shown.length} of ${formatCount(count)}` : undefined}
        >
          <ul className="grid">
            {shown.map(({ key, says, was, openTransfers }) => (
              <li key={key} className="border-t border-hairline py-2 wrap-anywhere">
                <span className="con-code text-faint">{key}</span> {says}
                {was && <span className="text-muted">{` · before: ${was}`}</span>}
                {openTransfers > 0 && (
                  <Status kind={kind === 'unlisted' ? 'no' : 'half'}>
                    {openTransfers === 1 ? '1 open transfer' : `${openTransfers} open transfers`}
                  </Status>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )
    })
}

function NextAction({ state }: { state: ListState }) {
  if (state === 'taken')
    return (
      <VerbLink look="primary" to="/staff/dealers">
        Dealers
      </VerbLink>
    )
  if (state === 'read' || state === 'outdated')
    return (
      <Form method="post">
        <input type="hidden" name="verb" value={state === 'read' ? 'take' : 'compare'} />
        <Verb look="primary" busyWords="Starting...">
          {state === 'read' ? 'Take this list' : 'Compare again'}
        </Verb>
      </Form>
    )
  return (
    <VerbLink look={state === 'refused' ? 'primary' : 'quiet'} to="/staff/dealers/import">
      Another file
    </VerbLink>
  )
}

function nextWords({ state, difference }: Route.ComponentProps['loaderData']): string | undefined {
  if (state === 'read') {
    const open = difference?.first.unlisted.some(({ openTransfers }) => openTransfers > 0)
    return open
      ? 'Dealers of open transfers are no longer on it. Read the difference, then take it'
      : 'Read the difference, then take it'
  }
  if (state === 'outdated') return 'Another list was taken since. Compare again'
  return state === 'refused' ? 'Choose another file' : undefined
}
