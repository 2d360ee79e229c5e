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
