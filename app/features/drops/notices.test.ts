import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { linkIn, type Visitor, visitor } from '#test/visitor.ts'
import { drops, dropUnits, dropVariants, dropWaitlists } from './tables.ts'

const email = 'reader@example.com'

async function join(reader: Visitor, button: string) {
  const form = reader.part('main')
  if (reader.page.queryByLabelText(/^Name/)) reader.fill({ Name: 'Jordan Reader' }, form)
  reader.fill({ Email: email }, form)
  await reader.press(button, form)
}

async function waiting(ctx: TestContext) {
  const drop = await givenDrop(ctx.db, { totalUnits: 6, status: 'sold_out', soldOutAt: ctx.now() })
  await ctx.db.update(dropUnits).set({ state: 'taken' })
  const reader = await visitor(ctx)
  await reader.open('/drops/test-drop')
  await reader.follow('Get Notified')
  await join(reader, 'Join the Waitlist')
  const confirmation = await reader.mail(email, /^Confirm your address: Test Drop, returned units$/)
  await reader.open(linkIn(confirmation, /\/subscriptions\/confirm\?key=/))
  await reader.press('Confirm')
  expect(reader.heading).toBe('You’re on the list')
  return { drop, reader }
}

async function giveBack(
  { drop, reader }: Awaited<ReturnType<typeof waiting>>,
  ctx: TestContext,
  number: number,
) {
  await ctx.db.insert(dropWaitlists).values({ dropId: drop.id, since: ctx.now() })
  await ctx.db
    .update(dropUnits)
    .set({ state: 'open' })
    .where(and(eq(dropUnits.dropId, drop.id), eq(dropUnits.number, number)))
  await reader.run('offer-returned-units')
  return reader.mail(email, new RegExp(`^Number ${number} is held for you: Test Drop$`))
}

test('an upcoming drop has its own waitlist, and a closed one that of the next drop', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/drops/cyber-vol-1')
  await reader.follow('Get Notified')
  await join(reader, 'Join the Waitlist')
  expect(reader.heading).toBe("You'll be notified!")
  await reader.mail(email, /^Confirm your address: Cyber Vol\. 1$/)

  await reader.open('/drops/founders')
  await reader.follow('Get Notified')
  await join(reader, 'Subscribe')
  await reader.mail(email, /^Confirm your address: Newsletter$/)
})

test('a number that came back is offered to who waits, and the link of the email opens its checkout', async ({
  ctx,
}) => {
  const waiter = await waiting(ctx)
  const { reader } = waiter
  await reader.open(linkIn(await giveBack(waiter, ctx, 2), /\/drops\/offers\//))
  expect(reader.path).toMatch(/^\/checkout\//)
  expect(reader.field('Email').value).toBe(email)
})

test('its variant is chosen before the checkout, and again until it is paid for', async ({ ctx }) => {
  const waiter = await waiting(ctx)
  const { drop, reader } = waiter
  await ctx.db.update(drops).set({ caliber: '5.56 NATO', barrel: '10.3 in' })
  await ctx.db.insert(dropVariants).values([
    { dropId: drop.id, name: 'Field', finish: 'Green-gray' },
    { dropId: drop.id, name: 'Night', finish: 'Matte black', price: 269_900 },
  ])
  const mail = await giveBack(waiter, ctx, 5)
  expect(mail.text).toContain('Field, $2,499; Night, $2,699')
  const variants = () => reader.part('radiogroup', 'Your variant')
  const isChosen = (name: RegExp) => (reader.part('radio', name, variants()) as HTMLInputElement).checked

  await reader.open(linkIn(mail, /\/drops\/offers\//))
  expect(reader.heading).toBe('Number 5 is held for you')
  expect(isChosen(/^Field, \$2,499/)).toBe(true)
  reader.fillOne(/^Night, \$2,699/, true, variants())
  await reader.press('Continue to Checkout')
  expect(reader.path).toMatch(/^\/checkout\//)
  expect(reader.text).toContain('$2,699 before sales tax')
  await reader.follow('Change the variant')
  expect(isChosen(/^Night/)).toBe(true)
})
