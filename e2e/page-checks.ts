// What holds on every page: it is accessible, and it fits its window.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

const axeSource = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Asserts that axe finds nothing on the page as it stands: WCAG 2.0, 2.1 and 2.2, levels A and AA, and headings in order. */
export async function axe(page: Page) {
  // Our pages hold no frames: axe is put into the page itself, once, and nobody reads what passed.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    (values) =>
      (window as unknown as { axe: typeof axeCore }).axe.run(document, {
        runOnly: {
          type: 'tag',
          values,
        },
        rules: { 'heading-order': { enabled: true } },
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
        elementRef: false,
      }),
    wcag22AA,
  )
  const notified = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}\n${node.failureSummary ?? ''}`),
  )
  expect(notified, `accessibility of ${page.url()}`).toEqual([])
}

/** Asserts that nothing sticks out: the page scrolls down only. Names what is too wide. */
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

/** Words that say nothing to somebody who hears a page's links alone, or to a search engine. */
const wordless =
  /^(?:click )?(?:here|this|go|start|more|information|(?:learn|read|see) more|more info(?:rmation)?)$/i

/** Asserts that the words of every link say where it leads. */
export async function linksSayWhereTheyLead(page: Page) {
  const words = await page.locator('a[href]').allTextContents()
  expect(
    words.filter((link) => wordless.test(link.trim())),
    `links of ${page.url()}`,
  ).toEqual([])
}
