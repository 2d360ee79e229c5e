import { Link } from 'react-router'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { textKeys } from '#app/features/texts/rules.ts'
import { listAllPublished, listDrafts } from '#app/features/texts/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { PhoneRow } from '../../console/components/phone-row.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { programVersions, wordsPath } from '../rules.ts'
import { textTitles } from '../words.ts'
import type { Route } from './+types/texts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Words') }]

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const [published, drafts] = await Promise.all([listAllPublished(db), listDrafts(db)])
  const now = clock()
  return {
    texts: textKeys.map((key) => {
      const current = published.find((each) => each.key === key)
      const draft = drafts.find((each) => each.key === key)
      const [first] = programVersions(key)
      return {
        key,
        version: current?.version ?? first?.version ?? '',
        since: formatCalendarDate(current?.since ?? first?.since ?? ''),
        by: current ? actorName(current.publishedBy) : 'Came with the program',
        draft: draft ? `${actorName(draft.savedBy)}, ${formatStamp(draft.savedAt, timeZone, now)}` : null,
      }
    }),
  }
}

export default function Texts({ loaderData: { texts } }: Route.ComponentProps) {
  const drafts = texts.filter(({ draft }) => draft !== null).length
  return (
    <Sheet
      title="Words"
      heading="Words"
      state={
        <Status kind={drafts > 0 ? 'half' : 'done'}>
          {drafts > 0 ? `${drafts} being written` : 'Published'}
        </Status>
      }
      next={drafts > 0 ? 'A draft changes nothing until it is published' : undefined}
      cells={[{ label: 'Texts', value: texts.length }]}
    >
      <DenseTable
        caption="Texts"
        columns={[
          { key: 'title', label: 'Text' },
          { key: 'version', label: 'Version', width: 110, kind: 'code' },
          { key: 'since', label: 'In force since', width: 150, kind: 'code' },
          { key: 'by', label: 'Published by', width: 190 },
          { key: 'draft', label: 'Draft', width: 230 },
        ]}
        rows={texts.map(({ key, version, since, by, draft }) => ({
          id: key,
          cells: [
            <Link key="title" to={`${wordsPath}/${key}`} data-open="">
              {textTitles[key]}
            </Link>,
            version,
            since,
            by,
            draft && (
              <Status key="draft" kind="half" quiet>
                {draft}
              </Status>
            ),
          ],
        }))}
        cards={texts.map(({ key, version, since, draft }) => (
          <PhoneRow
            key={key}
            kind={draft ? 'half' : 'done'}
            to={`${wordsPath}/${key}`}
            subject={textTitles[key]}
            amount={version}
            detail={`since ${since}`}
            due={draft ? 'Draft' : undefined}
          />
        ))}
      />
    </Sheet>
  )
}
