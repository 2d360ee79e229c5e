// One buyer of an accessory, without script: cart, checkout, address, review, payment, order page.
import { formKeyIn, openBrowser, type Outcome } from './buyer.ts'

const pieces = { kind: 'accessory', quantity: '1' }

/** Buys one piece of an accessory through the cart. `no unit left` when it is sold out. */
export async function buyPiece(shopUrl: string, accessory: string, buyer: number): Promise<Outcome> {
  const localAddress = `127.2.${(buyer >> 8) & 255}.${1 + (buyer & 253)}`
  const browser = openBrowser({ isPatient: false }, shopUrl, localAddress)
  const begun = performance.now()
  const done = (ending: Outcome['ending'], more: Partial<Outcome> = {}): Outcome => ({
    ending,
    answers: browser.answers,
    ...more,
    ms: performance.now() - begun,
  })
  try {
    await browser.submit('/cart/lines', { ...pieces, id: accessory })
    const cart = (await browser.get('/cart')).body()
    const [key, subtotal] = [valueOf(cart, 'key'), valueOf(cart, 'subtotal')]
    if (!key || !subtotal || subtotal === '0') return done('no unit left')
    const started = await browser.submit('/cart', { key, subtotal })
    if (started.status >= 500) return done('broken', { fault: `the cart answered ${started.status}` })
    if (!started.location?.startsWith('/checkout/')) return done('no unit left')
    const [, , orderId = ''] = started.location.split('/')
    const checkout = `/checkout/${orderId}`
    await browser.submit(started.location, { ...recipient, email: `buyer-${buyer}@example.com` })
    const review = await browser.get(checkout)
    const [formKey, total] = [formKeyIn(review.body()), valueOf(review.body(), 'total')]
    if (!formKey || !total) return done('broken', { orderId, fault: `review answered ${review.status}` })
    const payment = { formKey, total, attestation: 'yes', paymentToken: 'sandbox_approve' }
    const paid = await browser.submit(checkout, payment)
    if (!paid.location?.startsWith('/orders/'))
      return done(paid.status >= 500 ? 'broken' : 'not paid', {
        orderId,
        fault: `payment answered ${paid.status}`,
      })
    const order = await browser.get(paid.location)
    return done(order.status === 200 ? 'paid' : 'broken', {
      orderId,
      fault: `order page answered ${order.status}`,
    })
  } catch (error) {
    return done('broken', { fault: String(error) })
  } finally {
    browser.close()
  }
}

const recipient = {
  name: 'Jordan Buyer',
  phone: '',
  shipStreet: '1 Ocean Drive',
  shipLine2: '',
  shipCity: 'Miami',
  shipState: 'FL',
  shipZip: '33139',
  shipCounty: 'Miami-Dade',
  shippingMethod: 'ground',
}

/** The value of a hidden field of a page. */
function valueOf(page: string, name: string): string | undefined {
  const field = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0]
  return field && /value="([^"]*)"/.exec(field)?.[1]
}
