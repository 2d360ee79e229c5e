import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'
import { trustPacks } from './tables.ts'

function fillIn(buyer: Visitor, more: Record<string, string> = {}) {
  buyer.fill({ 'Full name': 'Jordan Buyer', Email: 'buyer@example.com', ...more })
  buyer.fillOne(/^I am (18|21) or older/, true)
  buyer.fillOne(/^Test card: approved(?!,)/, true)
}

test('the page explains the pack, its packages, its contents and its limits', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/trust')
  expect(reader.heading).toBe('Trust Pack')
  expect(reader.text).toContain('(digital download)')
  for (const title of [
    'Editable trust template',
    'Engraving formatting guide',
    'Form 4 walkthrough PDF',
    'Compliance checklist',
    'Video tutorial access',
    'Not legal advice',
  ])
    reader.part('heading', title)
  const bundle = textOf(reader.part('article', 'Trust + Build Bundle'))
  for (const words of [
    'Best Value',
    'Save $10 when bundled',
    '$19',
    '+ build price',
    'Priority phone support',
  ])
    expect(bundle).toContain(words)
  expect(textOf(reader.part('article', 'Trust Pack Only'))).toMatch(/\$29.*State-specific template/)
  expect(reader.field('Verify state law').isChecked).toBe(false)
})

test('a pack is bought, its worksheet saved and deleted, and its first download ends the refund', async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/trust')
  await buyer.press('Download Now', buyer.part('article', 'Trust Pack Only'))
  expect(buyer.path).toMatch(/^\/checkout\//)
  fillIn(buyer)
  await buyer.press('Pay $29')
  expect(buyer.path).toMatch(/^\/orders\//)
  expect(buyer.text).toContain('Refundable in full until the first download')
  await buyer.follow('Worksheet and documents')
  expect(buyer.heading).toBe('Your trust pack')
  const page = buyer.path

  const sheet = () => buyer.part('form', 'Worksheet')
  buyer.fill({ Name: 'Elm <Street> Trust', 'State whose law governs': 'Florida' }, sheet())
  await buyer.press('Save', sheet())
  expect(textOf(buyer.part('status', undefined, sheet()))).toContain('Saved')
  expect(buyer.field('Name', sheet()).value).toBe('Elm <Street> Trust')
  buyer.fill({ Name: 'x'.repeat(91) }, sheet())
  await buyer.press('Save', sheet())
  expect(buyer.status).toBe(422)
  expect(buyer.field('Name', sheet())).toMatchObject({
    value: 'x'.repeat(91),
    isInvalid: true,
    words: expect.stringContaining('Keep this under 90 characters'),
  })
  await buyer.open(page)
  expect(buyer.field('Name', sheet()).value).toBe('Elm <Street> Trust')
  buyer.part('heading', 'Florida version')

  await buyer.follow(/^Your trust, fillable PDF/)
  expect(buyer.headers.get('Content-Type')).toBe('application/pdf')
  await buyer.open(page)
  expect(buyer.text).toContain('no longer refundable. It stays')
  await buyer.press('Delete my answers')
  expect(buyer.text).toContain('Your answers are deleted.')
  expect(buyer.field('Name', sheet()).value).toBe('')
  expect(JSON.stringify(await ctx.db.select().from(trustPacks))).not.toContain('Elm')
  await buyer.follow(/^Order /)
  expect(buyer.text).toContain('Downloaded: no longer refundable here')
  expect(buyer.parts('link', /give back|refund/i, buyer.part('main'))).toEqual([])
})

test('a reserved firearm promises one pack for once its form is filed', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/drops/guerrilla-vol-1/reserve')
  await buyer.press(/^Hold/)
  fillIn(buyer, { 'State you live in': 'Florida', 'Home ZIP code': '33139' })
  await buyer.press('Pay the $100 deposit')
  const mail = await buyer.mail('buyer@example.com', /is reserved for you/)
  expect(mail.text).toContain('We email you its code once your transfer form, Form 3, is filed.')
  await buyer.open(linkIn(mail, /\/orders\//))
  await buyer.follow('Free trust pack, once your form is filed')
  expect(buyer.text).toContain('Your trust pack comes with your reservation once we file')
})

test('an unknown code is refused beside its field, which keeps it', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/trust/buy')
  buyer.fill({ 'Code from your reservation': 'A000-2345-6789' })
  await buyer.press('Redeem Code')
  expect(buyer.status).toBe(409)
  expect(buyer.field('Code from your reservation')).toMatchObject({
    value: 'A000-2345-6789',
    isInvalid: true,
    words: expect.stringContaining('We don’t recognize this code'),
  })
})
