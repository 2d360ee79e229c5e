import { recordAudit } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { csvResponse } from '#app/http/responses.server.ts'
import { csvMark, formatCsvRows } from '#app/kit/csv.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { csvCells, csvColumns } from '../import.server.ts'
import { listItems, requireKind } from '../items.server.ts'
import type { Route } from './+types/export'

export const handle: StaffHandle = { right: 'catalog.write' }

/** All items of a kind as a file, which the import reads again without a difference. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const kind = requireKind(params.kind)
  const actor = actorOf(staffMember(context))
  await transact(shop, (work) =>
    recordAudit(work, { actor, verb: 'catalog-export', subject: kind, data: {} }),
  )
  const items = await listItems(shop.db, kind, shop.now())
  return csvResponse(`${kind}-${formatIsoDay(shop.now(), shop.timeZone)}.csv`, parts())

  async function* parts() {
    yield csvMark + formatCsvRows([csvColumns(kind)])
    yield formatCsvRows(items.map((item) => csvCells(kind, item, shop)))
  }
}
