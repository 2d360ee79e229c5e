import fc from 'fast-check'
import { balances } from '#app/features/reservations/balance-tables.ts'
import { balance } from '#app/features/reservations/store.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { type Piece, piece, pieceRow, type StockKind } from './stock-kind.ts'

/** Balances of reservations. */
export const balanceStock: StockKind<{ at: Piece | 'waived' | 'released'; isKnown: boolean }> = {
  kind: 'balance',
  sellable: balance,
  situations: fc.record({
    at: fc.oneof(piece, fc.constantFrom('waived' as const, 'released' as const)),
    isKnown: fc.boolean(),
  }),
  onePiece: { at: 'open', isKnown: true },
  async arrange(db, now, { at, isKnown }) {
    const ended = at === 'waived' || at === 'released'
    const row = ended ? { state: at, orderId: null, heldUntil: null } : pieceRow(now, at)
    await db.insert(balances).values({
      id: 'BALANCE222',
      reservationId: 'RESERVED22',
      position: 0,
      title: 'Balance',
      detail: 'Test Drop',
      priceCents: 249_900,
      depositCents: 10_000,
      amountCents: 239_900,
      taxCents: 0,
      taxLabel: '',
      taxState: 'TX',
      requestedAt: now,
      requestedBy: 'sam',
      remindFrom: now,
      dueAt: after(now, 14 * day),
      ...row,
      state: row.state === 'taken' ? 'paid' : row.state,
    })
    return { balance: isKnown ? 'BALANCE222' : 'NOSUCHBAL2', reservation: 'RESERVED22', position: 0 }
  },
}
