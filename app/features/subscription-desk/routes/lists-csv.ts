import { data } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { requireExport } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { parseTopic } from '#app/features/subscriptions/rules.ts'
import { listMembers } from '#app/features/subscriptions/store/links.server.ts'
import { listsPath } from './lists.tsx'
import { csvResponse } from '#app/http/responses.server.ts'
import { csvMark, formatCsvRows } from '#app/kit/csv.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { allowed } from '#app/kit/refusal.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/lists-csv'

export const handle: StaffHandle = { right: 'export' }

const batchSize = 500

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = requireExport(context, 'subscriptions', listsPath)
  const shop = context.get(shopContext)
  const { db, now, timeZone } = shop
  const topic = parseTopic(new URL(request.url).searchParams.get('topic') ?? '')
  if (!topic) throw data(null, { status: 404 })
  await actAs(
    shop,
    actorOf(member),
    { verb: 'export-subscriptions', subject: topic, data: {} },
    async () => allowed,
  )
  const name = topic.replaceAll(/[^a-z0-9-]/g, '-')
  return csvResponse(`${name}-${formatIsoDay(now(), timeZone)}.csv`, batches(topic))

  async function* batches(list: typeof topic & string) {
    yield csvMark + formatCsvRows([['email', 'joined', 'confirmed', 'consent']])
    let after = 0
    let batch
    do {
      batch = await listMembers(db, list, { after, max: batchSize })
      after = batch.at(-1)?.position ?? after
      yield formatCsvRows(
        batch.map(({ email, joinedAt, confirmedAt, consentVersion }) => [
          email,
          joinedAt.toISOString(),
          confirmedAt?.toISOString() ?? '',
          consentVersion,
        ]),
      )
    } while (batch.length === batchSize)
  }
}
