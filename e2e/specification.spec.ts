import type { Page } from '@playwright/test'
import { stands } from '#app/features/pages/rules.ts'
import { axe, expect, noSidewaysScroll, test } from './fixtures.ts'
import { everywhere, type SpecifiedPage, specifiedPages } from './specification-texts.ts'

// The checks of accessibility look at every element several times: on a busy machine that takes its time.
test.describe.configure({ timeout: 120_000 })

const addressOf = ({ route, at }: SpecifiedPage) => at ?? route
const standing = specifiedPages.filter(({ route }) => stands(route))

/** The texts that the page must show today. */
function textsOf({ texts, calls = {} }: SpecifiedPage): string[] {
  const shown = Object.entries(calls).flatMap(([to, words]) => (stands(to) ? words : []))
  return [...texts, ...shown]
}

/** Everything that the body says, closed parts and options of a choice included, scripts left out. */
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

/** Which texts are missing. Marks inside a word (`PAC<sup>o</sup>`) and spaces make no difference. */
function missing(texts: readonly string[], words: string): string[] {
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  return texts.filter((text) => !plain(words).includes(plain(text)))
}

for (const page of standing) {
  const address = addressOf(page)

  test(`${address} says what the specification says`, async ({ verified, browserErrors }) => {
    if (page.status) browserErrors.allow(/404/)
    const answer = await verified.goto(address)
    expect(answer?.status()).toBe(page.status ?? 200)
    await expect(verified.getByRole('contentinfo')).toBeVisible()
    expect(missing([...everywhere, ...textsOf(page)], await wordsOf(verified))).toEqual([])
    await noSidewaysScroll(verified)
    await axe(verified)
  })

  // The gate stands alone whatever the page behind it: its own journeys look at it at both widths.
  test(`@once ${address} says none of it before the gate`, async ({ page: visitor, browserErrors }) => {
    if (page.status) browserErrors.allow(/404/)
    const answer = await visitor.goto(address)
    const html = (await answer?.text()) ?? ''
    const body = html.slice(html.indexOf('<body'))
    await expect(visitor.getByRole('dialog', { name: 'Are you 18 or older?' })).toBeVisible()
    const said = [...everywhere, ...textsOf(page)].filter((text) => text.length > 3 && body.includes(text))
    expect(said).toEqual([])
    await expect(visitor.locator('nav, footer, main a')).toHaveCount(0)
    await noSidewaysScroll(visitor)
    await axe(visitor)
  })
}
