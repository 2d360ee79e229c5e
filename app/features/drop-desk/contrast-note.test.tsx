import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContrastNote } from './plan-form.tsx'

const noteOf = (theme: string, accent = '') =>
  renderToStaticMarkup(<ContrastNote look={{ theme, accent, ground: '' }} />)

test('the contrast of the colors is measured, and nothing is said of a theme that does not exist', () => {
  expect(noteOf('noir')).toContain('The accent has a contrast of')
  expect(noteOf('noir', '#101010')).toContain('choose a lighter one')
  expect(noteOf('noir', 'red')).toContain('Write the accent as #rrggbb')
  expect(noteOf('')).toBe('')
})
