import { postalLine } from '#app/facts/facts.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound, tooManyWords } from '#app/http/errors.ts'
import { formatDay } from '#app/kit/dates.ts'
import { addElement, finishDocument, openDocument, writeElement } from '#app/pdf/document.server.ts'
import { writeRule } from '#app/pdf/drawing.server.ts'
import { column, type Flow, makeRoom, openSheet, textStyles, writeLine } from '#app/pdf/sheet.server.ts'
import { drawText, heightOf, isDrawnInFull, undrawnNote, widthOf, writeText } from '#app/pdf/text.server.ts'
import { requireOwnHistory } from '../access.server.ts'
import { recipientOf } from '../quote.ts'
import { sellablesContext } from '../store/lines.server.ts'
import { findOffered, showReceipt } from '../store/shown-lines.server.ts'
import type { Route } from './+types/receipt'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnHistory(args)
  const limit = await shop.limits.take('document', order.id)
  if (!limit.ok) throw new Response(tooManyWords(limit.retryAfterSeconds), { status: 429 })
  const receipt = showReceipt(order, shop)
  if (!receipt)
    throw notFound('No Receipt Yet', {
      text: 'A receipt is made once the order is paid.',
      link: { to: `/orders/${order.id}`, label: 'Your Order' },
    })
  const facts = shop.facts()
  const { legalName, licenseLine, phone, email } = facts
  const contact = [phone, email].filter(Boolean).join(', ')
  const seller = [legalName, postalLine({ ...facts, legalName: '' }), licenseLine, contact]
  const to = recipientOf(order)
  const buyer = to ? [to.name, ...to.lines] : [order.buyerName ?? '', order.buyerEmail ?? '']
  const offered = await findOffered(shop, args.context.get(sellablesContext), order.lines)
  const at = shop.now()
  const on = formatDay(at, shop.timeZone)
  const document = openDocument({
    title: `Receipt for order ${order.id}`,
    subject: `What was bought, paid and refunded, as of ${on}`,
    at,
  })
  const flow = openSheet(document, {
    title: 'Receipt',
    lead: `Order ${order.id}, paid ${receipt.paidOn}.`,
    foot: `Receipt for order ${order.id}, as of ${on}`,
  })
  writeParties(flow, seller, buyer)
  if (!buyer.every((line) => isDrawnInFull(line, textStyles.body.font))) writeNote(flow, undrawnNote)
  const bought = receipt.bought.map(({ position, label, note, amount }) => ({
    label,
    note: note.concat(...(offered.get(position) ?? []).map(({ term, value }) => `\n${term}: ${value}`)),
    amount,
  }))
  const { charges, total, paidOn, paid, refunds, rest, confirmed } = receipt
  writeRows(flow, 'What you bought', [...bought, ...charges, { label: 'Total', amount: total, isSum: true }])
  writeRows(flow, 'Payments and refunds', [
    { label: `Paid ${paidOn}`, amount: paid },
    ...refunds,
    { ...rest, isSum: true },
  ])
  if (confirmed) writeNote(flow, confirmed)
  return new Response((await finishDocument(document)) as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="receipt-${order.id}.pdf"`,
    },
  })
}

type Row = { label: string; note?: string; amount: string; isSum?: boolean }

const amountWidth = 90
const hairline = '#cfcac2'

function writeParties(flow: Flow, seller: readonly string[], buyer: readonly string[]) {
  const parties = [
    { title: 'Sold by', lines: seller.filter(Boolean) },
    { title: 'Sold to', lines: buyer.filter(Boolean) },
  ].filter(({ lines }) => lines.length > 0)
  const width = column.width / 2 - 12
  const ends = parties.map(({ title, lines }, at) => {
    const box = { x: column.x + at * (width + 24), width }
    let y = writeText(flow.document, flow.document.root, 'H2', title, textStyles.term, { ...box, y: flow.y })
    for (const line of lines)
      y = writeText(flow.document, flow.document.root, 'P', line, textStyles.body, { ...box, y })
    return y
  })
  flow.y = Math.max(...ends, flow.y) + 18
}

function writeRows(flow: Flow, title: string, rows: readonly Row[]) {
  const { document } = flow
  const { x } = column
  const width = column.width - amountWidth
  makeRoom(flow, 80)
  writeLine(flow, 'H2', title, textStyles.heading)
  flow.y += 4
  const list = addElement(document, document.root, 'L')
  for (const { label, note, amount, isSum } of rows) {
    const style = isSum ? textStyles.strong : textStyles.body
    const noteHeight = note ? heightOf(document, note, textStyles.note, width) : 0
    makeRoom(flow, heightOf(document, label, style, width) + noteHeight + 12)
    rule(flow)
    const y = flow.y + 6
    const item = addElement(document, list, 'LI')
    writeElement(document, item, 'Lbl', () => {
      flow.y = drawText(document, label, style, { x, y, width })
      if (note) flow.y = drawText(document, note, textStyles.note, { x, y: flow.y, width })
    })
    const right = x + column.width - widthOf(document, amount, style)
    writeText(document, item, 'LBody', amount, style, { x: right, y, width: amountWidth })
    flow.y += 6
  }
  rule(flow)
  flow.y += 22
}

function writeNote(flow: Flow, text: string) {
  makeRoom(flow, heightOf(flow.document, text, textStyles.note, column.width))
  writeLine(flow, 'P', text, textStyles.note)
}

function rule({ document, y }: Flow) {
  writeRule(document, { ...column, y, color: hairline })
}
