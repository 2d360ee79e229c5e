import { expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { contactMessages } from '#app/features/contact/tables.ts'
import { test } from '#test/db.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'

const email = 'asks@example.com'

test('a person asks for their data and for its deletion; staff export, delete and answer in time', {
  timeout: 60_000,
}, async ({ ctx, db }) => {
  const person = await visitor(ctx)
  await write(person, 'Is the <b>case</b> included?')
  await ask(person, /Send me my data/)
  await ask(person, /Delete my data/)
  const staff = person.another()
  await staff.signIn('manager', { name: 'M. Sample' })

  await openRequest(staff, 'Send me my data')
  expect(titleBlock(staff)).toMatch(/Open\s*(44|45) d/)
  expect(held(staff)).toMatch(/Messages and quotes\s*1/)
  const sheet = staff.path
  await staff.follow('Export as JSON')
  expect(staff.headers.get('Content-Disposition')).toMatch(/^attachment/)
  expect(JSON.parse(staff.html)).toMatchObject({ messages: [{ message: 'Is the <b>case</b> included?' }] })
  await staff.open(sheet)
  await closeWith(staff, 'Everything is in the attached file.')
  expect((await staff.mail(email, /data request/i)).text).toContain('Everything is in the attached file.')

  await openRequest(staff, 'Delete my data')
  await staff.follow('Delete data')
  expect(staff.heading).toBe(`Delete the data of ${email}`)
  await staff.press('Delete now')
  expect(held(staff)).toMatch(/Messages and quotes\s*0/)
  expect(await db.select().from(contactMessages)).toEqual([])
  await closeWith(staff, 'Your message is deleted.')
  expect(staff.parts('link', 'Delete data')).toEqual([])
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

async function write(person: Visitor, message: string) {
  await person.open('/contact')
  const form = person.part('form', 'Send a message')
  person.fill(
    { 'First name': 'Jordan', Email: email, Subject: 'Shipping and transfers', Message: message },
    form,
  )
  person.wait(5 * second) // nobody types faster than that
  await person.press('Send Message', form)
  expect(person.text).toContain('We got your message')
}

async function ask(person: Visitor, kind: RegExp) {
  await person.open('/privacy')
  person.fillOne(kind, true)
  const form = person.part('button', 'Send request').closest('form') ?? undefined
  person.fill({ Email: email }, form)
  await person.press('Send request')
  expect(person.text).toContain('One more step')
  await person.open(linkIn(await person.mail(email, /Confirm your data request/), /\/privacy\/requests\//))
  await person.press('Confirm request')
  expect(person.heading).toBe('We have your request')
}

async function openRequest(staff: Visitor, kind: string) {
  await staff.open('/staff/inbox')
  const row = [...staff.document.querySelectorAll<HTMLElement>('[data-row]')].find((one) =>
    [email, kind].every((words) => one.textContent.includes(words)),
  )
  await staff.follow(kind, row)
  expect(staff.heading).toBe(kind)
}

const titleBlock = (staff: Visitor) => textOf(staff.part('contentinfo', 'Title block'))

const held = (staff: Visitor) =>
  staff
    .parts('row', /Messages and quotes/)
    .map(textOf)
    .join('; ')

async function closeWith(staff: Visitor, answer: string) {
  staff.fill({ 'Answer, which is mailed to the requester': answer })
  await staff.press('Mail answer and close')
  expect(titleBlock(staff)).toContain('Closed')
  expect(staff.text).toContain(answer)
}
