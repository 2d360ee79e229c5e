import { formatCents } from '#app/kit/money.ts'
import type { Difference, DifferenceKind } from './rules.ts'

const sentences: Record<DifferenceKind, (there: string, ledger: string) => string> = {
  voided_there: (_, ledger) =>
    `The charge of ${ledger} was voided at the payment service. The shop still counts it as paid.`,
  refunded_there: (there) =>
    `A refund of ${there} was made at the payment service. The shop has no record of it.`,
  charged_back: (there) => `The card holder’s bank took the charge of ${there} back.`,
  chargeback_reversed: (there) => `The card holder’s bank gave the charge of ${there} back to the shop.`,
  unknown_charge: (there) => `The payment service has a charge of ${there} that the shop did not make.`,
  missing_charge: (_, ledger) =>
    `The shop recorded a charge of ${ledger} that the payment service does not have.`,
  missing_refund: (_, ledger) =>
    `The shop recorded a refund of ${ledger} that the payment service does not have.`,
  amount_differs: (there, ledger) => `The payment service has ${there}, the shop recorded ${ledger}.`,
}

export function differenceWords({
  kind,
  gatewayCents,
  ledgerCents,
}: Pick<Difference, 'kind' | 'gatewayCents' | 'ledgerCents'>): string {
  return sentences[kind](formatCents(gatewayCents), formatCents(ledgerCents))
}
