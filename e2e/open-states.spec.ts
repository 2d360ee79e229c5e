// What a page opens in place is as accessible as the page: each kind of dialog, drawer, menu and disclosure once, on a page that has
// it, and forms that are refused. Each thing is found by walking the page, opened by key, looked at with axe, and closed again.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { axe } from './page-checks.ts'
import { hold, ownDrop } from './buyer-steps.ts'

// Each state is opened, looked at by axe and closed: slow on a busy machine.
test.describe.configure({ timeout: 180_000 })

/** Controls that open something over the page. */
const openers =
  '[commandfor]:not(dialog *), [popovertarget]:not([popover] *), a[data-dialog], form[data-dialog] button, [aria-haspopup=dialog]'

/** Dialogs, drawers and menus. */
const opened = 'dialog:modal, [popover]:popover-open'

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test('everybody can use the menus, dialogs and drawers', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(/422/)
  await page.goto('/')
  await page.setViewportSize(laptop)
  // Below a label of the navigation its links are open while the focus is there.
  const label = page.getByRole('banner').getByRole('link', { name: 'PACo Drops' }).first()
  const links = page.locator('.nav-dropdown').first()
  await label.focus()
  await expect(links).toBeVisible()
  await axe(page, links)
  await page.keyboard.press('Escape')
  await expect(links).toBeHidden()
  await expect(label).toBeFocused()
  // On a phone the navigation is a menu.
  await somethingOpens(page, 'banner', [phone])
  // The drawer of the cart, and the dialog of a waitlist.
  for (const address of ['/accessories/oil', '/subscriptions']) {
    await page.goto(address)
    await somethingOpens(page)
  }
})

test('everybody can use what unfolds, and forms that say what is missing', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  // Questions, and a form.
  for (const address of ['/faq', '/contact']) {
    await page.goto(address)
    await somethingOpens(page)
  }
  await hold(page, await ownDrop(), 6)
  await somethingOpens(page)
})

test('everybody can use a drop while a number is chosen', async ({ verified: page }) => {
  await page.goto('/drops/guerrilla-vol-1')
  await page
    .getByRole('radio', { name: /^Number \d+, open$/ })
    .last()
    .check()
  await axe(page)
})

/** Walks through a part of a page at each size, and makes sure that there was something to open. */
async function somethingOpens(page: Page, part: 'banner' | 'main' = 'main', sizes = [laptop]) {
  const walked = page.getByRole(part)
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await walkOpenStates(walked), `${page.url()} at ${size.width} px`).not.toEqual([])
  }
}

/**
 * Opens what a part of the page opens at this width, and looks at it: dialogs and menus one by one, then the page with its disclosures
 * open and its forms refused. Returns the names of the controls that opened or refused something.
 */
async function walkOpenStates(part: Locator): Promise<string[]> {
  const page = part.page()
  const names: string[] = []
  for (const opener of await findOpeners(part)) names.push(await openAndClose(page, opener))
  const unfolded = [...(await openDisclosures(part)), ...(await refuseForms(part))]
  if (unfolded.length > 0) await axe(page)
  return [...names, ...unfolded]
}

/** The visible controls that open something. One stands for all that look alike and send to the same address. */
async function findOpeners(part: Locator): Promise<Locator[]> {
  const count = await part.locator(openers).evaluateAll((elements) => {
    const visible = elements.filter((element) => element.checkVisibility({ visibilityProperty: true }))
    for (const element of document.querySelectorAll('[data-walk]')) element.removeAttribute('data-walk')
    const kindOf = (element: Element) => `${element.className} ${element.closest('form')?.action}`
    const kinds = new Map(visible.toReversed().map((element) => [kindOf(element), element]))
    // Marked, each is found again whatever the page does meanwhile.
    for (const [at, element] of [...kinds.values()].entries()) element.setAttribute('data-walk', String(at))
    return kinds.size
  })
  return Array.from({ length: count }, (_, at) => part.locator(`[data-walk="${at}"]`))
}

/** Opens a dialog or menu by key, looks at it, also with its form refused, and closes it: the focus has to be back in sight. */
async function openAndClose(page: Page, opener: Locator): Promise<string> {
  const name = await nameOf(opener)
  await opener.press('Enter')
  const state = page.locator(opened).last()
  await expect(state, `"${name}" opens`).toBeVisible()
  await axe(page, state)
  if ((await refuseForms(state)).length > 0) await axe(page, state)
  await page.keyboard.press('Escape')
  await expect(state, `"${name}" closes`).toBeHidden()
  await expect(opener, `the focus returns to "${name}"`).toBeFocused()
  await expect(opener).toBeInViewport()
  return name
}

/** Opens all disclosures at once, also those of which a reader has one open at a time. */
async function openDisclosures(part: Locator): Promise<string[]> {
  return part.locator('details > summary').evaluateAll((summaries) =>
    summaries.map((summary) => {
      summary.parentElement?.removeAttribute('name')
      summary.parentElement?.setAttribute('open', '')
      return summary.textContent
    }),
  )
}

/** Sends every form that lacks something and says so itself, and waits for its words. */
async function refuseForms(part: Locator): Promise<string[]> {
  const names: string[] = []
  for (const form of await part.locator('form[method=post][novalidate]').all()) {
    if (await form.evaluate((element: HTMLFormElement) => element.checkValidity())) continue
    const send = form.locator('button:not([type=button], [formaction])').last()
    if (!(await send.isVisible())) continue
    const name = await nameOf(send)
    await send.press('Enter')
    await expect(form.locator('.field-error').first(), `"${name}" says what is missing`).toBeVisible()
    names.push(name)
  }
  return names
}

const nameOf = (control: Locator) =>
  control.evaluate((element: HTMLElement) => (element.ariaLabel ?? element.innerText).trim())
