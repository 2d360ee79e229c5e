import {
  addElement,
  type Element,
  finishDocument,
  openDocument,
  writeArtifact,
  writeElement,
} from '#app/pdf/document.server.ts'
import { drawRule } from '#app/pdf/drawing.server.ts'
import { addPage, type PageFlow, writeLine } from '#app/pdf/page-flow.server.ts'
import { openSheet } from '#app/pdf/page-styles.server.ts'
import {
  drawText,
  heightOf,
  isDrawnInFull,
  type TextStyle,
  undrawnNote,
  widthOf,
  writeText,
} from '#app/pdf/text.server.ts'
import type { OfferedRow } from '../offered.ts'
import type { ShownReceipt } from '../routes/shown-order.server.ts'

type Seller = { name: string; address: string; licenseLine: string; phone: string; email: string }

type ReceiptContext = {
  seller: Seller
  buyer: readonly string[]
  at: Date
  on: string
  offered: ReadonlyMap<number, readonly OfferedRow[]>
}

export async function writeReceipt(
  receipt: ShownReceipt,
  { seller, buyer, at, on, offered }: ReceiptContext,
): Promise<Uint8Array> {
  const document = openDocument({
    title: `Receipt for order ${receipt.orderId}`,
    subject: `What was bought, paid and refunded, as of ${on}`,
    at,
  })
  const flow = openSheet(document, {
    title: 'Receipt',
    lead: `Order ${receipt.orderId}, paid ${receipt.paidOn}.`,
    foot: `Receipt for order ${receipt.orderId}, as of ${on}`,
  })
  writeParties(flow, seller, buyer)
  const { font } = flow.style.textStyles.body
  if (!buyer.every((line) => isDrawnInFull(line, font))) writeNote(flow, undrawnNote)
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
  return finishDocument(document)
}

type Row = { label: string; note?: string; amount: string; isSum?: boolean }

const amountWidth = 90
const hairline = '#cfcac2'

function writeParties(flow: PageFlow, seller: Seller, buyer: readonly string[]) {
  const { left: x, measure, textStyles } = flow.style
  const contact = [seller.phone, seller.email].filter(Boolean).join(', ')
  const parties = [
    { title: 'Sold by', lines: [seller.name, seller.address, seller.licenseLine, contact].filter(Boolean) },
    { title: 'Sold to', lines: buyer },
  ].filter(({ lines }) => lines.length > 0)
  const width = measure / 2 - 12
  const ends = parties.map(({ title, lines }, column) => {
    const box = { x: x + column * (width + 24), width }
    let y = writeText(flow.document, flow.document.root, 'H2', title, textStyles.term, { ...box, y: flow.y })
    for (const line of lines)
      y = writeText(flow.document, flow.document.root, 'P', line, textStyles.body, { ...box, y })
    return y
  })
  flow.y = Math.max(...ends, flow.y) + 18
}

function writeRows(flow: PageFlow, title: string, rows: readonly Row[]) {
  const { left: x, measure: width, textStyles } = flow.style
  makeRoom(flow, 80)
  writeLine(flow, 'H2', title, textStyles.heading, { x, width })
  flow.y += 4
  const list = addElement(flow.document, flow.document.root, 'L')
  for (const row of rows) {
    makeRoom(flow, rowHeight(flow, row))
    writeRow(flow, list, row)
  }
  rule(flow)
  flow.y += 22
}

function styleOf({ style: { textStyles } }: PageFlow, { isSum }: Row): TextStyle {
  return isSum ? textStyles.strong : textStyles.body
}

function rowHeight(flow: PageFlow, row: Row): number {
  const { measure, textStyles } = flow.style
  const width = measure - amountWidth
  const note = row.note ? heightOf(flow.document, row.note, textStyles.note, width) : 0
  return heightOf(flow.document, row.label, styleOf(flow, row), width) + note + 12
}

function writeRow(flow: PageFlow, list: Element, row: Row) {
  const { document, style, y: top } = flow
  const { left: x, measure } = style
  const text = styleOf(flow, row)
  rule(flow)
  const item = addElement(document, list, 'LI')
  const width = measure - amountWidth
  let y = top
  writeElement(document, item, 'Lbl', () => {
    y = drawText(document, row.label, text, { x, y: top + 6, width })
    if (row.note) y = drawText(document, row.note, style.textStyles.note, { x, y, width })
  })
  const right = x + measure - widthOf(document, row.amount, text)
  writeText(document, item, 'LBody', row.amount, text, { x: right, y: top + 6, width: amountWidth })
  flow.y = y + 6
}

function writeNote(flow: PageFlow, text: string) {
  const { left: x, measure: width, textStyles } = flow.style
  makeRoom(flow, heightOf(flow.document, text, textStyles.note, width))
  writeLine(flow, 'P', text, textStyles.note, { x, width })
}

function makeRoom(flow: PageFlow, height: number) {
  if (flow.y + height > flow.style.bottom) addPage(flow)
}

function rule({ document, style, y }: PageFlow) {
  writeArtifact(document, () =>
    drawRule(document, { x: style.left, y, width: style.measure, color: hairline }),
  )
}
