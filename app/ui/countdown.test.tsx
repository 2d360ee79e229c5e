import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Countdown } from './countdown.tsx'
import { Hero } from './hero.tsx'
import { HoldTimer } from './hold-timer.tsx'

const now = '2026-11-24T10:14:24Z'

test('the server writes the figures of its own present, padded, under their labels', () => {
  const html = renderToStaticMarkup(<Countdown until="2026-12-01T18:00:00Z" now={now} label="Ends in:" />)
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Ends in: 07 DAYS 07 HRS 45 MIN 36 SEC')
})

test('screen readers get the end once instead of every second', () => {
  const html = renderToStaticMarkup(<Countdown until="2026-12-01T18:00:00Z" now={now} label="Ends in:" />)
  expect(html).toMatch(/role="timer" aria-live="off"/)
  expect(html).toContain('December 1, 2026, 1:00 PM EST')
})

test('after the end it shows zeros, the given content, or nothing', () => {
  const past = { until: '2026-11-01T00:00:00Z', now, label: 'Ends in:' }
  expect(renderToStaticMarkup(<Countdown {...past} />).match(/<b [^>]*>00<\/b>/g)).toHaveLength(4)
  expect(renderToStaticMarkup(<Countdown {...past} ended={<b>over</b>} />)).toBe('<b>over</b>')
  expect(renderToStaticMarkup(<Countdown {...past} ended={null} />)).toBe('')
})

test('a hero whose time is up shows SOLD OUT', () => {
  const hero = (endTime: string) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Hero
          title="Guerrilla"
          endTime={endTime}
          now={now}
          primaryCTA={{ label: 'Join Drop', to: '/drops/g' }}
        />
      </MemoryRouter>,
    )
  expect(hero('2026-11-01T00:00:00Z')).toMatch(/data-kind="stop".*SOLD OUT/)
  expect(hero('2026-12-01T00:00:00Z')).not.toContain('SOLD OUT')
  expect(hero('2026-12-01T00:00:00Z')).toContain('data-theme="noir"')
  expect(hero('2026-12-01T00:00:00Z')).toMatch(/<a[^>]*href="\/drops\/g"[^>]*>Join Drop<\/a>/)
})

test('a hold shows what is left and says nothing at first', () => {
  const html = renderToStaticMarkup(<HoldTimer until="2026-11-24T10:24:24Z" now={now} label="Held for" />)
  expect(html).toContain('10:00')
  expect(html).toMatch(/role="status"><\/span>/)
})
