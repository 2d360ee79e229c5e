import { data, Form, redirect } from 'react-router'
import { makeOnce } from '#app/access/make-once.server.ts'
import { transact } from '#app/db/work.server.ts'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { FileField } from '#app/features/console/components/file-field.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { newItemInput } from '../input.ts'
import { csvColumns } from '../rules/csv-plan.ts'
import { maxImportCharacters, maxImportRows } from '../rules/import-states.ts'
import { isImported, type KindPlan } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { storeImport } from '../store/imports.server.ts'
import { requireKind } from './require-kind.server.ts'
import type { Route } from './+types/import'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Import') }]

export async function loader({ params }: Route.LoaderArgs) {
  return { kind: importable(params.kind), formKey: secretToken() }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'catalog.write')
  const kind = importable(params.kind)
  const form = await readForm(request)
  const sent = parseForm(newItemInput, form)
  const file = form.get('file')
  const content = typeof file === 'string' || file === null ? '' : await file.text()
  if (!sent.ok || content.trim() === '') return data({ error: 'Choose a file' }, 422)
  if (content.length > maxImportCharacters)
    return data({ error: 'The file is too large: at most 12 million characters' }, 422)
  if (content.includes('\0') || content.includes('\uFFFD'))
    return data({ error: 'This is not text in UTF-8. Save it as “CSV UTF-8” and choose it again.' }, 422)
  const upload = { key: sent.value.key, typed: ['import', kind, content] }
  const { id } = await transact(shop, (work) =>
    makeOnce(work, upload, async () => {
      return { ok: true, id: await storeImport(work, { kind, content, by: actorOf(member) }) }
    }),
  )
  return redirect(`/staff/catalog/imports/${id}`, 303)
}

/** The kind, if a file may hold its items. @throws The 404 page otherwise. */
function importable(name: string) {
  const kind = requireKind(name)
  if (isImported(kindPlans[kind])) return kind
  throw notFound('No Import', {
    text: `${kindPlans[kind].title} are made one by one.`,
    link: { to: `/staff/catalog/${kind}`, label: kindPlans[kind].title },
  })
}

export default function Import({ loaderData: { kind, formKey }, actionData }: Route.ComponentProps) {
  const plan: KindPlan = kindPlans[kind]
  const [key, ...columns] = csvColumns(kind)
  return (
    <Sheet
      title={`Import ${plan.title.toLowerCase()}`}
      heading={`Import ${plan.title.toLowerCase()}`}
      head={
        <span className="ml-auto">
          <VerbLink small to={`/staff/catalog/${kind}`} data-back="">
            {plan.title}
          </VerbLink>
        </span>
      }
      state={<Status kind="todo">No file yet</Status>}
      next="Nothing is written before you have seen every difference"
      action={
        <Verb look="primary" form="import" busyWords="Comparing...">
          Compare
        </Verb>
      }
    >
      <Section item={1} title="File">
        <Form
          method="post"
          id="import"
          encType="multipart/form-data"
          className="grid max-w-[560px] gap-2"
          noValidate
        >
          <input type="hidden" name="key" value={formKey} autoComplete="off" />
          <FileField
            label="CSV file in UTF-8"
            name="file"
            accept=".csv,text/csv"
            hint={`At most ${maxImportRows.toLocaleString('en-US')} rows. An export is the best beginning.`}
            errors={actionData ? [actionData.error] : undefined}
          />
        </Form>
      </Section>
      <Section item={2} title="Columns">
        <p className="text-muted">
          <b>{key}</b> names each row and must be there
          {plan.key === null
            ? `: a file changes what the shop has and makes no ${plan.one}`
            : '; a new one makes an item'}
          . What the file leaves out stays as it is. Lists have one entry in each line of their cell.{' '}
          <b>revision</b> protects what somebody changed since the export.
        </p>
        <p className="mt-2">{columns.join(', ')}</p>
      </Section>
    </Sheet>
  )
}
