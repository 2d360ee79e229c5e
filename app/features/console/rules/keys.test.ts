import { expect, test } from 'vitest'
import { isSingle, keyName } from './keys.ts'

const press = (key: string, more: object = {}) =>
  keyName({ key, shiftKey: false, metaKey: false, ctrlKey: false, altKey: false, ...more })

test.each([
  ['j', {}, 'J'],
  ['J', { shiftKey: true }, '⇧J'],
  ['?', { shiftKey: true }, '?'],
  ['/', {}, '/'],
  ['7', {}, '7'],
  ['k', { metaKey: true }, '⌘K'],
  ['k', { ctrlKey: true }, '⌘K'],
  ['Escape', {}, 'Esc'],
  ['Enter', { metaKey: true }, '⌘↵'],
  ['ArrowDown', {}, '↓'],
  ['ArrowDown', { shiftKey: true }, '⇧↓'],
  ['F5', {}, undefined],
  ['j', { altKey: true }, undefined],
] as const)('%s with %o is %s', (key, more, name) => {
  expect(press(key, more)).toBe(name)
})

test('letters, figures and signs are single, with and without shift; arrows and what has ⌘ are not', () => {
  expect(['J', '⇧J', '7', '/', '?', '['].filter((name) => !isSingle(name))).toEqual([])
  expect(['⌘K', 'Esc', '↵', '⌘↵', '↓', '⇧↓'].filter(isSingle)).toEqual([])
})
