import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('a text is drafted, previewed without the record of the age gate, and thrown away', async ({ ctx }) => {
  const owner = await visitor(ctx)
  await owner.signIn('owner')
  await owner.open('/about')
  expect(owner.html).toContain('localStorage')
  const lead = 'How we keep this page usable for everybody.'
  await owner.open('/staff/words/accessibility')
  const before = owner.field('Lead').value
  owner.fill({ Lead: lead })
  await owner.press(/^Save draft/)
  await owner.follow('Preview')
  for (const words of ['of a draft. Visitors read the version in force.', lead])
    expect(owner.text).toContain(words)
  // Public pages look for the gate's record, by a script of their head.
  expect(owner.html).not.toContain('localStorage')
  await owner.follow('Back to its sheet')
  expect(textOf(owner.part('region', 'What changes for visitors'))).toContain(lead)
  await owner.press('Throw the draft away')
  expect(owner.field('Lead').value).toBe(before)
})
