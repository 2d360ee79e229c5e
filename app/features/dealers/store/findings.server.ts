import type { Db } from '#app/db/db.server.ts'
import { isEnding, stages } from '#app/features/orders/rules.ts'
import {
  listOpenTransfers,
  type OpenTransfer,
  type OpenTransfers,
} from '#app/features/orders/store/order-list.server.ts'
import { type DealerLack, soonMissing } from '../rules.ts'
import { listDealerFiles } from './file.server.ts'

type DealerFinding = Pick<
  OpenTransfer,
  'orderId' | 'position' | 'title' | 'detail' | 'dealerKey' | 'dealerName' | 'stage'
> & {
  missing: DealerLack[]
  /** Nothing was missing when the copy was accepted: the dealer fell off the list, was blocked, or something ran out. */
  isLapsed: boolean
}

const findingDays = 30
const lapses: readonly DealerLack[] = ['blocked', 'unlisted', 'license_expired', 'special_tax_over']

/** What arrived at its dealer is left out, and so are orders that have no dealer yet. `today` is a calendar day. */
export async function listDealerFindings(
  db: Db,
  today: string,
  transfers: OpenTransfers = listOpenTransfers(db),
): Promise<DealerFinding[]> {
  const open = (await transfers).filter(({ dealerName, stage }) => dealerName && isWithUs(stage))
  const keys = [...new Set(open.flatMap(({ dealerKey }) => dealerKey ?? []))]
  const files = new Map((await listDealerFiles(db, keys)).map(({ dealer, file }) => [dealer.key, file]))
  return open.flatMap((transfer) => {
    const { orderId, position, title, detail, dealerKey, dealerName, stage } = transfer
    const missing = soonMissing(files.get(dealerKey ?? ''), transfer.itemClass, today, findingDays)
    const isLapsed = missing.some((lack) => lapses.includes(lack))
    return missing.length === 0
      ? []
      : [{ orderId, position, title, detail, dealerKey, dealerName, stage, missing, isLapsed }]
  })
}

function isWithUs(stage: OpenTransfer['stage']): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) < stages.indexOf('at_dealer')
}
