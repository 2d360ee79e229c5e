import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BuyerParts } from './buyer-parts.tsx'

const notices = {
  buyer: JSON.stringify({ CA: { outcome: 'refused', text: 'Not to California.' } }),
  dealer: '{}',
  review: '',
  refused: 'California',
}

const drawn = (given: Record<string, string>) =>
  renderToStaticMarkup(
    <BuyerParts
      given={given}
      errors={{}}
      notices={notices}
      needs={{ fflTransfer: true }}
      staysInState={false}
    />,
  )

test('fields that nobody has typed into are those of a form with something typed, drawn once', () => {
  const blank = drawn({ name: '', dealer: 'later' })
  expect(drawn({ name: 'Jordan' }).replace(' value="Jordan"', ' value=""')).toBe(blank)
  expect(drawn({})).toBe(blank)
  expect(blank).toContain('We can’t take orders from these states: California.')
})

test('a state that was typed has its notice', () => {
  expect(drawn({ state: 'CA' })).toContain('data-notices-of="state"')
  expect(drawn({ state: 'CA' })).toContain('>Not to California.</p>')
})
