// The stand-in's answer to each call of the JSON API.
import type { Books, Refusal, Ruling, Transaction } from './books.ts'
import { misplacedElement } from './element-order.ts'

/** The unchecked body of a call. */
export type Body = Record<string, unknown> & {
  refId?: string
  merchantAuthentication?: { name: string; transactionKey: string }
}

type Keys = { apiLoginId: string; transactionKey: string }

/** Answers a call. Errors in element order, keys or names are refused as by the processor. */
export function answerCall(books: Books, keys: Keys, call: string, body: Body): object {
  const misplaced = misplacedElement(call, body)
  if (misplaced)
    return said('Error', 'E00003', `The element '${call}' has invalid child element '${misplaced}'.`)
  const { name, transactionKey } = body.merchantAuthentication ?? {}
  if (name !== keys.apiLoginId || transactionKey !== keys.transactionKey) return said('Error', 'E00007')
  // Recorded: without the Transaction Details API, every report is refused with this code.
  if (reports.test(call) && !books.mayReport) return said('Error', 'E00011')
  return answers[call]?.(books, body as never) ?? said('Error', 'E00003')
}

const reports = /^get(Transaction|Unsettled|Settled)/

type Request = {
  transactionType: string
  amount: string
  payment?: {
    opaqueData?: { dataDescriptor: string; dataValue: string }
    creditCard?: { cardNumber: string }
  }
  refTransId?: string
  order?: { invoiceNumber: string }
  transactionSettings?: { setting: { settingName: string; settingValue: string }[] }
}

const answers: Record<string, (books: Books, body: never) => object> = {
  authenticateTestRequest: () => said('Ok', 'I00001'),

  createTransactionRequest: (books, { transactionRequest: request }: { transactionRequest: Request }) => {
    const cents = Math.round(Number(request.amount) * 100)
    const invoice = request.order?.invoiceNumber ?? ''
    const setting = (name: string) =>
      request.transactionSettings?.setting.find(({ settingName }) => settingName === name)?.settingValue
    const windowMs = 1_000 * Number(setting('duplicateWindow') ?? 120)
    const allowsPartial = setting('allowPartialAuth') !== 'false'
    const refTransId = request.refTransId ?? ''
    if (request.transactionType === 'voidTransaction') return ruled(books.cancel(refTransId))
    if (request.transactionType === 'refundTransaction')
      return ruled(
        books.refund(refTransId, cents, request.payment?.creditCard?.cardNumber ?? '', invoice, windowMs),
      )
    const { dataDescriptor, dataValue = '' } = request.payment?.opaqueData ?? {}
    if (dataDescriptor !== 'COMMON.ACCEPT.INAPP.PAYMENT') return said('Error', 'E00116')
    return ruled(books.charge(dataValue, cents, invoice, { windowMs, allowsPartial }))
  },

  getTransactionDetailsRequest: (books, { transId }: { transId: string }) => {
    const found = books.find(transId)
    if (!found) return said('Error', 'E00040')
    return { transaction: detailed(found), ...said('Ok', 'I00001') }
  },

  getUnsettledTransactionListRequest: (books, { paging }: { paging: Paging }) =>
    listed(books.unsettled(), paging),

  getTransactionListRequest: (books, { batchId, paging }: { batchId: string; paging: Paging }) =>
    listed(books.inBatch(batchId), paging),

  getSettledBatchListRequest: (
    books,
    { firstSettlementDate, lastSettlementDate }: { firstSettlementDate: string; lastSettlementDate: string },
  ) => {
    const [from, to] = [new Date(firstSettlementDate), new Date(lastSettlementDate)]
    if (to.getTime() - from.getTime() > 31 * 86_400_000) return said('Error', 'E00003')
    const batchList = books.batchesBetween(from, to).map(({ batchId }) => ({ batchId }))
    return { ...(batchList.length && { batchList }), ...said('Ok', 'I00001') }
  },

  updateHeldTransactionRequest: (
    books,
    {
      heldTransactionRequest: held,
    }: { heldTransactionRequest: { action: 'approve' | 'decline'; refTransId: string } },
  ) => ruled(books.decide(held.refTransId, held.action)),
}

type Paging = { limit: number; offset: number }

/** Empty lists are omitted. */
function listed(transactions: Transaction[], { limit, offset }: Paging): object {
  const page = transactions.toReversed().slice(limit * (offset - 1), limit * offset)
  return {
    ...(page.length && { transactions: page.map(listedOne) }),
    totalNumInResultSet: page.length,
    ...said('Ok', page.length ? 'I00001' : 'I00004'),
  }
}

function listedOne({ transId, status, submittedAt, invoice, card, cents }: Transaction) {
  return {
    transId,
    transactionStatus: status,
    invoiceNumber: invoice,
    accountType: 'Visa',
    submitTimeUTC: `${submittedAt.toISOString().slice(0, 19)}Z`,
    accountNumber: `XXXX${card.slice(-4)}`,
    settleAmount: settleAmount({
      status,
      cents,
    }),
  }
}

/** Recorded replies list a voided transaction with 0.00, because nothing of it is settled. */
function settleAmount({ status, cents }: Pick<Transaction, 'status' | 'cents'>): number {
  return status === 'voided' ? 0 : cents / 100
}

function detailed({ transId, refTransId, status, submittedAt, invoice, card, cents, reason }: Transaction) {
  return {
    transId,
    transactionStatus: status,
    responseReasonCode: Number(reason),
    submitTimeUTC: submittedAt.toISOString(),
    order: { invoiceNumber: invoice },
    ...(refTransId && { refTransId }),
    authAmount: cents / 100,
    settleAmount: settleAmount({
      status,
      cents,
    }),
    payment: {
      creditCard: {
        cardNumber: `XXXX${card.slice(-4)}`,
        expirationDate: 'XXXX',
        cardType: 'Visa',
      },
    },
  }
}

function ruled(ruling: Ruling | Refusal): object {
  if ('refused' in ruling) return said('Error', ruling.refused)
  const { code, reason, transId, approvedCents, requestedCents } = ruling
  const texts =
    code === 3
      ? { errors: [{ errorCode: reason, errorText: 'Told by the stand-in.' }] }
      : { messages: [{ code: reason, description: 'Told by the stand-in.' }] }
  return {
    transactionResponse: {
      responseCode: String(code),
      transId,
      ...texts,
      ...(approvedCents !== undefined && {
        prePaidCard: {
          requestedAmount: inText(requestedCents),
          approvedAmount: inText(approvedCents),
        },
      }),
    },
    ...(code === 3 ? said('Error', 'E00027') : said('Ok', 'I00001')),
  }
}

const inText = (cents = 0) => (cents / 100).toFixed(2)

function said(resultCode: 'Ok' | 'Error', code: string, text = 'Told by the stand-in.') {
  return { messages: { resultCode, message: [{ code, text }] } }
}
