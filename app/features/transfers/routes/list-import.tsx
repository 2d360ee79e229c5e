import { basename } from 'node:path'
import { data, Form, redirect } from 'react-router'
import { FileField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { maxListBytes } from '#app/features/dealers/rules.ts'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import { listLists } from '#app/features/dealers/store/list.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorName, actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCount } from '#app/kit/count.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import { Revisions } from '#app/features/console/components/revisions.tsx'
import { uploadInput } from '../flows.server.ts'
import { uploadList } from '../list-flows.server.ts'
import { listFileWords, listStateWords } from '../rules.ts'
import type { Route } from './+types/list-import'

export const handle: StaffHandle = { right: 'dealers.write' }

export const meta = () => [{ title: consoleTitle('Federal dealer list') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  // Signing in again comes before the file is chosen.
  await requireRecentSignIn(context, request)
  const { db, now, timeZone } = context.get(shopContext)
  const [{ listed, latestAt }, earlier] = await Promise.all([countDealers(db), listLists(db, 12)])
  return {
    formKey: secretToken(),
    listed,
    latestOn: latestAt ? formatStamp(latestAt, timeZone, now()) : '',
    earlier: earlier.map(({ id, name, state, uploadedAt, uploadedBy }) => ({
      id,
      name,
      words: listStateWords[state],
      on: formatStamp(uploadedAt, timeZone, now()),
      by: actorName(uploadedBy),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'dealers.write')
  await requireRecentSignIn(context, request)
  const limits = { dataDir: shop.dataDir, maxFileBytes: maxListBytes }
  return receiveForm(request, limits, async ({ fields, files: [file] }) => {
    const sent = parseForm(uploadInput, fields)
    if (!file || !sent.ok) return data({ error: listFileWords.missing }, 422)
    if (file.isTooLarge) return data({ error: listFileWords.too_large }, 422)
    const source = { name: basename(file.name), actor: actorOf(member) }
    const stored = await uploadList(shop, source, { path: file.path, formKey: sent.value.key })
    return stored.ok
      ? redirect(`/staff/dealers/lists/${stored.id}`, 303)
      : data({ error: listFileWords[stored.why] }, 422)
  })
}

export default function ListImport({ loaderData, actionData }: Route.ComponentProps) {
  const { formKey, listed, latestOn, earlier } = loaderData
  return (
    <Sheet
      title="Federal dealer list"
      heading="Federal dealer list"
      state={<Status kind={listed > 0 ? 'done' : 'todo'}>{listed > 0 ? 'In force' : 'No list yet'}</Status>}
      next="Choose the newest list: it takes the place of the one in force, all of it or nothing"
      cells={[
        { label: 'Listed', value: formatCount(listed) },
        { label: 'Taken', value: latestOn || 'never' },
      ]}
      action={
        <>
          <VerbLink look="quiet" to="/staff/dealers">
            Dealers
          </VerbLink>
          <Verb look="primary" form="import" busyWords="Uploading...">
            Take this list
          </Verb>
        </>
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
            label="The list as text or CSV"
            name="file"
            accept=".txt,.csv,text/plain,text/csv"
            hint="ATF publishes it every month under “Complete Listing of Federal Firearms Licensees”. Take the text file of all states."
            errors={actionData ? [actionData.error] : undefined}
          />
        </Form>
      </Section>
      {earlier.length > 0 && (
        <Section item={2} title="Earlier files">
          <Revisions
            caption="Earlier files"
            rows={earlier.map(({ id, name, words, on, by }) => ({
              key: id,
              date: on,
              change: `${name}: ${words}`,
              by,
            }))}
          />
        </Section>
      )}
    </Sheet>
  )
}
