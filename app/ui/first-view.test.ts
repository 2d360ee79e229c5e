import { expect, test } from 'vitest'
import { markFirstView } from './first-view.tsx'

function openedBy(type: string) {
  const document = { documentElement: { dataset: {} as DOMStringMap } }
  const performance = { getEntriesByType: () => [{ type }] }
  markFirstView(document as unknown as Document, performance as unknown as Performance)
  return document.documentElement.dataset
}

test('a page is drawn piece by piece where it is opened, and whole where somebody comes back to it', () => {
  expect(openedBy('navigate')).toEqual({ firstView: '' })
  expect(openedBy('reload')).toEqual({})
  expect(openedBy('back_forward')).toEqual({})
})
