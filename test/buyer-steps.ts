// What a buyer does at the shop, by its pages and forms.
import { textOf, type Visitor } from './visitor.ts'

/** Holds a number by the reserve page. Ends on the checkout; gives the order's code. */
export async function hold(buyer: Visitor, slug: string, number: number): Promise<string> {
  await buyer.open(`/drops/${slug}/reserve?number=${number}`)
  await buyer.press(new RegExp(`^Hold № ${number}\\b`))
  return orderOn(buyer)
}

/** Fills in the checkout of a firearm. Gives the buyer's email. */
export function fillIn(buyer: Visitor, { email = newAddress(), state = 'FL', zip = '33139' } = {}): string {
  buyer.fill({ 'Full name': 'Jordan Buyer', Email: email, 'State you live in': state, 'Home ZIP code': zip })
  buyer.fillOne(/I am 21 or older/, true)
  return email
}

/** Pays with a test card. */
export async function pay(buyer: Visitor, card = approved) {
  buyer.fillOne(card, true)
  await buyer.press(/^Pay /)
}

export const approved = /^Test card: approved(?!,)/
export const declined = /^Test card: declined(?!,)/
export const lateAnswer = /^Test card: times out after charging/

/** Reserves a number of a drop. Ends on the order; gives its code and the buyer's email. */
export async function reserve(
  buyer: Visitor,
  slug: string,
  number: number,
  { email = newAddress(), card = approved } = {},
) {
  const orderId = await hold(buyer, slug, number)
  fillIn(buyer, { email })
  await pay(buyer, card)
  return { orderId, email }
}

/** The buyer accepts the final price of a reservation. */
export async function acceptAgreement(buyer: Visitor, orderId: string) {
  await buyer.open(`/orders/${orderId}/agreement/0`)
  buyer.fillOne(/^I will, as an individual/, true)
  buyer.fillOne(/^I accept the final price/, true)
  await buyer.press('Accept')
}

/** The code of the order whose page or checkout is open. */
export const orderOn = ({ path }: Visitor) => /^\/(?:checkout|orders)\/(\w+)/.exec(path)?.[1] ?? ''

/** An email address that nobody else has. */
export const newAddress = () => `buyer-${crypto.randomUUID().slice(0, 8)}@example.test`

/** Adds a product to the cart from its card. Ends on the cart. */
export async function addToCart(buyer: Visitor, product: string) {
  await buyer.open('/accessories')
  const cards = buyer.parts('article')
  await buyer.press(
    'Add to Cart',
    cards.find((card) => textOf(card).includes(product)),
  )
}

/** Fills in where a parcel goes. Gives the buyer's email. */
export function fillDelivery(
  buyer: Visitor,
  { city = 'Somewhere', state = 'FL', zip = '33132' } = {},
): string {
  const email = newAddress()
  buyer.fill({ 'Full name': 'Jordan Buyer', Email: email, 'Street and number': '1 Ocean Drive' })
  buyer.fill({ City: city, State: state, 'ZIP code': zip })
  return email
}

/** Accepts the terms of a parcel. */
export function accept(buyer: Visitor) {
  buyer.fillOne(/I accept the Terms and the Refund Policy/, true)
}

/** Fills in the checkout of a parcel and pays. Ends on the order; gives the buyer's email. */
export async function payParcel(
  buyer: Visitor,
  card = approved,
  place: Parameters<typeof fillDelivery>[1] = {},
): Promise<string> {
  const email = fillDelivery(buyer, place)
  await buyer.press('Review and pay')
  accept(buyer)
  await pay(buyer, card)
  return email
}

/** Buys products by parcel, from their cards to the order. */
export async function buyParcel(
  buyer: Visitor,
  products: readonly string[],
  place: Parameters<typeof fillDelivery>[1],
) {
  for (const product of products) await addToCart(buyer, product)
  await buyer.open('/cart')
  await buyer.press(/checkout/i)
  const email = await payParcel(buyer, approved, place)
  return { orderId: orderOn(buyer), email }
}
