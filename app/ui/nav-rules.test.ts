import { expect, test } from 'vitest'
import { currentOf, type NavItem } from './nav-rules.ts'

const home: NavItem = { label: 'Home', to: '/' }
const vault: NavItem = { label: 'Vault', to: '/vault' }
const drops: NavItem = {
  label: 'PACo Drops',
  to: '/drops',
  items: [{ label: 'PACo Vault', to: '/drops/vault' }],
}

test('an item is current on its own page, with or without a slash at the end', () => {
  expect(currentOf(drops, '/drops')).toBe('page')
  expect(currentOf(drops, '/drops/')).toBe('page')
  expect(currentOf(home, '/')).toBe('page')
})

test('an item is marked on the pages beneath it', () => {
  expect(currentOf(drops, '/drops/guerrilla-vol-1')).toBe('true')
  expect(currentOf(drops, '/drops/vault')).toBe('true')
})

test('home is not current everywhere, and a shared prefix is not a match', () => {
  expect(currentOf(home, '/drops')).toBeUndefined()
  expect(currentOf(vault, '/drops/vault')).toBeUndefined()
  expect(currentOf(vault, '/vaulted')).toBeUndefined()
})

test('an item is marked on a page of its dropdown with another path', () => {
  const training: NavItem = {
    label: 'Training',
    to: '/ccw',
    items: [{ label: 'Register', to: '/registration' }],
  }
  expect(currentOf(training, '/registration')).toBe('true')
})

test('an item is marked on a path listed as below it', () => {
  const training: NavItem = { label: 'Training', to: '/ccw', beneath: ['/courses'] }
  expect(currentOf(training, '/courses/dates')).toBe('true')
  expect(currentOf(training, '/coursework')).toBeUndefined()
})
