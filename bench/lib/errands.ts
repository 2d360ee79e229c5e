// Ten things that people come for, walked alike in a browser and by a visitor without script. The presses are at most those of a
// good shop.

/** A part of a page: by its role, and by its name or by what it says. */
export type Part = {
  role: 'article' | 'contentinfo' | 'listitem' | 'main' | 'region'
  name?: RegExp
  says?: RegExp
  in?: Part
}

type Pressed = { role: 'button' | 'checkbox' | 'link' | 'radio'; name?: RegExp; in?: Part; isLast?: boolean }

/** What an errand does with its hands, which are counted, and with its eyes, which are not. Of several the first is meant. */
export type Person = {
  hasScript: boolean
  /** Opens an address, as one that was typed or stood in a mail. */
  open: (address: string) => Promise<void>
  /** Clicks or taps. */
  press: (control: Pressed) => Promise<void>
  /** Types into a field and presses the key that sends it. */
  enter: (label: RegExp, text: string) => Promise<void>
  type: (label: RegExp, text: string) => Promise<void>
  choose: (label: RegExp, value: string) => Promise<void>
  sees: (words: RegExp, where?: Part) => Promise<void>
  isAt: (path: RegExp) => Promise<void>
  /** Goes to the cart from what was just added: there already without script, one press from the drawer with it. */
  toCart: () => Promise<void>
  /** Empties the cart that this browser remembers. */
  forgetCart: () => Promise<void>
  /** The address in a mail to somebody. */
  mailedLink: (to: string, subject: RegExp, link: RegExp) => Promise<string>
}

/** What is in the shop before the errands; each errand may ask for more. */
export type ErrandShop = {
  bought: { email: string; number: string; parcel: string; seat: string; builds: readonly [string, string] }
  /** The slug of a live drop that nobody else knows. */
  ownDrop: () => Promise<string>
  orderLink: (order: string) => Promise<string>
  unsubscribeLink: () => Promise<string>
}

/** `maxPresses` without script only where it differs. */
type Errand = {
  name: string
  maxPresses: number
  maxPlainPresses?: number
  run: (person: Person, shop: ErrandShop) => Promise<void>
}

const footer: Part = { role: 'contentinfo' }
const main: Part = { role: 'main' }

/** The errands in the order in which one visitor does them. */
export const errands: readonly Errand[] = [
  {
    name: 'find a lost order',
    maxPresses: 2,
    async run({ open, press, enter, type, sees, mailedLink }, { bought: { parcel, email } }) {
      await open('/')
      await press({ role: 'link', name: /^Find Your Order$/, in: footer })
      await type(/^Order code/, parcel)
      await enter(/^Email\b/, email)
      await sees(/a new link is on its way/)
      await open(await mailedLink(email, /link to your order/i, /\/orders\/\S*key=[\w-]+/))
      await sees(new RegExp(parcel))
    },
  },
  {
    name: 'reserve a number',
    maxPresses: 5,
    maxPlainPresses: 6,
    async run({ open, hasScript, press, type, choose, sees, isAt }, { ownDrop }) {
      await open(`/drops/${await ownDrop()}`)
      await press({ role: 'radio', name: /^Number 7, / })
      if (!hasScript) await press({ role: 'button', name: /^Hold this number/ })
      await press({ role: 'button', name: /^Hold № 7/ })
      await isAt(/^\/checkout\//)
      await type(/^Full name/, 'Jordan Buyer')
      await type(/^Email\b/, newAddress())
      await choose(/^State you live in/, 'FL')
      await type(/^Home ZIP code/, '33139')
      await press({ role: 'checkbox', name: /I am 21 or older/ })
      await press({ role: 'radio', name: /^Test card: approved(?!,)/ })
      await press({ role: 'button', name: /^Pay the \$100 deposit/ })
      await sees(/Number 7 is yours/)
    },
  },
  {
    name: 'replace a dealer',
    maxPresses: 3,
    async run({ open, press, enter, sees }, { bought, orderLink }) {
      await open(await orderLink(bought.number))
      await press({ role: 'link', name: /^Choose your dealer/ })
      await enter(/^ZIP code, city or name/, '33101')
      await press({ role: 'button', in: { role: 'listitem', says: /Sample Arms 00001 LLC/ } })
      await sees(/1 Sample Street/)
    },
  },
  {
    name: 'a magazine to a restricted state',
    maxPresses: 6,
    maxPlainPresses: 4,
    async run(person) {
      const { open, press, sees, isAt } = person
      await open('/')
      await press({ role: 'link', name: /^Accessories$/, in: footer })
      await isAt(/^\/accessories$/)
      await toDelivery(person, /30-Round Magazine/)
      await fillDelivery(person, 'CA', '90210')
      await press({ role: 'button', name: /^Review and pay/ })
      await sees(/California does not allow magazines of more than 10/)
    },
  },
  {
    name: 'gift a patch',
    maxPresses: 6,
    maxPlainPresses: 5,
    async run(person) {
      const { open, press, forgetCart } = person
      await forgetCart()
      await open('/accessories')
      await toDelivery(person, /Cyber/)
      await fillDelivery(person, 'TX', '77007')
      await press({ role: 'button', name: /^Review and pay/ })
      await payParcel(person)
    },
  },
  {
    name: 'return a parcel',
    maxPresses: 2,
    async run({ open, press, sees, isAt }, { bought, orderLink }) {
      await open(await orderLink(bought.parcel))
      await press({ role: 'link', name: /^(Refund|Cancel|Return|Choose items)/, in: main })
      await press({ role: 'button', name: /^Refund/ })
      await isAt(new RegExp(`^/orders/${bought.parcel}$`))
      await sees(/Refund(ed| on its way)/i)
    },
  },
  {
    name: 'move a class',
    maxPresses: 4,
    async run({ open, press, isAt }, { bought, orderLink }) {
      await open(await orderLink(bought.seat))
      await press({ role: 'link', name: /your seat/i })
      await press({ role: 'link', name: /^Choose Another Date/ })
      await press({ role: 'radio', isLast: true })
      await press({ role: 'button', name: /^Move to Selected Date/ })
      await isAt(/\/seat$/)
    },
  },
  {
    name: 'compare two builds',
    maxPresses: 2,
    async run({ open, press, enter, sees, isAt }, { bought: { builds } }) {
      await open(`/builds/${builds[0]}`)
      await press({ role: 'link', name: /compare/i })
      await isAt(/^\/builds\/compare/)
      await enter(/^Links or codes of saved builds/, builds.join(', '))
      await sees(/Billet lower/, main)
    },
  },
  {
    name: 'find “tax stamp”',
    maxPresses: 2,
    maxPlainPresses: 3,
    async run({ open, hasScript, press, enter, type, isAt }) {
      await open('/')
      await press({ role: 'link', name: /^Search the site/ })
      await (hasScript ? type : enter)(/^What are you looking for/, 'tax stamp')
      await press({ role: 'link', in: { role: 'region', name: /^Questions/ } })
      await isAt(/^\/(faq|learn|process-guide)/)
    },
  },
  {
    name: 'unsubscribe',
    maxPresses: 1,
    async run({ open, press, sees }, { unsubscribeLink }) {
      await open(await unsubscribeLink())
      await press({ role: 'button', name: /^Unsubscribe$/ })
      await sees(/You’ve left the list/)
    },
  },
]

/** The bound of an errand, by what its visitor's browser can do. */
export const maxPressesOf = ({ maxPresses, maxPlainPresses }: Errand, hasScript: boolean) =>
  hasScript ? maxPresses : (maxPlainPresses ?? maxPresses)

/** From a product's card on the open page to the form that asks where it goes. */
export async function toDelivery({ press, toCart, isAt }: Person, product: RegExp) {
  await press({ role: 'button', name: /^Add to Cart/, in: { role: 'article', says: product } })
  await toCart()
  await press({ role: 'button', name: /checkout/i })
  await isAt(/^\/checkout\/\w+\/details/)
}

/** Fills in where a parcel goes. Gives the buyer's email. */
export async function fillDelivery({ type, choose }: Person, state: string, zip: string): Promise<string> {
  const email = newAddress()
  await type(/^Full name/, 'Jordan Buyer')
  await type(/^Email\b/, email)
  await type(/^Street and number/, '1 Ocean Drive')
  await type(/^City/, 'Somewhere')
  await choose(/^State\b/, state)
  await type(/^ZIP code/, zip)
  return email
}

/** Pays a parcel with the card that is chosen. */
export async function payParcel({ press, sees }: Person) {
  await press({ role: 'checkbox', name: /I accept the Terms and the Refund Policy/ })
  await press({ role: 'button', name: /^Pay \$/ })
  await sees(/Thank you/)
}

const newAddress = () => `buyer-${crypto.randomUUID().slice(0, 8)}@example.test`
