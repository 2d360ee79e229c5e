import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

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
