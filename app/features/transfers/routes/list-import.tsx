import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { FileField } from '#app/features/console/components/fields.tsx'
import { EmptyList, Section } from '#app/features/console/components/section.tsx'
import { Revisions } from '#app/features/console/components/revisions.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { type ListDifference, maxListBytes } from '#app/features/dealers/rules.ts'
import { listLists } from '#app/features/dealers/store/list.server.ts'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorName, actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { formError } from '#app/http/errors.ts'
import { countOf, formatCount } from '#app/kit/text.ts'
import { formatStamp } from '#app/kit/dates.ts'
import { formKey } from '#app/kit/fields.ts'
import { fingerprint, secretToken } from '#app/kit/ids.ts'
import { takeList } from '../store.server.ts'
import type { Route } from './+types/list-import'

export const handle: StaffHandle = { right: 'dealers.write', title: 'Federal dealer list' }

const maxBad = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  // Signing in again comes before the file is chosen.
  await requireRecentSignIn(context, request)
  const { db, now, timeZone } = context.get(shopContext)
  const [{ listed, latestAt }, lists] = await Promise.all([countDealers(db), listLists(db, 12)])
  const difference = lists[0]?.difference
  return {
    formKey: secretToken(),
    listed,
    latestOn: latestAt ? formatStamp(latestAt, timeZone, now()) : '',
    latest: difference && {
      ...difference,
      bad: difference.bad.slice(0, maxBad),
      badCount: difference.bad.length,
    },
    lists: lists.map(({ id, name, takenAt, takenBy, difference: { added, changed, unlisted } }) => ({
      key: String(id),
      date: formatStamp(takenAt, timeZone, now()),
      change: `${name}: ${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(unlisted)} gone`,
      by: actorName(takenBy),
    })),
  }
}

const refusalWords = {
  missing: 'Choose the file of the list.',
  too_large: `The file is larger than ${maxListBytes / 1024 / 1024} MB.`,
  not_text: 'This is no text. Take the text file of the list, or save the spreadsheet as “CSV UTF-8”.',
  list_unknown: 'The first line is not the header of the federal list of licensees.',
  list_empty: 'The list contains no dealers.',
  list_too_short:
    'The list names fewer than half of the dealers that are listed now: a file that broke off, or one of a single state.',
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'dealers.write')
  await requireRecentSignIn(context, request)
  const refuse = (why: keyof typeof refusalWords) => formError(422, { file: [refusalWords[why]] }, {})
  const limits = { dataDir: shop.dataDir, maxFileBytes: maxListBytes }
  return receiveForm(request, limits, async ({ fields, files: [file] }) => {
    const sent = parseForm(z.object({ key: formKey }), fields)
    if (!file || !sent.ok) return refuse('missing')
    if (file.isTooLarge) return refuse('too_large')
    const content = await readFile(file.path, 'utf8')
    if (content.includes('\0')) return refuse('not_text')
    const form = { key: sent.value.key, typed: ['dealer list', fingerprint(content)] }
    const name = basename(file.name).slice(0, 120)
    const taken = await takeList(shop, content, { name, actor: actorOf(member), form })
    return taken.ok ? redirect('/staff/dealers/import', 303) : refuse(taken.why)
  })
}

export default function ListImport({ loaderData, actionData }: Route.ComponentProps) {
  const { formKey: key, listed, latestOn, latest, lists } = loaderData
  const isGone = latest?.first.unlisted.some(({ openTransfers }) => openTransfers > 0)
  return (
    <Sheet
      state={<Status kind={listed > 0 ? 'done' : 'todo'}>{listed > 0 ? 'In force' : 'No list yet'}</Status>}
      next={
        isGone
          ? 'Dealers of open transfers are no longer on it'
          : 'Choose the newest list: it takes the place of the one in force, all of it or nothing'
      }
      cells={[
        { label: 'Listed', value: formatCount(listed) },
        { label: 'Taken', value: latestOn || 'never' },
      ]}
      action={
        <>
          <VerbLink look="quiet" to="/staff/dealers">
            Dealers
          </VerbLink>
          <Verb look="primary" form="import" busyWords="Taking it over...">
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
          <input type="hidden" name="key" value={key} autoComplete="off" />
          <FileField
            label="The list as text or CSV"
            name="file"
            accept=".txt,.csv,text/plain,text/csv"
            hint="ATF publishes it every month under “Complete Listing of Federal Firearms Licensees”. Take the text file of all states. It takes up to half a minute."
            errors={actionData?.fieldErrors.file}
          />
        </Form>
      </Section>
      {latest && (
        <>
          <Difference difference={latest} />
          <Section title="Left out">
            <p>
              {`${formatCount(latest.otherTypes)} with licenses of other types, ${formatCount(latest.otherStates)} outside the states we serve, ${countOf(latest.badCount, 'row that is', 'rows that are')} no licensee.`}
            </p>
            <ul>
              {latest.bad.map(({ line, why }) => (
                <li key={line}>{`Line ${line}: ${why}`}</li>
              ))}
            </ul>
          </Section>
          <Section title="Lists that were taken">
            <Revisions caption="Lists that were taken" rows={lists} />
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
  const differing = kinds.filter(({ kind }) => difference[kind] > 0)
  if (differing.length === 0)
    return <EmptyList>The latest list says what was known already: no difference.</EmptyList>
  return differing.map(({ kind, title }, at) => {
    const shown = difference.first[kind]
    return (
      <Section
        key={kind}
        item={at + 2}
        title={`${title}: ${formatCount(difference[kind])}`}
        note={difference[kind] > shown.length ? `the first ${shown.length}` : undefined}
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
