// Purchases as a buyer makes them on the pages, for tests that begin with an order.
import type { Visitor } from './visitor.ts'

type Place = { city: string; state: string; zip: string }

const newAddress = () => `buyer-${crypto.randomUUID().slice(0, 8)}@example.com`

/** Holds a number of a drop. Ends at the checkout; gives the order. */
export async function holdNumber(buyer: Visitor, drop: string, number: number): Promise<string> {
  await buyer.open(`/drops/${drop}/reserve?number=${number}`)
  await buyer.press(new RegExp(`^Hold № ${number}\\b`))
  return orderAt(buyer)
}

/** Reserves a number with its deposit. Ends at the order; gives it and its buyer's address. */
export async function reserve(buyer: Visitor, drop: string, number: number) {
  const orderId = await holdNumber(buyer, drop, number)
  const email = await payDeposit(buyer)
  return { orderId, email }
}

/** Fills in the checkout of a held number and pays with the approved card. Gives the buyer's address. */
export async function payDeposit(buyer: Visitor): Promise<string> {
  const email = newAddress()
  buyer.fill({
    'Full name': 'Jordan Buyer',
    Email: email,
    'State you live in': 'FL',
    'Home ZIP code': '33139',
  })
  buyer.fillOne(/I am 21 or older/, true)
  await buyer.press(/^Pay the \$/)
  return email
}

/** Buys products by parcel, from their cards to the order. */
export async function buyParcel(buyer: Visitor, products: readonly string[], { city, state, zip }: Place) {
  for (const product of products) {
    await buyer.open('/accessories')
    const card = buyer
      .parts('article', undefined, buyer.part('region', 'All accessories'))
      .find((one) => one.textContent.includes(product))
    await buyer.press('Add to Cart', card)
  }
  await buyer.open('/cart')
  await buyer.press(/checkout/i)
  const email = newAddress()
  buyer.fill({ 'Full name': 'Jordan Buyer', Email: email, 'Street and number': '1 Ocean Drive' })
  buyer.fill({ City: city, State: state, 'ZIP code': zip })
  await buyer.press('Review and pay')
  buyer.fillOne(/I accept the Terms and the Refund Policy/, true)
  await buyer.press(/^Pay \$/)
  return { orderId: orderAt(buyer), email }
}

const orderAt = ({ path }: Visitor) => /\/(?:checkout|orders)\/([0-9A-Z]+)/.exec(path)?.[1] ?? ''
