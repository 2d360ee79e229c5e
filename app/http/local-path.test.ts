import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeLocalPath } from './local-path.ts'

test('a local path keeps its query and fragment', () => {
  expect(safeLocalPath('/drops/guerrilla-vol-1?unit=16#map', '/')).toBe('/drops/guerrilla-vol-1?unit=16#map')
  expect(safeLocalPath('/', '/cart')).toBe('/')
})

test('an address inside the query is no reason to refuse', () => {
  expect(safeLocalPath('/faq?from=https://example.com//x', '/')).toBe('/faq?from=https://example.com//x')
})

test.each([
  ['another site', 'https://evil.example'],
  ['a site without a scheme', '//evil.example'],
  ['a backslash, which browsers read as a slash', '/\\evil.example'],
  ['a backslash further on', '/drops\\..\\evil'],
  ['a tab that browsers drop', '/\t/evil.example'],
  ['a line break', '/drops\r\nSet-Cookie: a=b'],
  ['a path that becomes a host once tidied', '/.//evil.example'],
  ['a path that climbs to a host', '/a/..//evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'drops'],
  ['nothing', ''],
  ['something overlong', `/${'a'.repeat(2_000)}`],
])('%s is refused', (_, value) => {
  expect(safeLocalPath(value, '/home')).toBe('/home')
})

test('a missing or uploaded value falls back', () => {
  expect(safeLocalPath(null, '/home')).toBe('/home')
  expect(safeLocalPath(new File([], 'x'), '/home')).toBe('/home')
})

test('for any value, a browser that follows the redirect stays on this site', () => {
  const letters = fc.constantFrom(
    '/',
    '\\',
    '.',
    ':',
    '@',
    '\t',
    '\n',
    '%2f',
    '%5c',
    '?',
    '#',
    'a',
    'https:',
    'evil.example',
  )
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
      const followed = new URL(safeLocalPath(parts.join(''), '/'), 'https://shop.example')
      expect(followed.origin).toBe('https://shop.example')
      expect(new URL(followed.pathname, 'https://shop.example').origin).toBe('https://shop.example')
    }),
  )
})
