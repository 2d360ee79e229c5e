import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { visitor } from '#test/visitor.ts'

test('what is typed of a part is drawn by a button, and saved by another', async ({ ctx }) => {
  const desk = await visitor(ctx, { sample: true })
  await desk.signIn('manager')
  await desk.open('/staff/catalog/parts')
  const part = [...desk.document.querySelectorAll('a')].find((link) => /barrel/i.test(link.textContent ?? ''))
  await desk.open(part?.getAttribute('href') ?? '')
  const before = desk.field('Barrel, inches').value
  desk.fill({ 'Barrel, inches': '13.9' })
  await desk.press('Draw what is typed')
  expect([desk.status, desk.alerts, desk.field('Barrel, inches').value]).toEqual([200, [], '13.9'])
  expect(desk.text).toContain('As the builder draws it: barrel 13.9 in')
  await desk.open(desk.path)
  expect(desk.field('Barrel, inches').value).toBe(before)
})
