import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { linkIn, visitor } from '#test/visitor.ts'
import { programVersions } from '../texts/shown.server.ts'

test('every policy carries its version', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  for (const [path, name] of [
    ['privacy', 'Privacy'],
    ['terms', 'Terms'],
    ['refunds', 'Refunds'],
    ['accessibility', 'Accessibility'],
  ] as const) {
    await reader.open(`/${path}`)
    expect(reader.heading).toBe(name)
    reader.page.getByText(programVersions(path)[0]?.version ?? '')
  }
})

test('a data request is confirmed from its email, by the button only', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  const email = 'asks@example.com'
  await reader.open('/privacy#request')
  await reader.pressUnchecked('Send request')
  expect(reader.alerts.join()).toContain('Choose what you ask for')
  reader.fillOne(/Send me my data/, true)
  reader.fill({ Email: email })
  await reader.press('Send request')
  expect(reader.text).toContain('One more step')

  const link = linkIn(await reader.mail(email, /Confirm your data request/), /\/privacy\/requests\//)
  await reader.open(link)
  expect(reader.heading).toBe('Confirm your request')
  await reader.open(link)
  expect(reader.heading).toBe('Confirm your request')
  await reader.press('Confirm request')
  expect(reader.heading).toBe('We have your request')
  await reader.mail(email, /^Your data request/)

  await reader.open('/privacy#request')
  reader.fillOne(/Delete my data/, true)
  reader.fill({ Email: email })
  await reader.press('Send request')
  expect(reader.text).toContain('One more step')
})
