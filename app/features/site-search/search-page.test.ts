import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('the search is a page: it finds goods, questions and policies, leads to them, and says where nothing is found', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  const search = async (words: string) => {
    reader.fill({ 'What are you looking for?': words })
    await reader.press('Search', reader.part('search'))
  }
  const links = (kind: string) => reader.parts('link', undefined, reader.part('region', kind)).map(textOf)
  await reader.open('/')
  await reader.follow('Search the site')
  expect([reader.path, reader.heading]).toEqual(['/search', 'Search'])
  for (const link of reader.parts('link', undefined, reader.part('navigation', 'Popular')))
    expect((await reader.site.ask(link.getAttribute('href') ?? '')).status).toBe(200)
  await search('refund')
  expect(reader.path).toBe('/search?q=refund')
  expect(links('Policies').length).toBeGreaterThan(0)
  await search('tax stam')
  expect(links('Questions').length).toBeGreaterThan(0)
  await search('guerrilla')
  expect(links('Drops')).toContainEqual(expect.stringMatching(/^Guerrilla/))
  await search('xyzzyq')
  reader.part('heading', 'Nothing here matches “xyzzyq”.')
  reader.part('navigation', 'Popular')
  await search('weapon light')
  const [light] = reader.parts('link', undefined, reader.part('region', 'Accessories'))
  await reader.open(light?.getAttribute('href') ?? '')
  expect(reader.path).toMatch(/^\/accessories\/[\w-]+$/)
})
