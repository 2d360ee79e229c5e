import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { visitor } from '#test/visitor.ts'
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
