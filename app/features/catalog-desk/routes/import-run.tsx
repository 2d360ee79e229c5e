import { data, Form, redirect } from 'react-router'
import { consoleTitle } from '#app/kit/brand.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
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
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import type { CsvFault, PlannedRow } from '../rules/csv-plan.ts'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Import') }]

/** Rows and faults on the page: enough to judge, and the counts are of all. */
const maxShown = 200

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const found = await findImport(db, params.run)
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
  const isWriting = run.state === 'writing'
  const { title } = kindPlans[run.kind]
  const [kind, words] = states[run.state]
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
      action={<NextAction run={run} />}
    >
      {isWriting && <meta httpEquiv="refresh" content="2" />}
      {actionData && <SheetNotice kind="no">{actionData.refusal}</SheetNotice>}
      {isWriting && (
        <Section item={1} title="Writing">
          <progress
            className="w-full max-w-[560px]"
            value={run.done}
            max={Math.max(1, run.total)}
            aria-label="Rows written"
          />
          <p role="status">
            {run.total === 0
              ? 'Comparing again before writing...'
              : `${run.done} of ${countOf(run.total, 'row')}`}
          </p>
        </Section>
      )}
      {run.state === 'written' && (
        <EmptyList>{`${run.total === 1 ? 'The row is' : `All ${formatCount(run.total)} rows are`} in the catalog. The audit log has one entry for the file.`}</EmptyList>
      )}
      {run.faults.length > 0 && <ImportFaults item={1} faults={run.faults} count={run.faultCount} />}
      {run.rows.length > 0 && (
        <ImportDifferences
          item={run.faults.length > 0 ? 2 : 1}
          rows={run.rows}
          count={run.created + run.changed}
        />
      )}
      {run.state === 'checked' && run.faultCount === 0 && run.rows.length === 0 && (
        <EmptyList>{`The file says what is there already: ${countOf(run.same, 'row')}, no difference.`}</EmptyList>
      )}
    </Sheet>
  )
}

type Run = Route.ComponentProps['loaderData']

function NextAction({ run }: { run: Run }) {
  const { title, one } = kindPlans[run.kind]
  if (run.state === 'written')
    return (
      <VerbLink look="primary" to={`/staff/catalog/${run.kind}`}>
        {title}
      </VerbLink>
    )
  if (run.faultCount > 0 || run.rows.length === 0)
    return (
      <VerbLink look="primary" to={`/staff/catalog/${run.kind}/import`}>
        Another file
      </VerbLink>
    )
  const count = run.created + run.changed
  return (
    <Form method="post">
      <input type="hidden" name="fingerprint" value={run.fingerprint} />
      <Verb look="primary" busyWords="Starting...">
        {`Write ${formatCount(count)} ${count === 1 ? one : title.toLowerCase()}`}
      </Verb>
    </Form>
  )
}

function nextWords({ faultCount, state, rows }: Run): string | undefined {
  if (faultCount > 0) return 'Mend the file and choose it again: all of it is written, or nothing'
  if (state === 'outdated')
    return 'Somebody changed the catalog since then. Look at the differences again, then write'
  return state === 'checked' && rows.length > 0
    ? 'Read the differences, then write all of them at once'
    : undefined
}

type FaultsProps = {
  item: number
  faults: readonly CsvFault[]
  count: number
}

function ImportFaults({ item, faults, count }: FaultsProps) {
  return (
    <Section item={item} title="What is wrong" note={shownOf(faults.length, count)}>
      <DenseTable
        caption="Wrong cells"
        columns={[
          { key: 'line', label: 'Line', width: 80, kind: 'number' },
          { key: 'column', label: 'Column', width: 200, kind: 'code' },
          { key: 'why', label: 'Why' },
        ]}
        rows={faults.map(({ line, column, why }, at) => ({
          id: String(at),
          cells: [
            line,
            column || 'the row',
            <span key="why" className="wrap-anywhere whitespace-normal">
              {why}
            </span>,
          ],
        }))}
        cards={faults.map(({ line, column, why }) => (
          <li key={`${line}-${column}-${why}`} className="wrap-anywhere p-3">
            <b>{`Line ${line}, ${column || 'the row'}`}</b> {why}
          </li>
        ))}
      />
    </Section>
  )
}

type ShownRow = Pick<PlannedRow, 'line' | 'key' | 'does' | 'differences'>

type DifferencesProps = {
  item: number
  rows: readonly ShownRow[]
  count: number
}

function ImportDifferences({ item, rows, count }: DifferencesProps) {
  return (
    <Section item={item} title="Differences" note={shownOf(rows.length, count)}>
      <ul className="grid">
        {rows.map(({ line, key, does, differences }) => (
          <li key={key} className="border-t border-hairline py-2">
            <p className="flex flex-wrap gap-3">
              <span className="con-code text-faint">{`line ${line}`}</span>
              <b>{key}</b>
              <Status kind={does === 'creates' ? 'todo' : 'half'} quiet>
                {does === 'creates' ? 'new' : 'changed'}
              </Status>
            </p>
            <KeyValues
              rows={differences.map(({ column, before, after }) => [
                column,
                before === undefined ? (
                  after
                ) : (
                  <Redline key={column} before={before || 'empty'} after={after || 'empty'} />
                ),
              ])}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function shownOf(shown: number, count: number): string | undefined {
  return count > shown ? `the first ${shown} of ${formatCount(count)}` : undefined
}
