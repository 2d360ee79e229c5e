import { Window } from 'happy-dom'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { CurrentDrop } from '#app/features/pages/components/current-drop.tsx'
import type { Drop } from '#app/features/drops/store/drops.server.ts'
import { CountSentence } from '#app/features/drops/components/drop-parts.tsx'
import { unpackUnits, followDrop } from '#app/features/drops/rules.ts'
import { DropPanel } from '#app/features/today/routes/today.tsx'
import { show } from './drop.ts'

const live = (units: string) => ({ status: 'live' as const, paused: false, units })

function home(units: string) {
  const states = unpackUnits(units)
  const run = {
    slug: 'run',
    name: 'Run',
    theme: 'noir',
    status: 'live',
    pausedAt: null,
    heroImageUrl: '/run.svg',
  }
  const current = { ...run, units: states, totalUnits: states.length } as Drop
  return <CurrentDrop current={current} next={undefined} now={new Date(0)} />
}

const parts: [string, (units: string) => ReactElement][] = [
  ['the card of home', home],
  [
    'the panel of Today',
    (units) => (
      <DropPanel drop={{ name: 'Run', slug: 'run', path: '/drops/run', board: null, live: live(units) }} />
    ),
  ],
  [
    'the count below the numbers, one of them the house’s',
    (units) => (
      <p {...followDrop('run', live(units), 1)}>
        <CountSentence units={unpackUnits(units)} house={1} />
      </p>
    ),
  ],
]

function pageOf(part: ReactElement) {
  const Page = createRoutesStub([{ path: '/', Component: () => part }])
  const { document } = new Window()
  document.body.innerHTML = renderToStaticMarkup(<Page />)
  return document as unknown as Document
}

const followed = (page: Document) => page.querySelector<HTMLElement>('[data-live]') as HTMLElement

test.each(parts)('%s becomes what the shop would send by now', (_, part) => {
  const page = pageOf(part('ooooht'))
  for (const units of ['oohhht', 'oottht', 'oooooo', 'ohtttt']) {
    expect(show(followed(page), live(units))).toBe(true)
    expect(page.body.innerHTML).toBe(pageOf(part(units)).body.innerHTML)
  }
})

test.each([
  ['it sold out', { ...live('tt'), status: 'sold_out' }],
  ['it is paused', { ...live('ot'), paused: true }],
  ['none is open', live('ht')],
])('the page is read anew when %s', (_, state) => {
  const page = pageOf(home('ot'))
  expect(show(followed(page), state)).toBe(false)
  expect(show(followed(page), live('ot'))).toBe(true)
})

test('a part that follows the status alone is not touched by its units', () => {
  const page = pageOf(<i {...followDrop('run', { status: 'live', paused: false })} />)
  expect(show(followed(page), live('ht'))).toBe(true)
  expect(show(followed(page), { ...live('ht'), status: 'archived' })).toBe(false)
})
