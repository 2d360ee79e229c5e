import { data, Form } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { FileField } from '#app/features/console/components/fields.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { visibleText } from '#app/kit/typed-text.ts'
import { compareImport, maxImportCharacters, maxImportRows, writeImport } from '../import-flows.server.ts'
import { type CsvFault, csvColumns, type PlannedRow } from '../rules/csv-plan.ts'
import { isImported, type KindPlan } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { findFieldContext, requireKind } from '../store/items.server.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/import'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Import') }]

/** Rows and faults on the page: enough to judge, and the counts are of all. */
const maxShown = 200

/** Signing in again comes before the file is chosen, because no file is kept for later. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requireRecentSignIn(context, request)
  return {
    kind: importable(params.kind),
    columns: csvColumns(requireKind(params.kind)),
    maxRows: maxImportRows,
  }
}

/** Compares a file, and writes it once its differences were seen: the page that shows them carries it until then. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'catalog.write')
  const kind = importable(params.kind)
  const form = await readForm(request)
  const seen = textOf(form, 'seen')
  let refusal = ''
  if (seen) {
    await requireRecentSignIn(context, request)
    const sent = { kind, content: textOf(form, 'content'), seen }
    const written = await writeImport(deskOf(context, member), sent, shop.timeZone)
    if (written.ok)
      return data({ error: '', refusal, written: written.created + written.changed, plan: null })
    refusal = refusalWords[written.why]
  }
  const file = form.get('file')
  const content = seen ? textOf(form, 'content') : file instanceof File ? visibleText(await file.text()) : ''
  const error = faultOf(content)
  if (error) return data({ error, refusal, written: 0, plan: null }, 422)
  const fields = await findFieldContext(shop.db, shop.timeZone)
  const compared = await compareImport(shop.db, { kind, content }, fields, shop.now())
  const plan = {
    content,
    seen: compared.fingerprint,
    same: compared.same,
    created: compared.rows.filter(({ revision }) => revision === undefined).length,
    count: compared.rows.length,
    faultCount: compared.faults.length,
    faults: compared.faults.slice(0, maxShown),
    rows: compared.rows
      .slice(0, maxShown)
      .map(({ line, key, revision, differences }) => ({ line, key, revision, differences })),
  }
  return data({ error, refusal, written: 0, plan }, refusal ? 409 : 200)
}

function faultOf(content: string): string {
  if (content.trim() === '') return 'Choose a file'
  if (content.length > maxImportCharacters) return 'The file is too large: at most 2 million characters'
  if (content.includes('\uFFFD'))
    return 'This is not text in UTF-8. Save it as “CSV UTF-8” and choose it again.'
  return ''
}

function importable(name: string) {
  const kind = requireKind(name)
  if (isImported(kindPlans[kind])) return kind
  throw notFound('No Import', {
    text: `${kindPlans[kind].title} are made one by one.`,
    link: { to: `/staff/catalog/${kind}`, label: kindPlans[kind].title },
  })
}

function textOf(form: FormData, name: string): string {
  const sent = form.get(name)
  return typeof sent === 'string' ? sent : ''
}

export default function Import({ loaderData: { kind, columns, maxRows }, actionData }: Route.ComponentProps) {
  const kindPlan: KindPlan = kindPlans[kind]
  const title = `Import ${kindPlan.title.toLowerCase()}`
  const plan = actionData?.plan
  const isReady = plan && plan.faultCount === 0 && plan.count > 0
  return (
    <Sheet
      title={title}
      heading={title}
      head={
        <span className="ml-auto">
          <VerbLink small to={`/staff/catalog/${kind}`} data-back="">
            {kindPlan.title}
          </VerbLink>
        </span>
      }
      state={
        !plan ? (
          <Status kind={actionData?.written ? 'done' : 'todo'}>
            {actionData?.written ? 'Written' : 'No file yet'}
          </Status>
        ) : (
          <Status kind={plan.faultCount > 0 ? 'no' : 'todo'}>
            {plan.faultCount > 0 ? `${plan.faultCount} wrong, nothing written` : 'Compared, nothing written'}
          </Status>
        )
      }
      next={nextWords(plan)}
      cells={
        plan
          ? [
              { label: 'New', value: plan.created },
              { label: 'Changed', value: plan.count - plan.created },
              { label: 'Same', value: plan.same },
            ]
          : []
      }
      action={
        isReady ? (
          <Form method="post" encType="multipart/form-data">
            <input type="hidden" name="seen" value={plan.seen} />
            <input type="hidden" name="content" value={plan.content} />
            <Verb look="primary" busyWords="Writing...">
              {`Write ${formatCount(plan.count)} ${plan.count === 1 ? kindPlan.one : kindPlan.title.toLowerCase()}`}
            </Verb>
          </Form>
        ) : (
          <Verb look="primary" form="import" busyWords="Comparing...">
            Compare
          </Verb>
        )
      }
    >
      {actionData?.refusal && <SheetNotice kind="no">{actionData.refusal}</SheetNotice>}
      {Boolean(actionData?.written) && (
        <SheetNotice kind="done">
          {`${countOf(actionData?.written ?? 0, 'row is', 'rows are')} in the catalog. The audit log has one entry for the file.`}
        </SheetNotice>
      )}
      {plan && plan.faults.length > 0 && <ImportFaults faults={plan.faults} count={plan.faultCount} />}
      {plan && plan.rows.length > 0 && <ImportDifferences rows={plan.rows} count={plan.count} />}
      {plan?.faultCount === 0 && plan.count === 0 && (
        <EmptyList>{`The file says what is there already: ${countOf(plan.same, 'row')}, no difference.`}</EmptyList>
      )}
      <Section title={plan ? 'Another file' : 'File'}>
        <Form
          method="post"
          id="import"
          encType="multipart/form-data"
          className="grid max-w-[560px] gap-2"
          noValidate
        >
          <FileField
            label="CSV file in UTF-8"
            name="file"
            accept=".csv,text/csv"
            hint={`At most ${formatCount(maxRows)} rows. An export is the best beginning.`}
            errors={actionData?.error ? [actionData.error] : undefined}
          />
          {isReady && (
            <span>
              <Verb busyWords="Comparing...">Compare</Verb>
            </span>
          )}
        </Form>
      </Section>
      <Section title="Columns">
        <p className="text-muted">
          <b>{columns[0]}</b> names each row and must be there
          {kindPlan.key === null
            ? `: a file changes what the shop has and makes no ${kindPlan.one}`
            : '; a new one makes an item'}
          . What the file leaves out stays as it is. Lists have one entry in each line of their cell.{' '}
          <b>revision</b> protects what somebody changed since the export.
        </p>
        <p className="mt-2">{columns.slice(1).join(', ')}</p>
      </Section>
    </Sheet>
  )
}

function nextWords(plan: { faultCount: number; count: number } | null | undefined): string | undefined {
  if (!plan) return 'Nothing is written before you have seen every difference'
  if (plan.faultCount > 0) return 'Mend the file and choose it again: all of it is written, or nothing'
  return plan.count > 0 ? 'Read the differences, then write all of them at once' : undefined
}

function ImportFaults({ faults, count }: { faults: readonly CsvFault[]; count: number }) {
  return (
    <Section title="What is wrong" note={shownOf(faults.length, count)}>
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
      />
    </Section>
  )
}

type ShownRow = Pick<PlannedRow, 'line' | 'key' | 'revision' | 'differences'>

function ImportDifferences({ rows, count }: { rows: readonly ShownRow[]; count: number }) {
  return (
    <Section title="Differences" note={shownOf(rows.length, count)}>
      <ul className="grid">
        {rows.map(({ line, key, revision, differences }) => (
          <li key={key} className="border-t border-hairline py-2">
            <p className="flex flex-wrap gap-3">
              <span className="con-code text-faint">{`line ${line}`}</span>
              <b>{key}</b>
              <Status kind={revision === undefined ? 'todo' : 'half'} quiet>
                {revision === undefined ? 'new' : 'changed'}
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
