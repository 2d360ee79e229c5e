// The operator's verbs for the dealer of an order: requests, answers, and the copies of licenses that came with them.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { askInput } from '#app/features/dealers/input.ts'
import { assignDealer } from '#app/features/dealers/store/choice.server.ts'
import { findUpload, listUploads, readUpload } from '#app/features/dealers/store/uploads.server.ts'
import {
  type DealerRequest,
  listNewestRequests,
  listRequests,
} from '#app/features/dealers/store/requests.server.ts'
import {
  askForStaff,
  confirmRequest,
  refuseRequest,
  sendRequest,
} from '#app/features/dealers/store/staff.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCents } from '#app/kit/money.ts'
import { keyOf } from './operator-dealers.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, malformed, recordRead, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

/** Verbs by name. */
export const dealerRequestVerbs: Record<string, Verb> = {
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

async function askForOrder({ act, actor }: Operator, [id = '', email = '']: string[]): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const parsed = askInput.safeParse({ dealerEmail: email })
  if (!parsed.success) return malformed(parsed.error)
  const requested = await act<{ ok: true; id: string }>({ verb: 'ask-dealer', subject }, (work) =>
    askForStaff(work, subject, parsed.data.dealerEmail, actor),
  )
  return requested.ok ? done('The dealer is emailed.') : refusedBy(requested)
}

async function decideRequest({ act, actor }: Operator, [id = '', ruling]: string[]): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const isSent = ruling === 'send'
  const decided = await act<{ ok: true; request: DealerRequest }>(
    { verb: 'dealer-request', subject, data: { ruling: ruling ?? '' } },
    (work) => (isSent ? sendRequest(work, subject, actor) : refuseRequest(work, subject, actor)),
  )
  if (!decided.ok) return refusedBy(decided)
  return done(
    isSent
      ? `${decided.request.dealerName} is emailed. To accept the answer, run:  confirm-dealer ${subject}.`
      : `Nothing is sent to the dealer, and the buyer gets an email to choose another one.`,
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
    `${email ?? 'The call'} speaks for ${dealerName} in order ${subject} (${state}). This applies to this order only.`,
  )
}

async function setDealer(
  { act, actor, paymentCtx, sellables }: Operator,
  [id = '', license = '']: string[],
): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const key = keyOf(license)
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
  const uploads = await listUploads(
    paymentCtx.db,
    requests.map((request) => request.id),
  )
  const rows = requests.map((request) => [
    request.orderId,
    request.dealerName,
    request.dealerState,
    request.dealerKey ?? 'named by the buyer',
    request.email ?? 'called',
    confirmationOf(request),
    request.state,
    formatMoment(request.answeredAt ?? request.requestedAt, timeZone),
    request.feeCents === null ? '' : formatCents(request.feeCents),
    [request.hours, request.reason, request.saysNfa && 'says: takes NFA items'].filter(Boolean).join('; '),
    uploads
      .filter(({ requestId }) => requestId === request.id)
      .map(({ file }) => file)
      .join(' '),
  ])
  return done(
    table(
      ['Order', 'Dealer', 'State', 'License', 'Email', 'Address', 'Answer', 'When', 'Fee', 'Said', 'Copies'],
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
