import { after, day, hour } from '#app/kit/clock.ts'
import { GatewayTimeout } from '../gateway.ts'
import type { AnyReply, SendRequest } from './client.server.ts'
import { batchReply, type Details, detailsReply, type Listed, listReply } from './replies.ts'

const pageLength = 1_000
/** A list of settled batches covers at most 31 days. */
const maxSpanMs = 30 * day
/** The two clocks differ, and a timestamp may be cut to the second: searches start a little earlier. */
const slackMs = hour
const manyPages = 50

/** Among the unsettled, then in the batches settled since. @throws GatewayTimeout: absence is told only after all was read. */
export async function listByInvoice(
  ask: SendRequest,
  invoice: string,
  since: Date,
  now: Date,
): Promise<Listed[]> {
  const from = new Date(Math.max(since.getTime() - slackMs, now.getTime() - maxSpanMs))
  const isOf = ({ invoiceNumber }: Listed) => invoiceNumber === invoice
  const unsettled = await listPages(ask, 'getUnsettledTransactionListRequest', {}, from)
  if (unsettled.some(isOf)) return unsettled.filter(isOf)

  const found: Listed[] = []
  for (const batchId of await listBatches(ask, from, after(now, slackMs)))
    found.push(...(await listPages(ask, 'getTransactionListRequest', { batchId }, from)).filter(isOf))
  return found
}

async function listBatches(ask: SendRequest, from: Date, to: Date): Promise<string[]> {
  const settled = await ask(
    'getSettledBatchListRequest',
    { firstSettlementDate: atSecond(from), lastSettlementDate: atSecond(to) },
    batchReply,
  )
  requireRead(settled)
  return (settled.batchList ?? []).map(({ batchId }) => batchId)
}

export async function listAll(ask: SendRequest, from: Date, now: Date): Promise<Listed[]> {
  const found = await listPages(ask, 'getUnsettledTransactionListRequest', {}, from)
  const end = after(now, slackMs)
  for (let start = from; start < end; start = after(start, maxSpanMs)) {
    const until = new Date(Math.min(after(start, maxSpanMs).getTime(), end.getTime()))
    for (const batchId of await listBatches(ask, start, until))
      found.push(...(await listPages(ask, 'getTransactionListRequest', { batchId }, from)))
  }
  return found
}

export async function findDetails(ask: SendRequest, transId: string): Promise<Details | undefined> {
  const reply = await ask('getTransactionDetailsRequest', { transId }, detailsReply)
  if (reply.messages.message.some(({ code }) => code === 'E00040')) return undefined
  requireRead(reply)
  return reply.transaction ?? undefined
}

/** Newest first, so that reading ends with the first page that reaches back before `from`. */
async function listPages(
  ask: SendRequest,
  call: string,
  which: Record<string, unknown>,
  from: Date,
): Promise<Listed[]> {
  const found: Listed[] = []
  for (let page = 1; page <= manyPages; page++) {
    const body = {
      ...which,
      sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
      paging: { limit: pageLength, offset: page }, // the offset counts pages, from 1
    }
    const reply = await ask(call, body, listReply)
    requireRead(reply)
    const listed = reply.transactions ?? []
    found.push(...listed)
    const oldest = listed.at(-1)
    if (listed.length < pageLength || (oldest && oldest.submitTimeUTC < from)) return found
  }
  throw new GatewayTimeout('The reports of Authorize.Net are longer than can be read.')
}

/** Reports need their own permission (the Transaction Details API). Without it the outcome is unknown. */
function requireRead({ messages }: AnyReply) {
  if (messages.resultCode !== 'Ok')
    throw new GatewayTimeout(`Authorize.Net gave no report: ${messages.message[0]?.code ?? 'no code'}.`)
}

function atSecond(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}
