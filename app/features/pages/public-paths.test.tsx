import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { footerColumns } from '#app/frame.tsx'
import routes from '#app/routes.ts'
import { loader } from './routes/redirect.ts'
import { redirects, publicPaths, isPublicPath } from './rules.ts'

/** Pages that are reached by a deed, a search, a mail or a private link, and the operators' own. */
const unlinked =
  /^\/(age-gate|build\/submit|builds|cart|checkout|confirm-email|dealers\/search|mailbox|orders|search|staff|subscriptions|trust\/buy)(\/|$)/

function pagesIn(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const here = path ? `${parent}/${path}` : parent
    const isPage = file.endsWith('.tsx') && !/[:*]/.test(here) && children.length === 0
    return [...(isPage ? [here || '/'] : []), ...pagesIn(children, here)]
  })
}

test('the public paths are the routes without private pages and actions', () => {
  const pages = pagesIn(routes).filter((path) => !unlinked.test(path))
  expect([...publicPaths].toSorted()).toEqual(pages.toSorted())
})

test('redirected paths are routes, and their targets exist', () => {
  expect([...redirects.keys()].toSorted()).toEqual(['/build-kit', '/courses', '/products/sbr'])
  for (const [path, to] of redirects) {
    expect(routes).toContainEqual(expect.objectContaining({ path: path.slice(1) }))
    const answer = loader({ request: new Request(`http://shop.test${path}`) })
    expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 301, to])
    expect(answer.headers.get('X-Remix-Replace')).toBe('true')
    expect(publicPaths).toContain(to)
    expect(isPublicPath(path)).toBe(true)
  }
  expect(isPublicPath('/products')).toBe(false)
})

test('every link of the footer leads to a page that exists', () => {
  const links = footerColumns.flatMap((column) => column.links)
  const pages = pagesIn(routes)
  expect(links.filter(({ to }) => !pages.includes(to))).toEqual([])
  expect(footerColumns.map(({ title }) => title)).toEqual(['Drops', 'Build', 'Learn', 'Company'])
})
