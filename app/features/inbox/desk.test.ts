import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { contactMessages } from '#app/features/contact/tables.ts'
import { test } from '#test/db.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

const email = 'asks@example.com'

test('a person asks for their data and its deletion; staff export and delete it in time', {
  timeout: 60_000,
}, async ({ ctx, db }) => {
  const person = await visitor(ctx)
  await write(person, 'Is the <b>case</b> included?')
  await write(person, 'Delete my data.', 'Legal and compliance')
  const staff = person.another()
  await staff.signIn('manager', { name: 'M. Sample' })
  const [asked] = await db.select().from(contactMessages).where(eq(contactMessages.subject, 'legal'))

  await staff.open(`/staff/inbox/messages/${asked?.id}`)
  expect(staff.text).toContain('A request about data: by ')
  const sheet = staff.path
  await staff.follow('Export as JSON')
  expect(staff.headers.get('Content-Disposition')).toMatch(/^attachment/)
  expect((JSON.parse(staff.html) as { messages: unknown }).messages).toMatchObject([{}, {}])
  expect(staff.html).toContain('Is the <b>case</b> included?')
  await staff.open(sheet)
  await staff.press('Delete now')
  expect((await db.select().from(contactMessages)).map(({ id }) => id)).toEqual([asked?.id])
})

test('a message is assigned and answered by email; an empty answer is refused, and one that comes after a colleague’s', async ({
  ctx,
  db,
}) => {
  const person = await visitor(ctx)
  await write(person, 'Does the barrel ship first?')
  const [message] = await db.select().from(contactMessages)
  const [staff, colleague] = [person.another(), person.another()]
  await staff.signIn('desk', { name: 'D. Sample' })
  await colleague.signIn('desk', { name: 'E. Sample' })
  const sheet = `/staff/inbox/messages/${message?.id}`
  await colleague.open(sheet)
  await staff.open(sheet)
  await staff.press('Take it on')
  expect(staff.parts('button', 'Give it back')).toHaveLength(1)
  await staff.pressUnchecked('Send the answer')
  expect([staff.status, staff.field(`Answer to ${email}`).isInvalid]).toEqual([422, true])
  const answer = 'It does, two weeks before.'
  staff.fill({ [`Answer to ${email}`]: answer })
  await staff.press('Send the answer')
  expect(staff.text).toContain(answer)
  expect(titleBlock(staff)).toContain('Answered')
  expect((await staff.mail(email, /^Re: /)).text).toContain(answer)

  const second = 'By the way, it is free.'
  colleague.fill({ [`Answer to ${email}`]: second })
  await colleague.press('Send the answer')
  for (const words of ['Somebody else answered since you opened this.', answer])
    expect(colleague.text).toContain(words)
  expect(colleague.field(`Answer to ${email}`).value).toBe(second)
  await colleague.press('Send the answer')
  expect(colleague.text).toContain('E. Sample, ')
})

async function write(person: Visitor, message: string, subject = 'Shipping and transfers') {
  await person.open('/contact')
  const form = person.part('form', 'Send a message')
  person.fill({ 'First name': 'Jordan', Email: email, Subject: subject, Message: message }, form)
  person.wait(5 * second) // nobody types faster than that
  await person.press('Send Message', form)
  expect(person.text).toContain('We got your message')
}

const titleBlock = (staff: Visitor) => textOf(staff.part('contentinfo', 'Title block'))
