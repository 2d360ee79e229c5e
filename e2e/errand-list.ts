// Ten things that people come for. The presses are at most those of a good shop.
import { expect, addToCart, type Bought, fillDelivery, toDelivery } from './errand-steps.ts'
import type { Person } from './errand-person.ts'
import { orderLink, subscriptionLink } from './private-links.ts'
import { ownAddress, ownDrop } from './reservation-steps.ts'
import { findMail } from './shop.ts'

/** `maxPresses` without script only where it differs. */
export type Errand = {
  name: string
  maxPresses: number
  maxPlainPresses?: number
  run: (person: Person, bought: Bought) => Promise<void>
}

/** The errands in the order in which one visitor does them. */
export const errands: readonly Errand[] = [
  {
    name: 'find a lost order',
    maxPresses: 2,
    async run({ page, open, press, enter, type }, { parcel, email }) {
      await open('/')
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Find Your Order' }))
      await type(page.getByLabel('Order code'), parcel)
      const field = page.getByRole('textbox', { name: 'Email' })
      await type(field, email)
      await enter(field)
      await expect(page.getByText(/a new link is on its way/)).toBeVisible()
      const mail = await findMail(email, /link to your order/i)
      await open(/http\S+\/orders\/\S*key=[\w-]+/.exec(mail.text)?.[0] ?? '')
      await expect(page.getByText(parcel).first()).toBeVisible()
    },
  },
  {
    name: 'reserve a number',
    maxPresses: 5,
    async run({ page, open, press, type, choose }) {
      await open(`/drops/${await ownDrop()}`)
      await press(page.getByRole('button', { name: /^Number 7, / }))
      await press(page.getByRole('button', { name: 'Hold № 7' }).first())
      await expect(page).toHaveURL(/\/checkout\//)
      await type(page.getByLabel('Full name'), 'Jordan Buyer')
      await type(page.getByLabel('Email'), ownAddress())
      await choose(page.getByLabel('State you live in'), 'FL')
      await type(page.getByLabel('Home ZIP code'), '33139')
      await press(page.getByRole('checkbox', { name: /I am 21 or older/ }))
      await press(page.getByRole('radio', { name: /^Test card: approved(?!,)/ }))
      await press(page.getByRole('button', { name: 'Pay the $100 deposit' }))
      await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
    },
  },
  {
    name: 'replace a dealer',
    maxPresses: 3,
    async run({ page, open, press, enter, type }, { number }) {
      await open(await orderLink(number))
      await press(page.getByRole('link', { name: 'Choose your dealer' }))
      const near = page.getByLabel('ZIP code, city or name')
      await type(near, '33101')
      await enter(near)
      const found = page.getByRole('listitem').filter({ hasText: 'Sample Arms 00001 LLC' })
      await press(found.getByRole('button'))
      await expect(page.getByText('1 Sample Street')).toBeVisible()
    },
  },
  {
    name: 'a magazine to a restricted state',
    maxPresses: 5,
    maxPlainPresses: 4,
    async run(person) {
      const { page, open, press } = person
      await open('/')
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Accessories' }))
      await expect(page).toHaveURL('/accessories')
      await addToCart(person, '30-Round Magazine')
      await toDelivery(person)
      await fillDelivery(person, 'CA', '90210')
      await press(page.getByRole('button', { name: 'Review and pay' }))
      await expect(
        page.getByText(/California does not allow magazines of more than 10/).first(),
      ).toBeVisible()
    },
  },
  {
    name: 'gift a patch',
    maxPresses: 6,
    maxPlainPresses: 5,
    async run(person) {
      const { page, open, press } = person
      await page.context().clearCookies({ name: 'paco-cart' })
      await open('/accessories')
      await addToCart(person, 'Cyber')
      await toDelivery(person)
      await fillDelivery(person, 'TX', '77007')
      await press(page.getByRole('button', { name: 'Review and pay' }))
      await press(page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }))
      await press(page.getByRole('button', { name: /^Pay \$/ }))
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    },
  },
  {
    name: 'return a parcel',
    maxPresses: 2,
    async run({ page, open, press }, { parcel }) {
      await open(await orderLink(parcel))
      const way = page.getByRole('main').getByRole('link', { name: /^(Refund|Cancel|Return|Choose items)/ })
      await press(way.first())
      await press(page.getByRole('button', { name: /^Refund/ }))
      await expect(page).toHaveURL(`/orders/${parcel}`)
      await expect(page.getByText(/Refund(ed| on its way)/i).first()).toBeVisible()
    },
  },
  {
    name: 'move a class',
    maxPresses: 4,
    async run({ page, open, press }, { seat }) {
      await open(await orderLink(seat))
      await press(page.getByRole('link', { name: /your seat/i }))
      await press(page.getByRole('link', { name: 'Choose Another Date' }))
      await press(page.getByRole('radio').last())
      await press(page.getByRole('button', { name: 'Move to Selected Date' }))
      await expect(page).toHaveURL(/\/seat$/)
    },
  },
  {
    name: 'compare two builds',
    maxPresses: 2,
    async run({ page, open, press, enter, type }, { builds: [first, second] }) {
      await open(`/builds/${first}`)
      await press(page.getByRole('link', { name: /compare/i }))
      await expect(page).toHaveURL(/\/builds\/compare/)
      const codes = page.getByLabel('Links or codes of saved builds')
      await type(codes, `${first}, ${second}`)
      await enter(codes)
      await expect(page.getByRole('main').getByText('Billet lower').first()).toBeVisible()
    },
  },
  {
    name: 'find “tax stamp”',
    maxPresses: 2,
    maxPlainPresses: 3,
    async run({ page, open, hasScript, press, enter, type }) {
      await open('/')
      await press(page.getByRole('link', { name: 'Search the site' }))
      const field = page.getByRole('searchbox')
      await type(field, 'tax stamp')
      if (!hasScript) await enter(field)
      await press(page.getByRole('region', { name: 'Questions' }).getByRole('link').first())
      await expect(page).toHaveURL(/\/(faq|learn|process-guide)/)
    },
  },
  {
    name: 'unsubscribe',
    maxPresses: 1,
    async run({ page, open, press }) {
      await open(await subscriptionLink('unsubscribe'))
      await press(page.getByRole('button', { name: 'Unsubscribe', exact: true }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’ve left the list')
    },
  },
]

/** The bound of an errand, by what its visitor's browser can do. */
export const maxPressesOf = ({ maxPresses, maxPlainPresses }: Errand, hasScript: boolean) =>
  hasScript ? maxPresses : (maxPlainPresses ?? maxPresses)
