// What a page opens in place, found by walking it: each thing is opened by key, looked at with axe, and closed again.
import { expect, type Locator, type Page } from '@playwright/test'
import { axe } from './page-checks.ts'

/** Controls that say that they open something, and the buttons that open the cart. */
const openers = '[aria-expanded], [aria-haspopup], form[action="/cart/lines"] button'

/** Dialogs and drawers, menus, and the links below a label of the navigation. */
const opened = 'dialog:modal, [popover]:popover-open, [data-open] > .nav-dropdown'

/**
 * Opens what a part of the page opens at this width, and looks at it: dialogs and menus one by one, then the page with its disclosures
 * open and its forms refused. Returns the names of the controls that opened or refused something.
 */
export async function walkOpenStates(part: Locator): Promise<string[]> {
  const page = part.page()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
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
