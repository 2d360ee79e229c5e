import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { NavItem } from './nav-rules.ts'
import { SiteNav } from './site-nav.tsx'

const items: NavItem[] = [
  { label: 'Home', to: '/' },
  {
    label: 'PACo Drops',
    to: '/drops',
    items: [
      { label: 'Current Drop', to: '/drops' },
      { label: 'PACo Vault', to: '/drops/vault' },
    ],
  },
]

function navAt(path: string) {
  return renderToStaticMarkup(
    <SiteNav items={items} cta={{ label: 'Join the Drop', to: '/drops' }} pathname={path} />,
  )
}

function linkTo(html: string, label: string) {
  return html.match(new RegExp(`<a[^>]*>${label}`))?.[0] ?? ''
}

test('every item and every dropdown item is a link in the served page', () => {
  const html = navAt('/')
  expect(linkTo(html, 'Home')).toContain('href="/"')
  expect(linkTo(html, 'PACo Drops')).toContain('href="/drops"')
  expect(linkTo(html, 'Current Drop')).toContain('href="/drops"')
  expect(linkTo(html, 'PACo Vault')).toContain('href="/drops/vault"')
})

test('the active route is marked on its item and on its dropdown item', () => {
  const html = navAt('/drops/vault')
  expect(linkTo(html, 'PACo Vault')).toContain('aria-current="page"')
  expect(linkTo(html, 'PACo Drops')).toContain('aria-current="true"')
  expect(linkTo(html, 'Home')).not.toContain('aria-current')
  expect(linkTo(html, 'Current Drop')).not.toContain('aria-current')
})

test('the menu of small screens works without script: its button names the popover it opens', () => {
  const html = navAt('/')
  expect(html).toMatch(/<button[^>]*popoverTarget="site-menu"/i)
  expect(html).toMatch(/<nav[^>]*id="site-menu"[^>]*popover="auto"/)
})

test('the logo links home and has a name, whether or not its image loads', () => {
  expect(navAt('/drops')).toMatch(/<a[^>]*aria-label="PACo, home"[^>]*href="\/"[^>]*><img[^>]*alt=""/)
})

test('the header button links to its page', () => {
  expect(linkTo(navAt('/'), 'Join the Drop')).toContain('href="/drops"')
})
