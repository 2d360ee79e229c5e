// The operator's verbs for dealers: the federal list, details of a dealer, and dealers' answers.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { transact } from '#app/db/work.server.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { askInput } from '#app/features/dealers/input.ts'
import { assignDealer } from '#app/features/dealers/store/choice.server.ts'
import { isDealerReady } from '#app/features/dealers/rules/dealer-file.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import { importList } from '#app/features/dealers/store/import.server.ts'
import { findUpload, listUploads, readUpload } from '#app/features/dealers/store/uploads.server.ts'
import {
  askDealer,
  type DealerRequest,
  listNewestRequests,
  listRequests,
} from '#app/features/dealers/store/requests.server.ts'
import { countDealers, listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import {
  confirmRequest,
  refuseRequest,
  sendRequest,
  setDealerEmail,
} from '#app/features/dealers/store/staff.server.ts'
import { mayChooseDealer } from '#app/features/orders/rules/refund-clock.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { lackWords } from '#app/features/dealers/words.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { normalizeCode } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, malformed, recordRead, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

/** Verbs by name. */
export const dealerVerbs: Record<string, Verb> = {
  'import-dealers': {
    usage: 'import-dealers <file>',
    about: 'imports the federal list of licensees: comma, tab or pipe separated, as published',
    takes: words(1),
    run: importDealers,
  },
  dealers: {
    usage: 'dealers [ZIP code, city or name]',
    about: 'number of listed dealers; with a search, the matching ones with street and license',
    takes: words(0, 8),
    run: showDealers,
  },
  'ask-dealer': {
    usage: 'ask-dealer <order> <email>',
    about: 'emails the dealer of an order a private link to accept or decline',
    takes: ([id, email = '', ...more]) => id !== undefined && email.includes('@') && more.length === 0,
    run: askForOrder,
  },
  'dealer-request': {
    usage: 'dealer-request <order> <send | refuse>',
    about: 'an unlisted dealer named by a buyer: emails the dealer, or tells the buyer to choose another',
    takes: ([id, ruling, ...more]) =>
      id !== undefined && ['send', 'refuse'].includes(ruling ?? '') && more.length === 0,
    run: decideRequest,
  },
  'confirm-dealer': {
    usage: 'confirm-dealer <order>',
    about: 'confirms that the requested address is the dealer’s: the answer counts from now on',
    takes: words(1),
    run: confirmForOrder,
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
    about: 'what staff recorded of a dealer, and what keeps an NFA item from it today',
    takes: words(1),
    run: showFile,
  },
  'set-dealer': {
    usage: 'set-dealer <order> <license>',
    about: 'sets or corrects the dealer of an order, checks the state rules, and emails the buyer',
    takes: words(2),
    run: setDealer,
  },
  'dealer-answers': {
    usage: 'dealer-answers [order]',
    about: 'dealer requests and answers, with the names of license copies',
    takes: words(0, 1),
    run: showAnswers,
  },
  'license-copy': {
    usage: 'license-copy <copy> <file>',
    about: 'writes a license copy, a PDF or JPEG, to a new file that only you can read',
    takes: words(2),
    run: saveCopy,
  },
}

/** How many bad rows are listed one by one. */
const maxNotified = 20

async function importDealers({ paymentCtx, record }: Operator, [path = '']: string[]): Promise<VerbResult> {
  if (!existsSync(path)) return refusedBy({ ok: false, why: 'file_not_found' })
  const begun = performance.now()
  const report = await transact(paymentCtx, async (work) => {
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
      `Left out: ${otherTypes} with licenses of other types, ${otherStates} outside the states we serve, ${bad.length} bad rows.`,
      ...bad.slice(0, maxNotified).map(({ line, why }) => `  line ${line}: ${why}`),
      ...(bad.length > maxNotified ? [`  and ${bad.length - maxNotified} more`] : []),
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
      ['License', 'Ends', 'Name', 'Street', 'City', 'State', 'ZIP', 'Phone', 'Asked at', 'Confirmed'],
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

async function askForOrder(
  { paymentCtx, act, actor }: Operator,
  [id = '', email = '']: string[],
): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const order = await findOrder(paymentCtx.db, subject)
  if (!order) return refusedBy({ ok: false, why: 'order_not_found' })
  const may = mayChooseDealer(order, paymentCtx.now())
  if (!may.ok) return refusedBy(may)
  const parsed = askInput.safeParse({ dealerEmail: email })
  if (!parsed.success) return malformed(parsed.error)
  const requested = await act<{ ok: true; id: string }>({ verb: 'ask-dealer', subject }, (work) =>
    askDealer(work, order, { email: parsed.data.dealerEmail, source: 'staff', by: actor }),
  )
  return requested.ok ? done(`${order.dealerName} is emailed.`) : refusedBy(requested)
}

async function decideRequest({ act }: Operator, [id = '', ruling]: string[]): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const isSent = ruling === 'send'
  const decided = await act<{ ok: true; request: DealerRequest }>(
    { verb: 'dealer-request', subject, data: { ruling: ruling ?? '' } },
    (work) => (isSent ? sendRequest(work, subject) : refuseRequest(work, subject)),
  )
  if (!decided.ok) return refusedBy(decided)
  return done(
    isSent
      ? `${decided.request.dealerName} is emailed. To accept the answer, run:  confirm-dealer ${subject}.`
      : `Nothing is sent to the dealer, and the buyer is asked to choose another one.`,
  )
}

async function confirmForOrder({ act, actor }: Operator, [id = '']: string[]): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const confirmed = await act<{ ok: true; request: DealerRequest }>(
    { verb: 'confirm-dealer', subject },
    (work) => confirmRequest(work, subject, actor),
  )
  if (!confirmed.ok) return refusedBy(confirmed)
  const { dealerName, email, state } = confirmed.request
  return done(
    `${email} speaks for ${dealerName} in order ${subject} (${state}). This applies to this order only.`,
  )
}

async function enterEmail({ act, actor }: Operator, [key = '', email = '']: string[]): Promise<VerbResult> {
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

async function showFile({ paymentCtx, timeZone }: Operator, [key = '']: string[]): Promise<VerbResult> {
  const found = await findDealerFile(paymentCtx.db, key)
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

async function setDealer(
  { act, actor, paymentCtx, sellables }: Operator,
  [id = '', key = '']: string[],
): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const rules = await findKnownRules(paymentCtx.db, paymentCtx.now())
  const set = await act<{ ok: true; isRequested: boolean }>(
    { verb: 'set-dealer', subject, data: { dealer: key } },
    (work) => assignDealer(work, sellables, subject, key, { by: actor, rules }),
  )
  if (!set.ok) return refusedBy(set)
  return done(set.isRequested ? 'Set. Dealer and buyer are emailed.' : 'Set. The buyer is emailed.')
}

async function showAnswers(operator: Operator, [id]: string[]): Promise<VerbResult> {
  const { paymentCtx, timeZone } = operator
  const requests = id
    ? await listRequests(paymentCtx.db, normalizeCode(id))
    : await listNewestRequests(paymentCtx.db)
  if (requests.length === 0) return done('There are no dealer requests yet.')
  await recordRead(operator, 'dealer-answers', id ? normalizeCode(id) : 'all')
  const papers = await listUploads(
    paymentCtx.db,
    requests.map((request) => request.id),
  )
  const rows = requests.map((request) => [
    request.orderId,
    request.dealerName,
    request.dealerState,
    request.dealerKey ?? 'named by the buyer',
    request.email,
    confirmationOf(request),
    request.state,
    formatMoment(request.answeredAt ?? request.requestedAt, timeZone),
    request.feeCents === null ? '' : formatCents(request.feeCents),
    [request.hours, request.reason, request.saysNfa && 'says: takes NFA items'].filter(Boolean).join('; '),
    papers
      .filter(({ requestId }) => requestId === request.id)
      .map(({ file }) => file)
      .join(' '),
  ])
  return done(
    table(
      [
        'Order',
        'Dealer',
        'State',
        'License',
        'Asked at',
        'Address',
        'Answer',
        'When',
        'Fee',
        'Said',
        'Copies',
      ],
      rows,
    ),
  )
}

async function saveCopy(operator: Operator, [name = '', path = '']: string[]): Promise<VerbResult> {
  const copy = await findUpload(operator.paymentCtx.db, name)
  const content = copy && (await readUpload(operator, name))
  if (!copy || !content) return refusedBy({ ok: false, why: 'copy_not_found' })
  if (existsSync(path)) return refusedBy({ ok: false, why: 'file_exists' })
  if (!existsSync(dirname(resolve(path)))) return refusedBy({ ok: false, why: 'folder_not_found' })
  await recordRead(operator, 'license-copy', copy.dealerKey ?? copy.orderId ?? name)
  await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  const kind = copy.type === 'application/pdf' ? 'PDF' : 'JPEG'
  return done(`${resolve(path)} is the copy, a ${kind}. Delete it when you have read it.`)
}

function confirmationOf({ confirmedBy }: DealerRequest): string {
  return confirmedBy ? `confirmed by ${confirmedBy}` : 'NOT CONFIRMED: the buyer named this address'
}
