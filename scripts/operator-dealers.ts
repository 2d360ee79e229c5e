// The operator's verbs on dealers: the federal list, what is known of a dealer, and what dealers answered.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { transact } from '#app/db/work.server.ts'
import { countDealers, importList, listKnownDealers } from '#app/features/dealers/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, refusedBy, type Said, type Verb, words } from './operator-verb.ts'

/** Verbs by name. */
export const dealerVerbs: Record<string, Verb> = {
  'import-dealers': {
    usage: 'import-dealers <file>',
    about: 'takes the federal list of licensees over: comma, tab or pipe separated, as it is published',
    takes: words(1),
    run: importDealers,
  },
  dealers: {
    usage: 'dealers [ZIP code, city or name]',
    about: 'how many dealers are listed; with words, those that answer them, with street and licence',
    takes: words(0, 8),
    run: showDealers,
  },
}

/** Bad rows that are told one by one. */
const mostTold = 20

async function importDealers({ till, record }: Operator, [path = '']: string[]): Promise<Said> {
  if (!existsSync(path)) return refusedBy({ ok: false, why: 'file_not_found' })
  const begun = performance.now()
  const report = await transact(till, async (work) => {
    const read = await importList(work, path, (rows) => process.stderr.write(`\r${rows} rows read`))
    if (!read.ok) return read
    const { listed, added, changed, unlisted, bad } = read
    const data = { listed, added, changed, unlisted, bad: bad.length }
    await record(work, { verb: 'import-dealers', subject: basename(path), data })
    return read
  })
  process.stderr.write('\r')
  if (!report.ok) return refusedBy(report)
  const { read, listed, added, changed, unlisted, otherTypes, otherStates, bad } = report
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  return done(
    [
      `${read} rows read in ${seconds} s. ${listed} dealers listed: ${added} new, ${changed} changed; ${unlisted} no longer listed.`,
      `Left out: ${otherTypes} with licences of other types, ${otherStates} outside the states we serve, ${bad.length} bad rows.`,
      ...bad.slice(0, mostTold).map(({ line, why }) => `  line ${line}: ${why}`),
      ...(bad.length > mostTold ? [`  and ${bad.length - mostTold} more`] : []),
    ].join('\n'),
  )
}

async function showDealers({ till, timeZone }: Operator, asked: string[]): Promise<Said> {
  if (asked.length === 0) {
    const { listed, latestAt } = await countDealers(till.db)
    const when = latestAt ? `; a list last brought news ${formatMoment(latestAt, timeZone)}` : ''
    return done(`${listed} dealers are listed${when}.`)
  }
  const found = await listKnownDealers(till.db, asked.join(' '))
  if (found.length === 0) return refusedBy({ ok: false, why: 'dealer_not_found' })
  return done(
    table(
      ['Licence', 'Ends', 'Name', 'Street', 'City', 'State', 'ZIP', 'Phone', 'Answered from'],
      found.map((dealer) => [
        ...[dealer.key, dealer.expiry, dealer.tradeName ?? dealer.name, dealer.street, dealer.city],
        ...[dealer.state, dealer.zip, dealer.phone ?? '', dealer.email ?? ''],
      ]),
    ),
  )
}
