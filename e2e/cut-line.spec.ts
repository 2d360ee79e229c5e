// The line is cut while a form is filled in: the press is answered, the page stays, and so does all that was typed. Forms for
// another address need the script of a page that may not be there yet (ui/form-target.ts, ui/stay-on-page.ts).
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { hold, ownDrop } from './buyer-steps.ts'

/** Everything that a page says when no answer came. */
const notSent = /did not go through|didn’t go through|couldn’t connect|Could not connect|Failed to join/

const lost = /ERR_FAILED|ERR_INTERNET|Failed to fetch|Failed to load/

test('a form for another address, of which nothing is there yet, keeps its page and the other form’s words', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(lost)
  const { address, name } = await beginReservation(page)
  const connect = await cut(page)
  await page.getByRole('button', { name: /^Release/ }).click()
  await expect(page.getByText(notSent).first()).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(name).toHaveValue('Jordan Reader')

  await connect()
  await page.getByRole('button', { name: /^Release/ }).click()
  await expect(page.getByRole('heading', { name: 'You released number 2' })).toBeVisible()
})

test('a line that breaks between the first touch and the press loses nothing either', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(lost)
  const { address, name } = await beginReservation(page)
  const button = page.getByRole('button', { name: /^Release/ })
  await button.focus()
  // It is fetched, and then imported: only then is it there for good.
  const isImported = () =>
    performance
      .getEntriesByType('resource')
      .some(
        (file) => /\/cancel-/.test(file.name) && !('initiatorType' in file && file.initiatorType === 'fetch'),
      )
  await page.waitForFunction(isImported)
  for (const _ of ['once', 'again']) {
    const connect = await cut(page)
    await button.click()
    await expect(page.getByText(notSent).first()).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy', 'true')
    await expect(page).toHaveURL(address)
    await expect(name).toHaveValue('Jordan Reader')
    await connect()
  }
  await button.click()
  await expect(page.getByRole('heading', { name: 'You released number 2' })).toBeVisible()
})

/** Pages whose forms anybody can send, one for each kind of form. `/contact` and the checkout are in forms.spec.ts. */
const addresses = [
  '/privacy',
  '/orders/find',
  '/subscriptions',
  '/drops/guerrilla-vol-1',
  '/small-batch/guerrilla/reserve',
  '/build?platform=ar15&lower=forged-lower',
  '/build/submit?platform=ar15&lower=forged-lower&upper=upper-556&barrel=barrel-10-3&stock=sopmod-stock&handguard=quad-rail',
  '/accessories/magazine-30',
]

test('every kind of form keeps what was typed over a cut line', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(lost)
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
  // The router asks once for the routes of a page's links. Until it knows them it asks again with each press, which a cut line fails.
  const routes = page.waitForResponse(/\/__manifest\?/)
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await (await routes).finished()
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
  const connect = await cut(page)
  await form.locator('button:not([type="button"])').first().click()
  await expect(page.getByText(notSent).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname)
  expect(await valuesOf(form)).toEqual(typed)
  await connect()
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

/** Holds a number and types a name, which have to stay. */
async function beginReservation(page: Page) {
  await hold(page, await ownDrop(3), 2)
  const name = page.locator('#reservation').getByLabel('Full name')
  await name.fill('Jordan Reader')
  return { address: page.url(), name }
}

/** Cuts the line of a page whose browser still believes in it. Returns how to mend it. */
async function cut(page: Page): Promise<() => Promise<void>> {
  await page.route('**/*', (route) => route.abort())
  return () => page.unroute('**/*')
}
