import { expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { visitor } from '#test/visitor.ts'

test('a message is refused beside its fields, then stored and acknowledged, without script', async ({
  ctx,
}) => {
  const writer = await visitor(ctx, { sample: true })
  await writer.open('/contact')
  writer.fill({ 'First name': 'Jordan', 'Last name': 'Writer', Message: 'Does it ship?' })
  await writer.pressUnchecked('Send Message')
  expect(writer.status).toBe(422)
  expect(writer.field('Email')).toMatchObject({
    isInvalid: true,
    words: 'Enter your email, so that we can answer',
  })
  expect(writer.field('Message').value).toBe('Does it ship?')
  writer.fill({ Email: 'writer@example.com', Subject: 'Shipping and transfers' })
  writer.wait(5 * second) // nobody types faster than that
  await writer.press('Send Message')
  expect(writer.text).toContain('We got your message')
  expect((await writer.mail('writer@example.com', /^We got your message/)).text).not.toContain('ship?')
})
