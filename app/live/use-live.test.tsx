import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useLive } from './use-live.ts'

function Remaining({ remaining }: { remaining: number }) {
  const live = useLive('drop:noir', { remaining })
  return <p>{live.remaining} left</p>
}

test("on the server the state is the page's own, and no connection is opened", () => {
  expect(renderToString(<Remaining remaining={23} />)).toContain('23')
})
