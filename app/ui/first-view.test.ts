import { expect, test } from 'vitest'
import { markFirstView } from './first-view.tsx'

function openedBy(type: string, hash = '') {
  const document = { documentElement: { dataset: {} as DOMStringMap } }
  const performance = { getEntriesByType: () => [{ type }] }
  markFirstView({ document, performance, location: { hash } } as unknown as Window & typeof globalThis)
  return document.documentElement.dataset
}

test('a page is drawn piece by piece where it is opened at its top, and whole where somebody comes to a place in it', () => {
  expect(openedBy('navigate')).toEqual({ firstView: '' })
  expect(openedBy('navigate', '#deposit')).toEqual({})
  expect(openedBy('reload')).toEqual({})
  expect(openedBy('back_forward')).toEqual({})
})
