import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Badge } from './badge.tsx'
import { Button, ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Price } from './price.tsx'
import { Steps } from './steps.tsx'
import { Ticks, unitStates } from './ticks.tsx'

test('a button holds both of its labels, and is named by the one that shows', () => {
  const html = renderToStaticMarkup(<Button busyLabel="Processing...">Pay</Button>)
  expect(html).toContain('<span>Pay</span><span aria-hidden="true">Processing...</span>')
  expect(html).not.toContain('aria-busy')
})

test('a link that looks like a button is a link', () => {
  const html = renderToStaticMarkup(
    <ButtonLink href="/drops" variant="primary" size="sm">
      Join
    </ButtonLink>,
  )
  expect(html).toBe('<a href="/drops" class="btn btn-primary btn-sm">Join</a>')
})

test('a badge shows its kind by a mark', () => {
  expect(renderToStaticMarkup(<Badge kind="sold">Sold out</Badge>)).toMatch(
    /data-kind="sold"><i class="[^"]+" aria-hidden="true"><\/i>Sold out<\/span>/,
  )
  expect(renderToStaticMarkup(<Badge>Early access</Badge>)).not.toContain('<i')
})

test('a price reads as the ordinary amount', () => {
  expect(renderToStaticMarkup(<Price cents={249_900} />)).toContain('$2,499')
  expect(renderToStaticMarkup(<Price cents={3_499} />)).toMatch(
    /\$34<sup[^>]*><span[^>]*>\.<\/span>99<\/sup>/,
  )
  expect(renderToStaticMarkup(<Price cents={169_999} />).replaceAll(/<[^>]+>/g, '')).toBe('$1,699.99')
  expect(renderToStaticMarkup(<Price cents={0} />)).toContain('Free')
})

test('steps say which are completed and which is current', () => {
  const steps = [{ label: 'Reserved' }, { label: 'In build' }, { label: 'Filed' }]
  const html = renderToStaticMarkup(<Steps label="Order" steps={steps} current={1} />)
  expect(html).toMatch(/data-state="done".*Reserved<span class="sr-only">, completed/)
  expect(html.match(/aria-current="step"/g)).toHaveLength(1)
  expect(html).toMatch(/aria-current="step">.*In build/)
})

test('the bar has one line per unit, open ones first', () => {
  const html = renderToStaticMarkup(<Ticks units={['taken', 'open', 'held']} label="1 of 3 units remain" />)
  expect(html).toContain('role="img" aria-label="1 of 3 units remain"')
  expect([...html.matchAll(/<i class="(\w+)"/g)].map((match) => match[1])).toEqual(['open', 'held', 'taken'])
  expect(unitStates({ open: 1, held: 1, total: 3 })).toEqual(['open', 'held', 'taken'])
})

test('an empty state says why and offers a next step', () => {
  const html = renderToStaticMarkup(
    <EmptyState title="No Drops Found" text="Try again." actions={<button type="button">Clear</button>} />,
  )
  expect(html).toMatch(/<h2[^>]*>No Drops Found<\/h2><p[^>]*>Try again\.<\/p>.*Clear/)
})
