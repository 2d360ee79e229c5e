import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { visitor } from '#test/visitor.ts'

test('an announcement is written, tried on its writer, sent to a list, and says how it went', async ({
  ctx,
}) => {
  const owner = await visitor(ctx)
  const member = await owner.signIn('owner')
  await ctx.db.execute(
    sql`with person as (insert into subscribers (email, created_at) values ('reader@example.com', ${ctx.now().toISOString()}) returning id)
      insert into subscriptions (subscriber_id, topic, consent_version, consent_words, joined_at, requested_at, confirmed_at)
      select id, 'newsletter', '2026-11', 'A mail.', at, at, at from person, cast(${ctx.now().toISOString()} as timestamptz) at`,
  )
  await owner.open('/staff/subscriptions')
  await owner.follow('Write an announcement')
  await owner.pressUnchecked('Save draft')
  expect([owner.status, owner.document.querySelector('[aria-invalid=true]')]).toEqual([
    422,
    expect.anything(),
  ])
  owner.fill({ 'Subject, which is also its heading': 'News of Saturday' })
  ;(owner.part('textbox', 'Text') as HTMLTextAreaElement).value = 'The workshop is open on Saturday.'
  await owner.press('Preview')
  expect([owner.status, owner.path, owner.document.querySelector('iframe')?.srcdoc]).toEqual([
    200,
    expect.stringMatching(/\/new$/),
    expect.stringContaining('The workshop is open on Saturday.'),
  ])
  await owner.press('Save draft')
  await owner.press('Send a test to me')
  await owner.mail(member.email, /News of Saturday/)
  await owner.pressUnchecked('Send')
  expect([owner.status, owner.text]).toEqual([422, expect.stringContaining('Check the box')])
  owner.fillOne(/^I read the email/, true)
  await owner.press('Send')
  expect(owner.text).toContain('Open it again to see how far it is.')
  const mail = await owner.mail('reader@example.com', /News of Saturday/)
  expect(mail.text).toContain('The workshop is open on Saturday.')
  await owner.open(owner.path)
  expect(owner.parts('heading', 'Result')).toHaveLength(1)

  await owner.open('/staff/subscriptions?q=reader@example.com')
  expect(owner.text).toContain('reader@example.com')
})
