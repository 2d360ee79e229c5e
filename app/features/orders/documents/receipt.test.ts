import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { textOf } from '#test/pdf.ts'
import { writeReceipt } from './receipt.server.ts'

const receipt = {
  orderId: '7K2MXR',
  paidOn: 'Nov 20, 2026',
  paid: '$0.00',
  bought: [],
  charges: [],
  total: '$0.00',
  refunds: [],
  rest: { label: 'Paid', amount: '$0.00' },
  confirmed: '',
} as unknown as Parameters<typeof writeReceipt>[0]

async function receiptFor(buyer: readonly string[]) {
  const seller = {
    name: 'Biscayne Arms Works LLC',
    address: 'Miami, FL',
    licenseLine: 'FFL 07',
    phone: '',
    email: '',
  }
  const at = new Date('2026-11-20T12:00:00Z')
  const file = await writeReceipt(receipt, { seller, buyer, at, on: 'Nov 20, 2026', offered: new Map() })
  return textOf(await PDFDocument.load(file))
}

test('a receipt shows the name and address of its buyer as they are written, or says what it cannot show', async () => {
  const accented = await receiptFor(['Łukasz Nguyễn', 'Çınar Street 5'])
  expect(accented).toContain('Łukasz Nguyễn')
  expect(accented).toContain('Biscayne Arms Works LLC')
  expect(accented).toContain('FFL 07')
  expect(accented).toContain('Çınar Street 5')
  expect(accented).not.toContain('question mark')
  const foreign = await receiptFor(['张伟 Zhang'])
  expect(foreign).toContain('?? Zhang')
  expect(foreign).toContain('A question mark stands for a letter that this typeface does not have.')
})
