import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { textOf, visitor } from '#test/visitor.ts'

const pages = {
  '/about': 'About PACo',
  '/faq': 'Frequently Asked Questions',
  '/learn': 'What is a short-barreled rifle?',
  '/services': 'Services',
  '/process-guide': 'Process Guide',
  '/trust': 'Trust Pack',
}

test('every link of the pages that explain leads to a page or a document', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  const links = new Map<string, string>()
  for (const [path, title] of Object.entries(pages)) {
    await reader.open(path)
    expect([path, reader.status, reader.heading]).toEqual([path, 200, title])
    for (const link of reader.part('main').querySelectorAll('a[href^="/"]'))
      links.set(new URL(link.getAttribute('href') ?? '', reader.shop.publicUrl).href, path)
  }
  expect(links.size).toBeGreaterThan(10)
  for (const [link, from] of links) {
    await reader.open(link)
    expect([link, from, reader.status]).toEqual([link, from, 200])
  }
})

test('questions and topics are read without script, and a link to a topic names one that is there', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  const answer = (question: string) =>
    textOf(
      [...reader.document.querySelectorAll('details')].find((each) => textOf(each).startsWith(question)) ??
        null,
    )
  await reader.open('/faq')
  expect(answer('What tools will I need?')).toContain('None to receive it.')
  await reader.open('/process-guide')
  await reader.follow('Learn About Form 4')
  const [path, id = ''] = reader.path.split('#')
  expect(path).toBe('/learn')
  expect(textOf(reader.document.getElementById(id)?.closest('details') ?? null)).toMatch(
    /^Form 4: transfer to you/,
  )
  expect(reader.document.getElementById('wait-times')).not.toBeNull()
  reader.part('img', 'Side view: barrel 10.3 inches, overall 27.6 inches')
})

test('a page is described to search engines in full past the gate, and by its title and address before', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/faq')
  const kinds = [...reader.html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => (JSON.parse(json) as { '@type': string })['@type'],
  )
  expect(kinds.toSorted()).toEqual(['BreadcrumbList', 'FAQPage'])

  const { ask, shop } = await givenSite(ctx)
  const gate = await (await ask('/faq', { isVerified: false })).text()
  expect(/<title>(.*?)<\/title>/.exec(gate)?.[1]).toMatch(/questions/i)
  expect(gate).toContain(`<link rel="canonical" href="${shop.publicUrl}/faq"`)
  for (const hidden of ['application/ld+json', 'Is it legal to build an SBR?'])
    expect([hidden, gate.includes(hidden)]).toEqual([hidden, false])
})

test('robots are led to the sitemap', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/robots.txt')
  await reader.open(/^Sitemap: (.+)$/m.exec(reader.html)?.[1] ?? '')
  expect(reader.headers.get('Content-Type')).toContain('application/xml')
  expect(reader.html).toContain('/process-guide</loc>')
})
