import { formatCents } from '#app/kit/money.ts'
import type { Offered, OfferedVariant } from './goods.ts'

export const offeredWords = {
  title: 'What you are buying',
  made: 'What was made',
  variants: 'The variants',
  photographs: 'Photographs of the variants',
  lead: 'You choose the variant together with your number. Both are yours, at that price, from the moment you hold them.',
  columns: { variant: 'Variant', caliber: 'Caliber', barrel: 'Barrel', finish: 'Finish', price: 'Price' },
  unset: 'Not stated',
  several: 'One of these, fixed in the agreement before the balance is due',
  price: 'Price',
  beforeTax: (price: string) => `${price} before sales tax and the dealer’s fee`,
  included: 'Included',
  includedWithNumber: 'Certificate, patch, drop card and case',
  priceNote: 'With certificate, patch, drop card and case. Sales tax and the dealer’s fee come on top.',
  deposit: 'Due now',
  depositNote: 'The deposit. It counts toward the price.',
  balance: 'Balance',
  balanceNote: 'Due once you accept the agreement, before we build.',
  agreed: 'We ask for it by email, with a due date, before we build.',
  due: (day: string) => `Due ${day}.`,
  paid: 'Paid.',
  waived: 'Waived: you owe nothing more.',
  nothing: 'None: the deposit covers the price.',
} as const

export type OfferedRow = { term: string; value: string }

export function priceRange(cents: readonly number[]): string {
  const [from, to] = [Math.min(...cents), Math.max(...cents)]
  return from === to ? formatCents(from) : `${formatCents(from)} to ${formatCents(to)}`
}

export function balanceRange(prices: readonly number[], depositCents: number): string {
  return priceRange(prices.map((cents) => Math.max(0, cents - depositCents)))
}

export function offeredRows(offered: Offered, dueOn: string): OfferedRow[] {
  const { variants, includes } = offered
  const [only] = variants
  if (!only) return []
  const { columns, included, price, beforeTax, several } = offeredWords
  const what =
    variants.length > 1
      ? [
          { term: columns.variant, value: several },
          ...variants.map(({ name, priceCents, ...made }) => ({
            term: name,
            value: [variantText({ ...made, name: '' }), formatCents(priceCents)].filter(Boolean).join(': '),
          })),
        ]
      : [
          { term: columns.variant, value: only.name },
          ...(['caliber', 'barrel', 'finish'] as const).map((field) => ({
            term: columns[field],
            value: only[field],
          })),
        ]
  return [
    ...what,
    { term: price, value: beforeTax(priceRange(variants.map(({ priceCents }) => priceCents))) },
    { term: included, value: includes },
    ...balanceRow(offered, dueOn),
  ].filter(({ value }) => value !== '')
}

export function variantText({ name, caliber, barrel, finish }: Omit<OfferedVariant, 'priceCents'>): string {
  return [name, caliber, barrel, finish].filter(Boolean).join(', ')
}

function balanceRow({ variants, depositCents, balance }: Offered, dueOn: string): OfferedRow[] {
  if (balance === null) return []
  const { balance: term, balanceNote, agreed, due, paid, waived, nothing } = offeredWords
  const prices = variants.map(({ priceCents }) => priceCents)
  if (Math.max(...prices) <= depositCents) return [{ term, value: nothing }]
  if (balance === 'waived') return [{ term, value: waived }]
  const when = balance instanceof Date ? due(dueOn) : { before_agreement: balanceNote, agreed, paid }[balance]
  return [{ term, value: `${balanceRange(prices, depositCents)}. ${when}` }]
}

export function offeredText(rows: readonly OfferedRow[]): string {
  return rows.map(({ term, value }) => `${term}: ${value.replace(/\.$/, '')}.`).join(' ')
}
