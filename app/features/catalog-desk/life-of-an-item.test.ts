import { expect } from 'vitest'
import { day, second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { buyParcel } from '#test/buyer-steps.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

const name = 'Range timer'
const sheet = '/staff/catalog/accessories/range-timer'

test('a category and an accessory are made, priced, counted, hidden, sold and imported', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const desk = buyer.another()
  await desk.signIn('manager', { name: 'M. Catalog' })
  await makeCategory(desk)
  await desk.open('/staff/catalog/accessories/new')
  desk.fill({ Name: name })
  await desk.pressUnchecked(/^Make accessory/)
  expect(desk.status).toBe(422)
  expect(desk.alerts.join(' ')).toContain('Nothing was saved')
  expect(desk.field('Name').value).toBe(name)
  fillAccessory(desk)
  await desk.press(/^Make accessory/)
  expect([desk.path, desk.heading]).toEqual([sheet, name])

  desk.fill({ Reason: 'damaged', Quantity: '2' })
  await desk.press('Enter')
  expect(desk.parts('cell', '−2')).toHaveLength(1)
  desk.fill({ 'New price': '94.50', Begins: '2026-12-01T00:00' })
  await desk.press(/^Enter price/)
  expect(desk.text).toContain('from Dec 1 12:00 AM')
  expect(await cardOf(buyer)).toContain('$89')
  buyer.wait(12 * day)
  expect(await cardOf(buyer)).toMatch(/\$94.*\.50/)

  await desk.signIn('manager', { name: 'M. Catalog' }) // the earlier session is long over
  await desk.open(sheet)
  await desk.press(/^Hide/)
  expect(desk.page.getAllByText('Hidden')).not.toEqual([])
  expect(await cardOf(buyer)).toBe('')
  await desk.press(/^Show/)
  expect(await cardOf(buyer)).toMatch(/\$94.*\.50/)
  await buyParcel(buyer, [name], { city: 'Austin', state: 'TX', zip: '78701' })
  expect(buyer.text).toContain('$94.50')
  await desk.open(sheet)
  expect(textOf(desk.page.getByText('In orders').parentElement)).toContain('1')

  await compare(desk, 'cheap')
  expect(desk.text).toContain('Enter dollars and cents')
  await compare(desk, '79.00')
  expect(desk.text).toContain('79.00')
  await desk.press(/^Write 1 accessory/)
  expect(desk.text).toContain('1 row is in the catalog')
  expect(await cardOf(buyer)).toContain('$79')

  for (const address of [sheet, '/staff/catalog/categories/range-days']) {
    await desk.open(address)
    await desk.press(/^Retire/)
    expect([address, desk.page.queryAllByText('Retired').length > 0]).toEqual([address, true])
  }
  expect(await cardOf(buyer)).toBe('')
})

async function makeCategory(desk: Visitor) {
  await desk.open('/staff/catalog/categories/new')
  desk.fill({ Address: 'range-days', Name: 'Range days', 'Sales tax class': 'goods' })
  await desk.press(/^Make category/)
  expect(desk.heading).toBe('Range days')
}

function fillAccessory(desk: Visitor) {
  desk.fill({
    Address: 'range-timer',
    'One line': 'Counts what you fire',
    Facts: 'Loud\nSmall\nYellow',
    Category: 'Range days',
    Drawing: 'light',
    'California, AB 1263': 'not_covered',
    Price: '89',
    'Pieces on the shelf': '12',
  })
}

async function compare(desk: Visitor, price: string) {
  const content = `id,price,description\r\nrange-timer,${price},Counts every shot\r\n`
  await desk.open('/staff/catalog/accessories/import')
  desk.fillOne(/^CSV file/, new File([content], 'timers.csv', { type: 'text/csv' }))
  await desk.press(/^Compare/)
}

async function cardOf(buyer: Visitor): Promise<string> {
  buyer.wait(2 * second) // a page may be a second old
  await buyer.open('/accessories')
  const cards = buyer.parts('article').map(textOf)
  return cards.find((card) => card.includes(name)) ?? ''
}
