import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { HoldEnded } from './checkout-page.tsx'

function page(kind: SellableKind, backTo: { to: string; label: string } | null = null) {
  const held = { orderId: 'ABC', title: 'A seat', detail: '', plate: null, count: 1 }
  const Stub = createRoutesStub([
    { path: '*', Component: () => <HoldEnded {...held} kind={kind} why="canceled" backTo={backTo} /> },
  ])
  return renderToStaticMarkup(<Stub />)
}

test('an ended hold leads to where its kind of thing is chosen, or back to what is owed', () => {
  expect(page('course_seat')).toContain('href="/ccw-training"')
  expect(page('trust_pack')).toContain('href="/trust"')
  expect(page('balance', { to: '/orders/XYZ', label: 'Back' })).toContain('href="/orders/XYZ"')
})
