// The line is cut while a form is filled in: the press is answered, the page stays, and so does all that was typed.
import type { Locator, Page } from '@playwright/test'
import { networkFailureWords } from '#app/http/site-request.ts'
import { brokenLine, expect, test } from './fixtures.ts'
import { hold, ownDrop } from './buyer-steps.ts'

test('a form beside another one keeps the page and the other form’s words, as often as the line is cut', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  await hold(page, await ownDrop(3), 2)
  const address = page.url()
  const name = page.locator('#reservation').getByLabel('Full name')
  await name.fill('Jordan Reader')
  const button = page.getByRole('button', { name: /^Release/ })
  for (const _ of ['once', 'again']) {
    await page.context().setOffline(true)
    await button.click()
    await expect(notSent(page)).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(page).toHaveURL(address)
    await expect(name).toHaveValue('Jordan Reader')
    await page.context().setOffline(false)
    await dismiss(page)
  }
  await button.click()
  await expect(page.getByRole('heading', { name: 'You released number 2' })).toBeVisible()
})

/** Pages whose forms anybody can send, one for each kind of form. `/contact` is in site.spec.ts, the checkout in checkout.spec.ts. */
const addresses = [
  '/orders/find',
  '/subscriptions',
  '/drops/guerrilla-vol-1',
  '/small-batch/guerrilla/reserve',
  '/build?platform=ar15&lower=forged-lower',
  '/accessories/magazine-30',
]

test('every kind of form keeps what was typed over a cut line', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(brokenLine)
  for (const address of addresses) {
    const [first, ...more] = await openForms(page, address)
    await test.step(`${address} to ${first}`, () => pressCut(page, address, first ?? ''))
    for (const action of more)
      await test.step(`${address} to ${action}`, async () => {
        await openForms(page, address)
        await pressCut(page, address, action)
      })
  }
})

/** Opens a page, and says where its forms lead. */
async function openForms(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  const actions = await posts(page).evaluateAll((forms) =>
    forms.map((form) => form.getAttribute('action') ?? ''),
  )
  expect(actions, address).not.toEqual([])
  return [...new Set(actions)]
}

/** Fills in a form of the open page and presses its button, while the line is cut. */
async function pressCut(page: Page, address: string, action: string) {
  const form = posts(page)
    .and(page.locator(action ? `[action="${action}"]` : ':not([action])'))
    .first()
  await fillIn(form)
  const typed = await valuesOf(form)
  await page.context().setOffline(true)
  await form.locator('button:not([type="button"])').first().click()
  await expect(notSent(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname)
  expect(await valuesOf(form)).toEqual(typed)
  await page.context().setOffline(false)
}

const notSent = (page: Page) => page.getByText(networkFailureWords)

async function dismiss(page: Page) {
  await page.getByRole('button', { name: 'Dismiss: Not sent' }).click()
  await expect(notSent(page)).toHaveCount(0)
}

const posts = (page: Page) => page.getByRole('main').locator('form[method="post"]:visible')

/** Fills every field that a person can see with something that it takes. */
async function fillIn(form: Locator) {
  const fields = form.locator(
    ':is(input, textarea, select):not([type="hidden"], [type="file"], [disabled], [tabindex="-1"]):visible',
  )
  for (const field of await fields.all()) {
    const { tag, type, name } = await field.evaluate((element: HTMLInputElement) => ({
      tag: element.tagName,
      type: element.type,
      name: element.name,
    }))
    if (tag === 'SELECT') await field.selectOption({ index: 1 })
    else if (type === 'checkbox' || type === 'radio') await field.check({ force: true })
    else await field.fill(filler[type] ?? filler[name] ?? 'Jordan Reader')
  }
}

const filler: Readonly<Record<string, string>> = {
  email: 'reader@example.com',
  tel: '305 555 0100',
  number: '1',
  date: '2027-01-15',
  zip: '33139',
}

function valuesOf(form: Locator): Promise<string[]> {
  return form.evaluate((element: HTMLFormElement) =>
    [...element.querySelectorAll<HTMLInputElement>(':is(input, textarea, select):not([type="hidden"])')].map(
      (field) => `${field.name}: ${/checkbox|radio/.test(field.type) ? field.checked : field.value}`,
    ),
  )
}
