// Forced colors, as Windows' contrast themes have them: grounds, tints and shadows are gone, and what they said has to be said
// by a line, a mark or a word. Each focus and each state is compared with itself as it is without: the pictures have to differ.
import type { ElementHandle, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { hold, ownDrop } from './buyer-steps.ts'
import { signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 180_000 })

const publicPlaces = [
  '/',
  '/drops/guerrilla-vol-1',
  '/build?platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-10-3',
  '/ccw-training/register',
  '/contact',
]
const staffPlaces = ['/staff/orders?stage=reserved', '/staff/classes', '/staff/rules/FL']

test('every focus, choice and closed control is seen in forced colors', async ({ verified: page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const compared = new Set<string>()
  for (const path of publicPlaces) await lookAt(page, path, compared)
  await hold(page, await ownDrop(), 6)
  await compareAll(page, compared)
})

test('staff see every focus, choice and closed control in forced colors', async ({ page, context }) => {
  await signInAs(context, 'owner')
  await page.emulateMedia({ forcedColors: 'active' })
  const compared = new Set<string>()
  for (const path of staffPlaces) await lookAt(page, path, compared)
})

async function lookAt(page: Page, path: string, compared: Set<string>) {
  await page.goto(path)
  await compareAll(page, compared)
}

/** One of each kind on the open page that no page before it had: a kind is a tag with its classes and state. */
async function compareAll(page: Page, compared: Set<string>) {
  await test.step(new URL(page.url()).pathname, async () => {
    const unseen: string[] = []
    const kinds = await page.evaluateHandle(
      (known) => {
        const states = [
          'aria-pressed',
          'aria-current',
          'aria-selected',
          'aria-checked',
          'checked',
          'disabled',
          'aria-disabled',
          'taken',
        ]
        const isSeen = (element: Element) => {
          const { width, height } = element.getBoundingClientRect()
          const whole = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          return whole && width > 3 && height > 3 && width < innerWidth && height < innerHeight
        }
        const isIn = (element: HTMLElement, state: string): boolean => {
          // What is taken says so by a class of its own, and to screen readers besides.
          const isTaken = element.classList.contains('taken')
          if (state === 'taken') return isTaken
          if (state === 'checked') return (element as HTMLInputElement).checked
          if (state === 'aria-disabled' && isTaken) return false
          return ![null, 'false'].includes(element.getAttribute(state))
        }
        const controls = [
          ...document.querySelectorAll<HTMLElement>(
            'a[href], button, input:not([type=hidden]), select, textarea, summary',
          ),
        ]
        const found = new Map<string, { name: string; element: HTMLElement; state: string }>()
        for (const element of controls.filter(isSeen)) {
          const kind = `${element.tagName} ${element.getAttribute('type') ?? ''} ${element.className}`
          const hasFocus = !element.matches(':disabled') && element.tabIndex >= 0
          for (const state of [
            ...(hasFocus ? ['focus'] : []),
            ...states.filter((name) => isIn(element, name)),
          ]) {
            const name = `${state} ${kind}`
            if (!found.has(name) && !known.includes(name)) found.set(name, { name, element, state })
          }
        }
        return [...found.values()]
      },
      [...compared],
    )
    for (const name of await kinds.evaluate((list) => list.map((kind) => kind.name))) compared.add(name)
    const count = await kinds.evaluate((list) => list.length)
    for (let at = 0; at < count; at++) {
      const element = (
        await kinds.evaluateHandle((list, index) => list[index]?.element, at)
      ).asElement() as ElementHandle<HTMLElement>
      const state = await kinds.evaluate((list, index) => list[index]?.state ?? '', at)
      if (!(await looksDifferent(page, element, state)))
        unseen.push(`${state}: ${await element.evaluate((node) => node.outerHTML.slice(0, 140))}`)
    }
    expect.soft(unseen, `not seen in forced colors on ${page.url()}`).toEqual([])
  })
}

/** Compares a control with its state and without. */
async function looksDifferent(
  page: Page,
  element: ElementHandle<HTMLElement>,
  state: string,
): Promise<boolean> {
  await element.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await element.evaluate((node) => {
    const around = (node.closest('label') ?? node).getBoundingClientRect()
    return { left: around.left, top: around.top, width: around.width, height: around.height }
  })
  const clip = {
    x: Math.max(0, box.left - 8),
    y: Math.max(0, box.top - 8),
    width: box.width + 16,
    height: box.height + 16,
  }
  const picture = () => page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  const set = (isOn: boolean) =>
    element.evaluate(
      (node, { name, on }) => {
        if (name === 'focus') return on ? node.focus({ focusVisible: true }) : node.blur()
        if (name === 'taken') node.classList.toggle(name, on)
        else if (name === 'checked') (node as HTMLInputElement).checked = on
        else if (on) node.setAttribute(name, node.dataset.was ?? 'true')
        else {
          node.dataset.was = node.getAttribute(name) ?? ''
          node.removeAttribute(name)
        }
      },
      { name: state, on: isOn },
    )
  await set(state !== 'focus')
  const on = state === 'focus' ? undefined : await picture()
  await set(state === 'focus')
  const other = await picture()
  await set(state !== 'focus')
  const first = on ?? (await picture())
  // What is closed is grayer: the system's own color for it says how much.
  if (state.endsWith('disabled')) return !first.equals(other)
  return (await differentPixels(first, other)) >= minPixels
}

/** A line of 2 px under a short word. Letters that are a little bolder are fewer. */
const minPixels = 30

/** How many pixels of two pictures of one place differ plainly. */
async function differentPixels(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).greyscale().raw().toBuffer()))
  return a?.reduce((sum, value, at) => sum + (Math.abs(value - (b?.[at] ?? 0)) > 80 ? 1 : 0), 0) ?? 0
}
