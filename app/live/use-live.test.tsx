import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useLive } from './use-live.ts'

function Remaining({ remaining }: { remaining: number }) {
  const live = useLive('drop:noir', { remaining })
  return <p>{live.remaining} left</p>
}

test('on the server a page shows what it was loaded with, and opens nothing', () => {
  expect(renderToString(<Remaining remaining={23} />)).toContain('23')
})
