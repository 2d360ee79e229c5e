import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { ListDifference, ListState } from '#app/features/dealers/rules.ts'
import { findList } from '#app/features/dealers/store/list.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { listRefusalWords, listStateWords } from '../rules.ts'
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

const shapes: Record<ListState, StatusKind> = {
  reading: 'half',
  taken: 'done',
  refused: 'no',
}

export default function ListRun({ loaderData: list }: Route.ComponentProps) {
  const { state, difference } = list
  const isRunning = state === 'reading'
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
      action={
        <VerbLink
          look={isRunning ? 'quiet' : 'primary'}
          to={state === 'taken' ? '/staff/dealers' : '/staff/dealers/import'}
        >
          {state === 'taken' ? 'Dealers' : 'Another file'}
        </VerbLink>
      }
    >
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

function nextWords({ state, difference }: Route.ComponentProps['loaderData']): string | undefined {
  if (state === 'refused') return 'Choose another file'
  return difference?.first.unlisted.some(({ openTransfers }) => openTransfers > 0)
    ? 'Dealers of open transfers are no longer on it'
    : undefined
}
