import { actAs } from '#app/access/act.server.ts'
import { type AuditCursor, type AuditRow, findAuditPage } from '#app/access/audit.server.ts'
import { requireExport } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { csvResponse } from '#app/http/responses.server.ts'
import { csvMark, formatCsvRows } from '#app/kit/csv.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { allowed } from '#app/kit/refusal.ts'
import { auditFilterOf, parseAuditQuery } from '../rules.ts'
import type { Route } from './+types/audit-csv'

export const handle: StaffHandle = { right: 'export' }

const batchSize = 500
const columns = ['row', 'at', 'actor', 'verb', 'subject', 'data', 'previous_hash', 'hash']

/** The entries of a filter as a file, with the hashes by which each row proves the one before it. The export is logged too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, timeZone, ...shop } = context.get(shopContext)
  const { search, searchParams } = new URL(request.url)
  const actor = actorOf(requireExport(context, 'audit.read', `/staff/audit${search}`))
  const query = parseAuditQuery(searchParams)
  const act = { verb: 'export-audit', subject: 'audit log', data: { ...query } }
  await actAs({ ...shop, db, now }, actor, act, async () => allowed)
  return csvResponse(`audit-${formatIsoDay(now(), timeZone)}.csv`, batches())

  async function* batches() {
    yield csvMark + formatCsvRows([columns])
    let before: AuditCursor | undefined
    do {
      const page = await findAuditPage(db, auditFilterOf(query, timeZone), { before, max: batchSize })
      if (page.entries.length) yield formatCsvRows(page.entries.map(cells))
      before = page.next
    } while (before)
  }
}

function cells({ id, at, actor, verb, subject, data, previousHash, hash }: AuditRow): string[] {
  return [String(id), at.toISOString(), actor, verb, subject, JSON.stringify(data), previousHash, hash]
}
