import { data, Form } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { FileField } from '#app/features/console/components/fields.tsx'
import { KeyValues, EmptyList, Section } from '#app/features/console/components/section.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { readForm } from '#app/http/form.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { countOf, formatCount, visibleText } from '#app/kit/text.ts'
import { compareImport, maxImportRows, writeImport, csvColumns } from '../import.server.ts'
import { isImported } from '../rules/kind.ts'
import { kindPlans, type CatalogKind } from '../rules/kinds.ts'
import { requireKind } from '../items.server.ts'
import type { Route } from './+types/import'
import { refusalWords } from '../item-forms.server.ts'

export const handle: StaffHandle = { right: 'catalog.write' }

/** Rows and faults on the page: enough to judge, and the counts are of all. */
const maxShown = 200

const maxCharacters = 2_000_000

/** Signing in again comes before the file is chosen, because no file is kept for later. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requireRecentSignIn(context, request)
  const kind = importable(params.kind)
  return { kind, columns: csvColumns(kind) }
}

/** Compares a file, and writes it once its differences were seen: the page that shows them carries it until then. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const desk = deskOf(context, requireRight(context, 'catalog.write'))
  const kind = importable(params.kind)
  const form = await readForm(request)
  const given = submittedFields(form)
  const file = form.get('file')
  const seen = typedIn(given, 'seen')
  const content = seen
    ? typedIn(given, 'content')
    : file instanceof File
      ? visibleText(await file.text())
      : ''
  const answer = { error: faultOf(content), refusal: '', written: 0, plan: null }
  if (answer.error) return data(answer, 422)
  if (seen) {
    await requireRecentSignIn(context, request)
    const written = await writeImport(desk, { kind, content, seen })
    if (written.ok) return data({ ...answer, written: written.created + written.changed })
    answer.refusal = refusalWords[written.why]
  }
  const { rows, faults, same, fingerprint } = await compareImport(
    shop.db,
    { kind, content },
    shop.timeZone,
    shop.now(),
  )
  const plan = {
    content,
    same,
    seen: fingerprint,
    created: rows.filter(({ revision }) => revision === undefined).length,
    count: rows.length,
    faultCount: faults.length,
    faults: faults.slice(0, maxShown),
    rows: rows.slice(0, maxShown).map(({ row: _, ...shown }) => shown),
  }
  return data({ ...answer, plan }, answer.refusal ? 409 : 200)
}

function faultOf(content: string): string {
  if (content.trim() === '') return 'Choose a file'
  if (content.length > maxCharacters) return 'The file is too large: at most 2 million characters'
  if (content.includes('\uFFFD'))
    return 'This is not text in UTF-8. Save it as “CSV UTF-8” and choose it again.'
  return ''
}

function importable(name: string): CatalogKind {
  const kind = requireKind(name)
  const { title } = kindPlans[kind]
  if (isImported(kindPlans[kind])) return kind
  throw notFound('No Import', {
    text: `${title} are made one by one.`,
    link: { to: `/staff/catalog/${kind}`, label: title },
  })
}

export default function Import({ loaderData: { kind, columns }, actionData }: Route.ComponentProps) {
  const { title: many, one, key } = kindPlans[kind]
  const title = `Import ${many.toLowerCase()}`
  const { plan, error, refusal, written = 0 } = actionData ?? {}
  const isReady = plan && plan.faultCount === 0 && plan.count > 0
  return (
    <Sheet
      title={title}
      head={
        <span className="ml-auto">
          <VerbLink small to={`/staff/catalog/${kind}`} data-back="">
            {many}
          </VerbLink>
        </span>
      }
      {...blockOf(plan, written)}
      action={
        isReady ? (
          <Form method="post" encType="multipart/form-data">
            <input type="hidden" name="seen" value={plan.seen} />
            <input type="hidden" name="content" value={plan.content} />
            <Verb look="primary" busyWords="Writing...">
              {`Write ${formatCount(plan.count)} ${plan.count === 1 ? one : many.toLowerCase()}`}
            </Verb>
          </Form>
        ) : (
          <Verb look="primary" form="import" busyWords="Comparing...">
            Compare
          </Verb>
        )
      }
    >
      {refusal && <SheetNotice kind="no">{refusal}</SheetNotice>}
      {written > 0 && (
        <SheetNotice kind="done">
          {`${countOf(written, 'row is', 'rows are')} in the catalog. The audit log has one entry for the file.`}
        </SheetNotice>
      )}
      {plan && plan.faults.length > 0 && <ImportFaults {...plan} />}
      {plan && plan.rows.length > 0 && <ImportDifferences {...plan} />}
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
            hint={`At most ${formatCount(maxImportRows)} rows. An export is the best beginning.`}
            errors={error ? [error] : undefined}
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
          {key === null
            ? `: a file changes what the shop has and makes no ${one}`
            : '; a new one makes an item'}
          . What the file leaves out stays as it is. Lists have one entry in each line of their cell.{' '}
          <b>revision</b> protects what somebody changed since the export.
        </p>
        <p className="mt-2">{columns.slice(1).join(', ')}</p>
      </Section>
    </Sheet>
  )
}

type Plan = NonNullable<NonNullable<Route.ComponentProps['actionData']>['plan']>

function blockOf(plan: Plan | null | undefined, written: number) {
  if (!plan)
    return {
      state: <Status kind={written ? 'done' : 'todo'}>{written ? 'Written' : 'No file yet'}</Status>,
      next: 'Nothing is written before you have seen every difference',
    }
  const { faultCount, count, created, same } = plan
  return {
    state: (
      <Status kind={faultCount > 0 ? 'no' : 'todo'}>
        {faultCount > 0 ? `${faultCount} wrong, nothing written` : 'Compared, nothing written'}
      </Status>
    ),
    next:
      faultCount > 0
        ? 'Mend the file and choose it again: all of it is written, or nothing'
        : count > 0
          ? 'Read the differences, then write all of them at once'
          : undefined,
    cells: [
      { label: 'New', value: created },
      { label: 'Changed', value: count - created },
      { label: 'Same', value: same },
    ],
  }
}

function ImportFaults({ faults, faultCount }: Plan) {
  return (
    <Section title="What is wrong" note={shownOf(faults.length, faultCount)}>
      <DenseTable
        caption="Wrong cells"
        rows={faults}
        id={({ line, column, why }) => `${line} ${column} ${why}`}
        columns={[
          { label: 'Line', width: 80, kind: 'number', render: ({ line }) => line },
          { label: 'Column', width: 200, kind: 'code', render: ({ column }) => column || 'the row' },
          {
            label: 'Why',
            render: ({ why }) => <span className="wrap-anywhere whitespace-normal">{why}</span>,
          },
        ]}
      />
    </Section>
  )
}

function ImportDifferences({ rows, count }: Plan) {
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
