import { expect } from 'vitest'
import { instructors } from '#app/features/courses/tables.ts'
import { isPublicPath } from '#app/features/pages/rules.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { everywhere, type SpecifiedPage, specifiedPages } from '#test/specification-texts.ts'
import { type Visitor, visitor } from '#test/visitor.ts'

const pages = specifiedPages.filter(({ route }) => isPublicPath(route))
const addressOf = ({ route, at }: SpecifiedPage) => at ?? route

/** A shop with the sample catalog, and somebody who teaches: only then is there a page of instructors. */
async function visitorOf(ctx: TestContext): Promise<Visitor> {
  await ctx.db.insert(instructors).values({ name: 'I. Sample' })
  return visitor(ctx, { sample: true })
}

function textsOf({ texts, calls = {} }: SpecifiedPage): string[] {
  const shown = Object.entries(calls).flatMap(([to, words]) => (isPublicPath(to) ? words : []))
  return [...everywhere, ...texts, ...shown]
}

function missing(texts: readonly string[], words: string): string[] {
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  return texts.filter((text) => !plain(words).includes(plain(text)))
}

const wordless =
  /^(?:click )?(?:here|this|go|start|more|information|(?:learn|read|see) more|more info(?:rmation)?)$/i

function unclearLinks({ document }: Visitor): string[] {
  const links = [...document.querySelectorAll('a[href]')].map((link) => ({
    name: (link.getAttribute('aria-label') ?? link.textContent).replaceAll(/\s+/g, ' ').trim(),
    to: (link.getAttribute('href') ?? '').replace(/^(mailto:[^?]*).*/, '$1'),
    isOwn: link.closest('main') !== null && !link.closest('details:not([open])'),
  }))
  const targets = Map.groupBy(
    links.filter(({ isOwn }) => isOwn),
    ({ name }) => name,
  )
  const ambiguous = [...targets]
    .map(([name, group]) => [name, ...new Set(group.map(({ to }) => to))])
    .filter((named) => named.length > 2)
  return [
    ...links.filter(({ name }) => wordless.test(name)).map(({ name }) => name),
    ...ambiguous.map((named) => named.join(' ')),
  ]
}

test('every page says what the specification says, and its links say where they lead', async ({ ctx }) => {
  const reader = await visitorOf(ctx)
  for (const page of pages) {
    const address = addressOf(page)
    await reader.open(address)
    expect(reader.status, address).toBe(page.status ?? 200)
    const footers = reader.parts('contentinfo').filter((footer) => !footer.closest('main'))
    expect(footers, address).toHaveLength(1)
    expect(missing(textsOf(page), reader.body.textContent), address).toEqual([])
    expect(unclearLinks(reader), address).toEqual([])
  }
})

test('before the gate every page is the same gate in its own colors, and says nothing else of itself', async ({
  ctx,
}) => {
  await visitorOf(ctx)
  const { ask } = await givenSite(ctx)
  const gates = new Set<string>()
  for (const page of pages) {
    const address = addressOf(page)
    const answer = await ask(address, { isVerified: false })
    const html = await answer.text()
    const body = html.slice(html.indexOf('<body'))
    expect(body, address).toContain('Are you 18 or older?')
    const said = textsOf(page).filter((text) => text.length > 3 && body.includes(text))
    expect(said, address).toEqual([])
    expect(body, address).not.toMatch(/<(nav|footer|a)\b/)
    gates.add(body.replaceAll(/(data-theme|name="next" value)="[^"]*"/g, ''))
  }
  expect(gates.size).toBe(1)
})
