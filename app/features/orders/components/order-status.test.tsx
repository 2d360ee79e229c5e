import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Ending, OrderState } from '../rules.ts'
import { OrderStatus } from './order-status.tsx'

const plate = {
  dropName: 'Test Drop',
  dropNumber: 1,
  unitNumber: 7,
  total: 25,
  theme: 'noir',
  path: '/drops/test-drop',
}
const order = {
  orderId: 'ABC',
  title: 'Test Drop',
  detail: 'Number 7 of 25',
  plate,
  art: null,
  count: 1,
  lines: [],
}

function page(state: OrderState, review: string, ending: Ending | null = null) {
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <OrderStatus
          {...order}
          kind="drop_unit"
          state={state}
          isFresh={false}
          review={review}
          invoice={null}
          paidFor="deposit"
          ending={ending}
        />
      ),
    },
  ])
  return renderToStaticMarkup(<Stub />).replaceAll(/<[^>]+>/g, ' ')
}

test('a paid number is the buyer’s, but only reserved while a review is open', () => {
  expect(page('paid', '')).toContain('Number 7 is yours')
  const reviewed = page('paid', 'Maryland allows it with conditions.')
  expect(reviewed).toContain('Number 7 is reserved, under review')
  expect(reviewed).toContain('we refund you in full')
  expect(reviewed).not.toContain('yours')
  expect(page('held', 'Maryland allows it with conditions.')).not.toContain('under review')
})

test('a reservation that ended has no owner, before and after its refund', () => {
  const ended = page('paid', 'Maryland allows it with conditions.', 'disapproved')
  expect(ended).toContain('Transfer disapproved')
  expect(ended).not.toContain('yours')
  expect(ended).not.toContain('Maryland')
  expect(page('refunded', '', 'canceled')).toContain('Refunded')
})
