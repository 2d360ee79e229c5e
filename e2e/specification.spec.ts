import type { Page } from '@playwright/test'
import { isPublicPath } from '#app/features/pages/rules.ts'
import { expect, test } from './fixtures.ts'
import { addInstructor } from './shop.ts'
import { linksSayWhereTheyLead, noSidewaysScroll } from './page-checks.ts'
import { everywhere, type SpecifiedPage, specifiedPages } from './specification-texts.ts'

// axe looks at every element several times: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

test.beforeAll(addInstructor)

const addressOf = ({ route, at }: SpecifiedPage) => at ?? route
const status = specifiedPages.filter(({ route }) => isPublicPath(route))

/** What the gate has looked like so far, its way back left out. */
const gatesLookedAt = new Set<string>()

/** The texts that the page must show today. */
function textsOf({ texts, calls = {} }: SpecifiedPage): string[] {
  const shown = Object.entries(calls).flatMap(([to, words]) => (isPublicPath(to) ? words : []))
  return [...texts, ...shown]
}

/** All text of the body, including closed parts and options, without scripts. */
function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement
    for (const element of body.querySelectorAll('script, style, template')) element.remove()
    return body.innerHTML
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/&(amp|#38);/g, '&')
      .replaceAll('&nbsp;', ' ')
      .replaceAll(/\s+/g, ' ')
  })
}

/** The missing texts, ignoring markup inside words (`PAC<sup>o</sup>`) and whitespace. */
function missing(texts: readonly string[], words: string): string[] {
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  return texts.filter((text) => !plain(words).includes(plain(text)))
}

// Several addresses in a row: a browser that has the site's scripts and styles at hand is three times as fast.
for (const pages of inGroupsOf(4, status)) {
  const addresses = pages.map(addressOf).join(' ')

  test(`${addresses} say what the specification says`, async ({ verified, browserErrors }) => {
    if (pages.some(({ status }) => status)) browserErrors.allow(/404/)
    for (const page of pages)
      await test.step(addressOf(page), async () => {
        const answer = await verified.goto(addressOf(page))
        expect(answer?.status()).toBe(page.status ?? 200)
        await expect(verified.getByRole('contentinfo')).toBeVisible()
        const left = missing([...everywhere, ...textsOf(page)], await wordsOf(verified))
        expect(left, addressOf(page)).toEqual([])
        await linksSayWhereTheyLead(verified)
      })
  })

  // The gate looks the same in front of every page: its own journeys look at it at both widths.
  test(`${addresses} do not show these texts before the gate`, async ({ page: visitor, browserErrors }) => {
    if (pages.some(({ status }) => status)) browserErrors.allow(/404/)
    for (const page of pages)
      await test.step(addressOf(page), async () => {
        const answer = await visitor.goto(addressOf(page))
        const html = (await answer?.text()) ?? ''
        const body = html.slice(html.indexOf('<body'))
        await expect(visitor.getByRole('dialog', { name: 'Are you 18 or older?' })).toBeVisible()
        const said = [...everywhere, ...textsOf(page)].filter(
          (text) => text.length > 3 && body.includes(text),
        )
        expect(said, addressOf(page)).toEqual([])
        await expect(visitor.locator('nav, footer, main a')).toHaveCount(0)
        const gate = body.replace(/name="next" value="[^"]*"/, '')
        if (gatesLookedAt.has(gate)) return
        await noSidewaysScroll(visitor)
        gatesLookedAt.add(gate)
      })
  })
}

function inGroupsOf<Item>(size: number, items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  )
}
