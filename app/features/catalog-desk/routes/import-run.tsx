import { useEffect } from 'react'
import { data, Form, redirect, useNavigation, useRevalidator } from 'react-router'
import { formatCount } from '#app/kit/count.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requestImport } from '../import-flows.server.ts'
import type { ImportState } from '../rules/import-states.ts'
import { kindPlans } from '../rules/kinds.ts'
import { textOf } from '../rules/typed-fields.ts'
import { compareImport, findImport } from '../store/imports.server.ts'
import { findFieldContext } from '../store/items.server.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/import-run'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: 'Import | PACo console' }]

/** Rows and faults on the page: enough to judge, and the counts are of all. */
const maxShown = 200

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const found = /^[0-9a-f-]{36}$/.test(params.run) ? await findImport(db, params.run) : undefined
  if (!found)
    throw notFound('No Such File', {
      text: 'This file is no longer here. Choose it again.',
      link: { to: '/staff/catalog', label: 'Catalog' },
    })
  const { kind, state, done, total } = found
  const plan =
    state === 'checked' || state === 'outdated'
      ? await compareImport(db, found, await findFieldContext(db, timeZone), now())
      : undefined
  return {
    kind,
    state,
    done,
    total,
    same: plan?.same ?? 0,
    fingerprint: plan?.fingerprint ?? '',
    faultCount: plan?.faults.length ?? 0,
    faults: plan?.faults.slice(0, maxShown) ?? [],
    created: plan?.rows.filter(({ does }) => does === 'creates').length ?? 0,
    changed: plan?.rows.filter(({ does }) => does === 'changes').length ?? 0,
    rows:
      plan?.rows
        .slice(0, maxShown)
        .map(({ line, key, does, differences }) => ({ line, key, does, differences })) ?? [],
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'catalog.write')
  await requireRecentSignIn(context, request)
  const form = await readForm(request)
  const desk = { ctx: shop, by: member.name, actor: actorOf(member) }
  const requested = await requestImport(desk, params.run, textOf(form, 'fingerprint'))
  return requested.ok
    ? redirect(`/staff/catalog/imports/${params.run}`, 303)
    : data({ refusal: refusalWords[requested.why] }, 409)
}

const states: Record<ImportState, [StatusKind, string]> = {
  checked: ['todo', 'Compared, nothing written'],
  writing: ['half', 'Being written'],
  written: ['done', 'Written'],
  outdated: ['review', 'The catalog changed, nothing written'],
}

export default function ImportRun({ loaderData: run, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isBusy = useNavigation().state !== 'idle'
  const isWriting = run.state === 'writing'
  useEffect(() => {
    if (!isWriting) return
    const timer = setInterval(() => void revalidate(), 1_000)
    return () => clearInterval(timer)
  }, [isWriting, revalidate])
  const { title, one } = kindPlans[run.kind]
  const [kind, words] = states[run.state]
  const isReady = run.faultCount === 0 && run.rows.length > 0
  return (
    <Sheet
      title={`Import ${title.toLowerCase()}`}
      heading={`Import ${title.toLowerCase()}`}
      head={
        <span className="ml-auto">
          <VerbLink small to={`/staff/catalog/${run.kind}`} data-back="">
            {title}
          </VerbLink>
        </span>
      }
      state={
        <Status kind={run.faultCount > 0 ? 'no' : kind}>
          {run.faultCount > 0 ? `${run.faultCount} wrong, nothing written` : words}
        </Status>
      }
      next={nextWords(run)}
      cells={[
        { label: 'New', value: run.created },
        { label: 'Changed', value: run.changed },
        { label: 'Same', value: run.same },
      ]}
      action={
        run.state === 'written' ? (
          <VerbLink look="primary" to={`/staff/catalog/${run.kind}`}>
            {title}
          </VerbLink>
        ) : isReady ? (
          <Form method="post">
            <input type="hidden" name="fingerprint" value={run.fingerprint} />
            <Verb look="primary" busy={isBusy} busyWords="Starting...">
              {`Write ${formatCount(run.created + run.changed)} ${run.created + run.changed === 1 ? one : title.toLowerCase()}`}
            </Verb>
          </Form>
        ) : (
          <VerbLink look="primary" to={`/staff/catalog/${run.kind}/import`}>
            Another file
          </VerbLink>
        )
      }
    >
      {isWriting && <meta httpEquiv="refresh" content="3" />}
      {actionData && (
        <p className="con-region" role="alert">
          <Status kind="no">{actionData.refusal}</Status>
        </p>
      )}
      {isWriting && (
        <Section item={1} title="Writing">
          <progress
            className="w-full max-w-[560px]"
            value={run.done}
            max={Math.max(1, run.total)}
            aria-label="Rows written"
          />
          <p role="status">
            {run.total === 0 ? 'Comparing again before writing...' : `${run.done} of ${run.total} rows`}
          </p>
        </Section>
      )}
      {run.state === 'written' && (
        <EmptyList>{`All ${formatCount(run.total)} rows are in the catalog. The audit log has one entry for the file.`}</EmptyList>
      )}
      {run.faults.length > 0 && (
        <Section
          item={1}
          title="What is wrong"
          note={
            run.faultCount > maxShown ? `the first ${maxShown} of ${formatCount(run.faultCount)}` : undefined
          }
        >
          <DenseTable
            caption="Wrong cells"
            columns={[
              { key: 'line', label: 'Line', width: 80, kind: 'number' },
              { key: 'column', label: 'Column', width: 200, kind: 'code' },
              { key: 'why', label: 'Why' },
            ]}
            rows={run.faults.map(({ line, column, why }, at) => ({
              id: String(at),
              cells: [line, column || 'the row', why],
            }))}
            cards={run.faults.map(({ line, column, why }) => (
              <li key={`${line}-${column}-${why}`} className="p-3">
                <b>{`Line ${line}, ${column || 'the row'}`}</b> {why}
              </li>
            ))}
          />
        </Section>
      )}
      {run.rows.length > 0 && (
        <Section
          item={run.faults.length > 0 ? 2 : 1}
          title="Differences"
          note={
            run.created + run.changed > maxShown
              ? `the first ${maxShown} of ${formatCount(run.created + run.changed)}`
              : undefined
          }
        >
          <ul className="grid">
            {run.rows.map(({ line, key, does, differences }) => (
              <li key={key} className="border-t border-hairline py-2">
                <p className="flex flex-wrap gap-3">
                  <span className="con-code text-faint">{`line ${line}`}</span>
                  <b>{key}</b>
                  <Status kind={does === 'creates' ? 'todo' : 'half'} quiet>
                    {does === 'creates' ? 'new' : 'changed'}
                  </Status>
                </p>
                <dl className="con-values">
                  {differences
                    .filter(({ after, before }) => after !== '' || before !== undefined)
                    .map(({ column, before, after }) => (
                      <div key={column} className="contents">
                        <dt>{column}</dt>
                        <dd>
                          {before === undefined ? (
                            after
                          ) : (
                            <Redline before={before || 'empty'} after={after || 'empty'} />
                          )}
                        </dd>
                      </div>
                    ))}
                </dl>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {run.state === 'checked' && run.faultCount === 0 && run.rows.length === 0 && (
        <EmptyList>{`The file says what is there already: ${run.same} rows, no difference.`}</EmptyList>
      )}
    </Sheet>
  )
}

function nextWords({ faultCount, state, rows }: Route.ComponentProps['loaderData']): string | undefined {
  if (faultCount > 0) return 'Mend the file and choose it again: all of it is written, or nothing'
  if (state === 'outdated')
    return 'Somebody changed the catalog since then. Look at the differences again, then write'
  return state === 'checked' && rows.length > 0
    ? 'Read the differences, then write all of them at once'
    : undefined
}
