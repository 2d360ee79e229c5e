import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { hold } from '#test/buyer-steps.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

type Field = { label: string; missing?: string; maxLength: number; tooLong: string }

type FormUnderTest = {
  open: (visitor: Visitor) => Promise<unknown>
  fields: readonly Field[]
  choose?: (visitor: Visitor) => void
  missingChoice?: string
  missingEmail: string
  send: string
  done: string | RegExp
  stored: string
}

const message: Field = {
  label: 'Message',
  missing: 'Write your message',
  maxLength: 4_000,
  tooLong: 'Keep the message under 4,000 characters',
}
const firstName: Field = {
  label: 'First name',
  missing: 'Enter your first name',
  maxLength: 80,
  tooLong: 'Keep the name under 80 characters',
}
const fullName = {
  missing: 'Enter your full name',
  maxLength: 120,
  tooLong: 'Keep the name under 120 characters',
}
const written = {
  missingEmail: 'Enter your email, so that we can answer',
  done: 'We got your message',
  stored: 'contact_messages where email',
}
const subscribed = 'subscriptions join subscribers on subscribers.id = subscriber_id where email'

const forms: Record<string, FormUnderTest> = {
  contact: {
    ...written,
    open: (visitor) => visitor.open('/contact'),
    fields: [firstName, message],
    choose: (visitor) => visitor.fill({ Subject: 'Shipping and transfers' }),
    missingChoice: 'Choose what it is about',
    send: 'Send Message',
  },
  newsletter: {
    open: (visitor) => visitor.open('/subscriptions'),
    fields: [],
    missingEmail: 'Enter your email',
    send: 'Subscribe',
    done: "You'll be notified!",
    stored: subscribed,
  },
  waitlist: {
    open: async (visitor) => {
      await visitor.open('/drops/cyber-vol-1')
      await visitor.follow('Get Notified')
    },
    fields: [{ label: 'Name', ...fullName }],
    missingEmail: 'Enter your email',
    send: 'Join the Waitlist',
    done: /Added to waitlist!|You'll be notified!/,
    stored: subscribed,
  },
  checkout: {
    open: (visitor) => hold(visitor, 'test-drop', 2),
    fields: [{ label: 'Full name', ...fullName }],
    choose: (visitor) => {
      visitor.fill({ 'State you live in': 'FL', 'Home ZIP code': '33139' })
      visitor.fillOne(/I am 21 or older/, true)
    },
    missingChoice: 'Choose the state you live in',
    missingEmail: 'Enter your email',
    send: 'Pay the $100 deposit',
    done: 'Number 2 is yours',
    stored: `sandbox_charges join orders on orders.id = order_id where status = 'captured' and buyer_email`,
  },
}

const strange = "<script>alert(1)</script> “Zoë” & Søn 🦊 '; drop table drops; --"

for (const [name, under] of Object.entries(forms))
  describe(`the form of ${name}`, () => {
    test('says what is missing, keeps invalid and unusual input unchanged, and is accepted once', async ({
      ctx,
    }) => {
      const { sender, form, count } = await given(ctx, under)
      await sender.pressUnchecked(under.send, form())
      expect(sender.status).toBe(422)
      expectError(sender, 'Email', form(), under.missingEmail)
      for (const { label, missing } of under.fields) if (missing) expectError(sender, label, form(), missing)
      if (under.missingChoice) expect(sender.text).toContain(under.missingChoice)

      fill('reader@example')
      await sender.pressUnchecked(under.send, form())
      expect(sender.field('Email', form())).toMatchObject({
        value: 'reader@example',
        isInvalid: true,
        words: expect.stringMatching(/Enter an address with a domain/),
      })
      for (const { label } of under.fields) expect(sender.field(label, form()).value).toBe(strange)

      sender.wait(10 * second) // a form without script that comes faster than anyone types has to wait
      sender.fill({ Email: 'reader@example.com' }, form())
      await sender.press(under.send, form())
      expect(sender.parts('status').map(textOf).join(' ') + sender.heading).toMatch(under.done)
      expect(await count('reader@example.com')).toBe(1)

      function fill(email: string) {
        for (const { label } of under.fields) sender.fill({ [label]: strange }, form())
        sender.fill({ Email: email }, form())
        under.choose?.(sender)
      }
    })

    test('says what is too long, and keeps it', async ({ ctx }) => {
      const { sender, form, count } = await given(ctx, under)
      const long = `${'a'.repeat(260)}@example.com`
      for (const { label, maxLength } of under.fields)
        sender.fill({ [label]: 'x'.repeat(maxLength + 1) }, form())
      sender.fill({ Email: long }, form())
      under.choose?.(sender)
      // A program can send what a browser does not allow.
      await sender.pressUnchecked(under.send, form())
      expect(sender.status).toBe(422)
      expect(sender.field('Email', form())).toMatchObject({
        value: long,
        words: expect.stringMatching(/This address is too long/),
      })
      for (const { label, maxLength, tooLong } of under.fields) {
        expectError(sender, label, form(), tooLong)
        expect(sender.field(label, form()).value).toBe('x'.repeat(maxLength + 1))
      }
      expect(await count(long)).toBe(0)
    })
  })

async function given(ctx: TestContext, under: FormUnderTest) {
  const sender = await visitor(ctx, { sample: true })
  await givenDrop(ctx.db, { dropNumber: 900 })
  await under.open(sender)
  return {
    sender,
    form: () => sender.part('button', under.send).closest('form') ?? sender.body,
    count: async (email: string) => {
      const { rows } = await ctx.db.execute(
        sql`select count(*)::int as count from ${sql.raw(under.stored)} = ${email}`,
      )
      return rows[0]?.count
    },
  }
}

/** The error comes first; the field's hint may follow. */
function expectError(sender: Visitor, label: string, form: HTMLElement, words: string) {
  expect(sender.field(label, form).words.slice(0, words.length)).toBe(words)
}
