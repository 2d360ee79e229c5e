import { expect, test } from 'vitest'
import { pageHead } from './page-head.ts'
import { breadcrumbList } from './structured-data.tsx'

test("a page title has the shop's name, the home page its own title", () => {
  const head = pageHead({
    title: 'FAQ',
    description: 'Twelve questions.',
    path: '/faq',
    publicUrl: 'https://paco.example',
  })
  expect(head).toContainEqual({ title: 'FAQ | PACo' })
  expect(head).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://paco.example/faq' })
  expect(head.filter((tag) => 'property' in tag && tag.property === 'og:image')).toEqual([])
  const home = pageHead({ title: 'PACo', description: '', path: '/', publicUrl: '', picture: '/share.png' })
  expect(home).toContainEqual({ title: 'PACo' })
  expect(home).toContainEqual({ property: 'og:image', content: '/share.png' })
})

test('breadcrumbs lead from home to the page', () => {
  const { itemListElement } = breadcrumbList('https://paco.example', [{ name: 'FAQ', path: '/faq' }])
  expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
    [1, 'https://paco.example/'],
    [2, 'https://paco.example/faq'],
  ])
})
