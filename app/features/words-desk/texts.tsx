import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { textKeys, type TextKey } from '#app/features/texts/rules.ts'
import { listAllPublished } from '#app/features/texts/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { programVersions } from '#app/features/texts/shown.server.ts'
import type { Route } from './+types/texts'

export const handle: StaffHandle = { right: 'rules.write', title: 'Words' }

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const published = await listAllPublished(context.get(shopContext).db)
  return {
    texts: textKeys.map((key) => {
      const current = published.find((each) => each.key === key)
      const [first] = programVersions(key)
      return {
        key,
        version: current?.version ?? first?.version ?? '',
        since: formatCalendarDate(current?.since ?? first?.since ?? ''),
        by: current ? actorName(current.publishedBy) : 'Came with the program',
      }
    }),
  }
}

export default function Texts({ loaderData: { texts } }: Route.ComponentProps) {
  return (
    <Sheet state={<Status kind="done">Published</Status>} cells={[{ label: 'Texts', value: texts.length }]}>
      <DenseTable
        caption="Texts"
        rows={texts}
        id={({ key }) => key}
        columns={[
          {
            label: 'Text',
            render: ({ key }) => (
              <a href={`${wordsPath}/${key}`} data-open="">
                {textTitles[key]}
              </a>
            ),
          },
          { label: 'Version', width: 110, kind: 'code', render: ({ version }) => version },
          { label: 'In force since', width: 150, kind: 'code', render: ({ since }) => since },
          { label: 'Published by', width: 190, render: ({ by }) => by },
        ]}
      />
    </Sheet>
  )
}

export const wordsPath = '/staff/words'

export const textTitles: Record<TextKey, string> = {
  faq: 'FAQ',
  terms: 'Terms',
  refunds: 'Refund policy',
  privacy: 'Privacy policy',
  accessibility: 'Accessibility statement',
  services: 'Services',
  learn: 'Learn',
  'process-guide': 'Process guide',
}
