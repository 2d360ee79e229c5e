// Ten things that people come for, on a phone and on a laptop, with and without script. The presses are at most those of a
// good shop; they and the seconds are the notes of each test.
import { expect, passAgeGate, test } from './fixtures.ts'
import { addToCart, buyFirst, errandsOf, fillDelivery, toDelivery } from './errand-steps.ts'
import { orderLink, subscriptionLink } from './private-links.ts'
import { ownAddress, ownDrop } from './reservation-steps.ts'
import { findMail } from './shop.ts'

test.describe.configure({ timeout: 240_000 })

const phone = { width: 390, height: 844 }
const laptop = { width: 1366, height: 768 }
const ways = [
  { way: 'on a phone', viewport: phone, javaScriptEnabled: true },
  { way: 'on a laptop', viewport: laptop, javaScriptEnabled: true },
  { way: 'on a phone without script', viewport: phone, javaScriptEnabled: false },
]

for (const { way, viewport, javaScriptEnabled } of ways)
  test(`ten errands ${way}`, async ({ browser, baseURL, browserErrors, verified, contextOptions }, info) => {
    browserErrors.allow(/ 4\d\d /) // a refusal is an answer
    const bought = await buyFirst(verified)
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: baseURL ?? '',
      viewport,
      javaScriptEnabled,
    })
    browserErrors.watch(context)
    await passAgeGate(context, baseURL ?? '')
    const page = await context.newPage()
    const errand = errandsOf(info, way)
    const button = (name: RegExp | string) => page.getByRole('button', { name })
    const link = (name: RegExp | string) => page.getByRole('link', { name })
    const approved = page.getByRole('radio', { name: /^Test card: approved(?!,)/ })

    await errand('find a lost order', 2, async ({ press, enter }) => {
      await page.goto('/')
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Find Your Order' }))
      await page.getByLabel('Order code').fill(bought.parcel)
      const email = page.getByRole('textbox', { name: 'Email' })
      await email.fill(bought.email)
      await enter(email)
      await expect(page.getByText(/a new link is on its way/)).toBeVisible()
      const mail = await findMail(bought.email, /link to your order/i)
      await page.goto(/http\S+\/orders\/\S*key=[\w-]+/.exec(mail.text)?.[0] ?? '')
      await expect(page.getByText(bought.parcel).first()).toBeVisible()
    })

    await errand('reserve a number', 5, async ({ press }) => {
      await page.goto(`/drops/${await ownDrop()}`)
      await press(button(/^Number 7, /))
      await press(button('Hold № 7').first())
      await expect(page).toHaveURL(/\/checkout\//)
      await page.getByLabel('Full name').fill('Jordan Buyer')
      await page.getByLabel('Email').fill(ownAddress())
      await page.getByLabel('State you live in').selectOption('FL')
      await page.getByLabel('Home ZIP code').fill('33139')
      await press(page.getByRole('checkbox', { name: /I am 21 or older/ }))
      await press(approved)
      await press(button('Pay the $100 deposit'))
      await expect(page.getByRole('heading', { name: 'Number 7 is yours' })).toBeVisible()
    })

    await errand('replace a dealer', 3, async ({ press, enter }) => {
      await page.goto(await orderLink(bought.number))
      await press(link('Choose your dealer'))
      const near = page.getByLabel('ZIP code, city or name')
      await near.fill('33101')
      await enter(near)
      const found = page.getByRole('listitem').filter({ hasText: 'Sample Arms 00001 LLC' })
      await press(found.getByRole('button'))
      await expect(page.getByText('1 Sample Street')).toBeVisible()
    })

    await errand('a magazine to a restricted state', 5, async ({ press }) => {
      await page.goto('/')
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Accessories' }))
      await expect(page).toHaveURL('/accessories')
      await addToCart(page, press, '30-Round Magazine')
      await toDelivery(page, press)
      await fillDelivery(page, 'CA', '90210')
      await press(button('Review and pay'))
      await expect(
        page.getByText(/California does not allow magazines of more than 10/).first(),
      ).toBeVisible()
    })

    await errand('gift a patch', 6, async ({ press }) => {
      await context.clearCookies({ name: 'paco-cart' })
      await page.goto('/accessories')
      await addToCart(page, press, 'Cyber')
      await toDelivery(page, press)
      await fillDelivery(page, 'TX', '77007')
      await press(button('Review and pay'))
      await press(page.getByRole('checkbox', { name: /I accept the Terms and the Refund Policy/ }))
      await press(button(/^Pay \$/))
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    })

    await errand('return a parcel', 2, async ({ press }) => {
      await page.goto(await orderLink(bought.parcel))
      await press(
        page
          .getByRole('main')
          .getByRole('link', { name: /^(Refund|Cancel|Return|Choose items)/ })
          .first(),
      )
      await press(button(/^Refund/))
      await expect(page).toHaveURL(`/orders/${bought.parcel}`)
      await expect(page.getByText(/Refund(ed| on its way)/i).first()).toBeVisible()
    })

    await errand('move a class', 4, async ({ press }) => {
      await page.goto(await orderLink(bought.seat))
      await press(link(/your seat/i))
      await press(link('Choose Another Date'))
      await press(page.getByRole('radio').last())
      await press(button('Move to Selected Date'))
      await expect(page).toHaveURL(/\/seat$/)
    })

    await errand('compare two builds', 2, async ({ press, enter }) => {
      const [first, second] = bought.builds
      await page.goto(`/builds/${first}`)
      await press(link(/compare/i))
      await expect(page).toHaveURL(/\/builds\/compare/)
      const codes = page.getByLabel('Links or codes of saved builds')
      await codes.fill(`${first}, ${second}`)
      await enter(codes)
      await expect(page.getByRole('main').getByText('Billet lower').first()).toBeVisible()
    })

    await errand('find “tax stamp”', 3, async ({ press, enter }) => {
      await page.goto('/')
      await press(link('Search the site'))
      const field = page.getByRole('searchbox')
      await field.fill('tax stamp')
      if (!javaScriptEnabled) await enter(field)
      await press(page.getByRole('region', { name: 'Questions' }).getByRole('link').first())
      await expect(page).toHaveURL(/\/(faq|learn|process-guide)/)
    })

    await errand('unsubscribe', 1, async ({ press }) => {
      await page.goto(await subscriptionLink('unsubscribe'))
      await press(page.getByRole('button', { name: 'Unsubscribe', exact: true }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’ve left the list')
    })
    await context.close()
  })
