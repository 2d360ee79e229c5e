import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop, reservationForm } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { heldOrder } from '#test/visit.ts'

test('what was typed for one order fills in the next of this browser, until it is cleared', async ({
  ctx,
  db,
}) => {
  await givenDrop(db)
  const { ask, shop } = await givenSite(ctx)
  const first = await heldOrder(shop, 1)
  const { formKey, paymentToken, attestation } = reservationForm()
  const form = {
    formKey,
    paymentToken,
    attestation,
    name: 'Jordan Buyer',
    email: 'buyer@example.com',
    phone: '',
    state: 'FL',
    zip: '33139',
    dealer: 'later',
  }
  const pay = (more: Record<string, string> = {}) =>
    ask(`/checkout/${first.orderId}`, {
      form: { ...form, ...more },
      headers: { Cookie: first.cookies.join('; ') },
    })
  const details = (answer: Response) =>
    answer.headers.getSetCookie().find((cookie) => cookie.startsWith('paco-details='))
  expect(details(await pay({ email: 'no address' }))).toBeUndefined()

  const paid = await pay()
  expect(paid.headers.get('Location')).toBe(`/orders/${first.orderId}`)
  const stored = details(paid) ?? ''
  expect(stored).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(stored).not.toContain('Max-Age')
  expect(decodeURIComponent(stored)).not.toContain(paymentToken)

  const second = await heldOrder(shop, 2)
  const own = second.cookies.join('; ')
  const page = async (cookies: string) =>
    (await ask(`/checkout/${second.orderId}`, { headers: { Cookie: cookies } })).text()
  const [known = ''] = stored.split(';')
  const filled = await page(`${own}; ${known}`)
  expect(filled).toContain('value="Jordan Buyer"')
  expect(filled).toContain('value="buyer@example.com"')
  expect(filled).toContain('Not you? Clear')
  // Enter in a field presses the first button of its form: clearing stands in a form of its own.
  expect(/<form[^>]*id="reservation".*?<\/form>/s.exec(filled)?.[0]).not.toContain('Not you? Clear')
  expect(await page(own)).not.toContain('Jordan Buyer')
  expect(await page(`${own}; paco-details=broken`)).not.toContain('Not you? Clear')
  const shared = await ask('/faq', { headers: { Cookie: known } })
  expect(await shared.text()).not.toContain('buyer@example.com')

  const cleared = await ask('/typed-details', {
    form: { back: `/checkout/${second.orderId}` },
    headers: { Cookie: known },
  })
  expect(cleared.headers.get('Location')).toBe(`/checkout/${second.orderId}`)
  expect(details(cleared)).toMatch(/^paco-details=; Max-Age=0/)
  const elsewhere = await ask('/typed-details', { form: { back: '//evil.example' } })
  expect(elsewhere.headers.get('Location')).toBe('/')
})
