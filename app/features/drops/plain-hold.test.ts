import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { orderLines } from '#app/features/orders/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { type Visitor, visitor } from '#test/visitor.ts'
import { dropUnits, dropVariants } from './tables.ts'

const page = '/drops/test-drop'

async function givenVariants(ctx: TestContext) {
  const { id: dropId } = await givenDrop(ctx.db, { totalUnits: 12, caliber: '5.56 NATO', barrel: '10.3 in' })
  await ctx.db.insert(dropVariants).values([
    { dropId, name: 'Field', finish: 'Green-gray' },
    { dropId, name: 'Night', finish: 'Matte black', price: 269_900 },
  ])
}

/** The choice of the variant that is held: the receiver's finish is chosen by buttons of the same names. */
const variants = (buyer: Visitor) => buyer.part('radiogroup', 'Your variant')
const isChosen = (buyer: Visitor, name: RegExp) =>
  (buyer.part('radio', name, variants(buyer)) as HTMLInputElement).checked

async function pay(buyer: Visitor, email: string) {
  buyer.fill({
    'Full name': 'Jordan Buyer',
    Email: email,
    'State you live in': 'Florida',
    'Home ZIP code': '33139',
  })
  buyer.fillOne(/I am 21 or older/, true)
  buyer.fillOne(/^Test card: approved(?!,)/, true)
  await buyer.press('Pay the $100 deposit')
}

test('a number is chosen, refused and held by forms', async ({ ctx }) => {
  const { id } = await givenDrop(ctx.db, { totalUnits: 5 })
  const buyer = await visitor(ctx)
  await buyer.open(page)
  buyer.fillOne(/^Number 4, open/, true)
  await buyer.press('Hold this number')
  expect(buyer.path).toBe(`${page}/reserve?number=4`)
  expect(buyer.heading).toBe('Number 4')

  await ctx.db
    .update(dropUnits)
    .set({ state: 'taken' })
    .where(and(eq(dropUnits.dropId, id), eq(dropUnits.number, 4)))
  expect(buyer.text).toContain('$100 refundable deposit')
  expect(buyer.text).toContain('until the transfer form is filed')
  await buyer.press('Hold № 4')
  expect(buyer.path).toBe(`${page}/reserve?number=4`) // a page that can be reloaded
  expect(buyer.alerts.join()).toContain('This number is taken')
  await buyer.press('Hold № 3')
  expect(buyer.path).toMatch(/^\/checkout\/\w+$/)
  const lines = await ctx.db.select({ ref: orderLines.ref }).from(orderLines)
  expect(lines).toMatchObject([{ ref: { slug: 'test-drop', number: 3 } }])
})

test('the variant is chosen in the form that holds, and every page and email names it', async ({ ctx }) => {
  await givenVariants(ctx)
  const buyer = await visitor(ctx)
  await buyer.open(page)
  buyer.fillOne(/^Night/, true, variants(buyer))
  await buyer.press('Hold this number')
  expect(buyer.path).toMatch(/\/reserve\?.*number=1/)
  expect(isChosen(buyer, /^Night, \$2,699 5\.56 NATO, 10\.3 in, Matte black$/)).toBe(true)
  await buyer.press('Hold № 1')
  expect(buyer.path).toMatch(/^\/checkout\//)
  for (const words of ['Night', '5.56 NATO', 'Matte black', '$2,699 before sales tax', '$2,599. Due once'])
    expect(buyer.text).toContain(words)

  await pay(buyer, 'buyer@example.com')
  expect(buyer.heading).toBe('Number 1 is yours')
  expect(buyer.text).toContain('Matte black')
  const { text } = await buyer.mail('buyer@example.com', /number 1 of 12 is reserved/)
  for (const words of ['Night', 'Matte black', '$2,699']) expect(text).toContain(words)
})

test('the variant goes into the cart with its number', async ({ ctx }) => {
  await givenVariants(ctx)
  const buyer = await visitor(ctx)
  await buyer.open(`${page}/reserve?number=3`)
  expect(isChosen(buyer, /^Field, \$2,499/)).toBe(true)
  const form = variants(buyer).closest('form')
  buyer.fillOne(/^Night/, true, variants(buyer))
  await buyer.press('Add to Cart', form ?? undefined)
  expect(buyer.path).toMatch(/^\/cart\?added=/)
  expect(buyer.text).toContain('Number 3 of 12, Night, refundable deposit')
})
