import { expect } from 'vitest'
import { drops } from '#app/features/drops/tables.ts'
import { test } from '#test/db.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

const example = {
  name: 'More',
  status: 'live',
  category: 'hype',
  theme: 'noir',
  totalUnits: 1,
  basePrice: 100_000,
} as const

const answers = (reader: Visitor) => reader.parts('heading').map(textOf)

async function check(reader: Visitor, code: string) {
  await reader.open('/vault')
  reader.fill({ Code: code })
  await reader.press('Check the code')
}

test('a genuine code shows its unit in any spelling, and a made-up one is not genuine', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  const code = reader.shop.certify('guerrilla-vol-1', 17)
  await check(reader, code.toLowerCase().replaceAll('-', ' '))
  expect(answers(reader)).toContain('Number 17 of 50')
  reader.page.getByText('Genuine')
  expect(reader.parts('img', /number 17 of 50/)).toHaveLength(1)
  const drawing = reader.document.querySelector('#result figure img')
  await reader.open(drawing?.getAttribute('src') ?? '')
  expect([reader.status, reader.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])

  await check(reader, 'A017-2222-2222-2222')
  expect(answers(reader)).toContain('Not genuine')
  expect(reader.page.queryByText('Genuine')).toBeNull()
})

test('a number is looked up without proving anything, in a list of drops or by the name of one', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  const look = async (drop: string, number: string) => {
    await reader.open('/vault')
    reader.fill({ Drop: drop, Number: number })
    await reader.press('Check status')
  }
  const looks = async () => {
    await look('Guerrilla Vol. 1', '17')
    expect(answers(reader)).toContain('Number 17 of 50')
    expect(reader.page.queryByText('Genuine')).toBeNull()
    await look('Guerrilla Vol. 1', '51')
    expect(reader.status).toBe(404)
    expect(answers(reader)).toContain('There is no number 51')
  }
  await reader.open('/vault')
  reader.part('combobox', 'Drop')
  await looks()
  const more = Array.from({ length: 21 }, (_, at) => ({
    ...example,
    slug: `more-${at}`,
    dropNumber: 100 + at,
  }))
  await ctx.db.insert(drops).values(more)
  reader.wait(60_000) // the page is kept for a while
  await reader.open('/vault')
  reader.part('textbox', /^Drop/)
  await looks()
})
