// The operator's verbs for dealers: the federal list, and what staff recorded of a dealer.
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { askInput } from '#app/features/dealers/input.ts'
import { isDealerReady } from '#app/features/dealers/rules/dealer-file.ts'
import { parseLicenseNumber } from '#app/features/dealers/rules/license-number.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import { countDealers, listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import { setDealerEmail } from '#app/features/dealers/store/staff.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { lackWords } from '#app/features/dealers/words.ts'
import { importFile } from '#app/features/transfers/list-flows.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, malformed, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

/** Verbs by name. */
export const dealerVerbs: Record<string, Verb> = {
  'import-dealers': {
    usage: 'import-dealers <file>',
    about: 'imports the federal list of licensees: comma, tab or pipe separated, as published',
    takes: words(1),
    run: importDealers,
  },
  dealers: {
    usage: 'dealers [ZIP code, city, name or license]',
    about: 'number of listed dealers; with a search, the matching ones with street and license',
    takes: words(0, 8),
    run: showDealers,
  },
  'dealer-email': {
    usage: 'dealer-email <license> <email | none>',
    about: 'sets the email address of a listed dealer; only after checking the license copy or a call',
    takes: ([key, email = '', ...more]) =>
      key !== undefined && (email === 'none' || email.includes('@')) && more.length === 0,
    run: enterEmail,
  },
  'dealer-file': {
    usage: 'dealer-file <license>',
    about: 'what staff recorded of a dealer, and what it lacks for an NFA item today',
    takes: words(1),
    run: showFile,
  },
}

/** The dealer of a license number as it was typed. What is none names no dealer. */
export const keyOf = (license: string) => parseLicenseNumber(license) ?? license

/** How many bad rows are listed one by one. */
const maxListed = 20

async function importDealers({ paymentCtx, actor }: Operator, [path = '']: string[]): Promise<VerbResult> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    return refusedBy({ ok: false, why: 'file_not_found' })
  const begun = performance.now()
  const report = await importFile(
    paymentCtx,
    readFileSync(path, 'utf8'),
    { name: basename(path), actor },
    (rows) => process.stderr.write(`\r${rows} rows read`),
  )
  process.stderr.write('\r')
  if (!report.ok) return refusedBy(report)
  const { read, listed, added, changed, unlisted, otherTypes, otherStates, bad } = report
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  return done(
    [
      `${read} rows read in ${seconds} s. ${listed} dealers listed: ${added} new, ${changed} changed; ${unlisted} no longer listed.`,
      `Left out: ${otherTypes} with licenses of other types, ${otherStates} outside the states we serve, ${bad.length} bad rows.`,
      ...bad.slice(0, maxListed).map(({ line, why }) => `  line ${line}: ${why}`),
      ...(bad.length > maxListed ? [`  and ${bad.length - maxListed} more`] : []),
    ].join('\n'),
  )
}

async function showDealers({ paymentCtx, timeZone }: Operator, requested: string[]): Promise<VerbResult> {
  if (requested.length === 0) {
    const { listed, latestAt } = await countDealers(paymentCtx.db)
    const when = latestAt ? `; the list last changed ${formatMoment(latestAt, timeZone)}` : ''
    return done(`${listed} dealers are listed${when}.`)
  }
  const found = await listKnownDealers(paymentCtx.db, requested.join(' '), paymentCtx.now())
  if (found.length === 0) return refusedBy({ ok: false, why: 'dealer_not_found' })
  return done(
    table(
      ['License', 'Ends', 'Name', 'Street', 'City', 'State', 'ZIP', 'Phone', 'Email', 'Confirmed'],
      found.map((dealer) => [
        dealer.key,
        dealer.expiry,
        dealer.tradeName ?? dealer.name,
        dealer.street,
        dealer.city,
        dealer.state,
        dealer.zip,
        dealer.phone ?? '',
        dealer.email ?? '',
        dealer.emailConfirmedAt
          ? `${formatMoment(dealer.emailConfirmedAt, timeZone)}, ${dealer.emailConfirmedBy}`
          : '',
      ]),
    ),
  )
}

async function enterEmail(
  { act, actor }: Operator,
  [license = '', email = '']: string[],
): Promise<VerbResult> {
  const key = keyOf(license)
  const parsed = email === 'none' ? undefined : askInput.safeParse({ dealerEmail: email })
  if (parsed && !parsed.success) return malformed(parsed.error)
  const address = parsed?.data.dealerEmail ?? null
  // The audit log has the dealer and the action; the address is stored with the dealer.
  const entered = await act<{ ok: true; name: string }>(
    { verb: 'dealer-email', subject: key, data: { isSet: address !== null } },
    (work) => setDealerEmail(work, key, address, actor),
  )
  if (!entered.ok) return refusedBy(entered)
  return done(
    address
      ? `${entered.name} will be emailed at ${address} from now on.`
      : `${entered.name} no longer has an address.`,
  )
}

async function showFile({ paymentCtx, timeZone }: Operator, [license = '']: string[]): Promise<VerbResult> {
  const found = await findDealerFile(paymentCtx.db, keyOf(license))
  if (!found) return refusedBy({ ok: false, why: 'dealer_not_found' })
  const { dealer, stored, file } = found
  const ready = isDealerReady(file, 'sbr', formatIsoDay(paymentCtx.now(), timeZone))
  const said = (onDay: string | null | undefined, by: string | null | undefined) =>
    onDay ? `${onDay}, ${by ?? ''}` : ''
  const { specialTaxClass: taxClass, specialTaxYearEnds: ends } = file
  const rows = [
    ['Dealer', `${dealer.tradeName ?? dealer.name}, ${dealer.city}, ${dealer.state}`],
    ['License copy', said(stored?.copyAcceptedOn, stored?.copyAcceptedBy)],
    ['Its name', stored?.copyFile ?? ''],
    ['License ends', file.licenseExpiresOn ?? ''],
    ['eZ Check', said(stored?.ezCheckedOn, stored?.ezCheckedBy)],
    ['Special tax', taxClass && ends ? `class ${taxClass}, until ${ends}-06-30` : ''],
    ['Stamp seen', said(stored?.specialTaxCopyOn, stored?.specialTaxCopyBy)],
    ['Blocked', file.blockedReason ?? ''],
    ['Notes', stored?.notes ?? ''],
  ]
  const missing = ready.ok ? ['Nothing is missing.'] : ready.missing.map((lack) => lackWords[lack])
  return done([table(['', ''], rows), ...missing].join('\n'))
}
