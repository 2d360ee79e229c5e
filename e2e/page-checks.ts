// What every page has to be: accessible, and no wider than its window.
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

const axeSource = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const allRules: axeCore.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** The rules that depend on where things lie. */
export const layoutRules: axeCore.RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'target-size', 'scrollable-region-focusable'],
}

/** Asserts that axe finds no violation: WCAG 2.0, 2.1 and 2.2, levels A and AA, and best practice. On the page, or on a part of it; or of some rules. */
export async function axe(
  page: Page,
  part: Locator = page.locator('html'),
  only: axeCore.RunOnly = allRules,
) {
  // Our pages hold no frames: axe is put into the page itself, once, and nobody reads what passed.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const faults = await part.evaluate(async (element, runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axeCore }).axe.run(element, {
      runOnly,
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
      elementRef: false,
    })
    // Sentences leave the browser, and not all that axe found out about a page.
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}\n${node.failureSummary ?? ''}`),
    )
  }, only)
  expect(faults, `accessibility of ${page.url()}`).toEqual([])
}

/** Asserts that the page does not scroll sideways. Names what is too wide. */
export async function noSidewaysScroll(page: Page) {
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const elements = [...document.querySelectorAll<HTMLElement>('body *')]
    return elements
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `<${element.tagName.toLowerCase()} class="${element.className}">`)
      .slice(0, 5)
      .concat(`${scrollWidth - clientWidth} px too wide`)
  })
  expect(tooWide, `sideways scroll of ${page.url()}`).toEqual([])
}

/** Asserts that no text is clipped at the side. Names what is lost. */
export async function noLostText(page: Page) {
  const lost = await page.evaluate(() => {
    const window = document.documentElement.clientWidth
    const isHiddenFromSight = (box: DOMRect) => box.width <= 1 || box.height <= 1
    /** Text is visible up to the nearest clipping box; scrollable boxes do not clip. */
    const visibleSpan = (element: Element): [number, number] | undefined => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box)
        if (overflowX === 'visible') continue
        // A name with an ellipsis is shown in full elsewhere.
        if (textOverflow === 'ellipsis') return undefined
        const place = box.getBoundingClientRect()
        if (isHiddenFromSight(place)) return undefined
        if (overflowX === 'auto' || overflowX === 'scroll') return undefined
        if (place.left > 0 || place.right < window) return [place.left, place.right]
      }
      return [0, window]
    }
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const element = text.parentElement
      if (!text.textContent?.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue
      const span = visibleSpan(element)
      if (!span) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].filter((line) => !isHiddenFromSight(line))
      if (lines.some(({ left, right }) => left < span[0] - 2 || right > span[1] + 2))
        found.push(text.textContent.trim().slice(0, 40))
    }
    return found
  })
  // Drops of other journeys have long numbers, which the registry's narrow cells are not made for.
  const unexpected = lost.filter((text) => !/^-?\d{4,}$/.test(text))
  expect(unexpected, `text that is cut off on ${page.url()}`).toEqual([])
}

/** Link texts that mean nothing out of context. */
const wordless =
  /^(?:click )?(?:here|this|go|start|more|information|(?:learn|read|see) more|more info(?:rmation)?)$/i

/** Drops of other journeys, which all have one name. */
const ofOtherJourneys = /^\/(?:drops|certificates)\/(?:own|journey)-|[?&]drop=(?:own|journey)-/

/** Classes of journeys, several of one course at the same moment: links to them differ in the id alone. */
const classId = /(session=|topic=course%3A)[\da-f-]{36}/

/** Asserts that every link describes its target, and that no two of the page's own have one name and different targets. */
export async function linksSayWhereTheyLead(page: Page) {
  const links = await page.locator('a[href]').evaluateAll((elements) =>
    elements.map((link) => ({
      name: (link.ariaLabel ?? link.textContent).replaceAll(/\s+/g, ' ').trim(),
      to: (link.getAttribute('href') ?? '').replace(/^(mailto:[^?]*).*/, '$1'),
      isOwn: link.closest('main') !== null && link.checkVisibility(),
    })),
  )
  const wordlessLinks = links.filter(({ name }) => wordless.test(name))
  const targets = new Map<string, Set<string>>()
  for (const { name, to, isOwn } of links)
    if (isOwn && !ofOtherJourneys.test(to))
      targets.set(name, (targets.get(name) ?? new Set()).add(to.replace(classId, '$1')))
  const ambiguous = [...targets].filter(([, to]) => to.size > 1).map(([name, to]) => [name, ...to].join(' '))
  expect([wordlessLinks, ambiguous], `links of ${page.url()}`).toEqual([[], []])
}
