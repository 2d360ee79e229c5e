import { type GatewayName, gatewayNames } from '#app/gateway/gateway.ts'

/**
 * The accounts of the ledger beside those of the gateways. Amounts are US cents; a debit is positive, a credit negative,
 * so that what the shop owes or has earned stands with a minus.
 */
const plainAccounts = [
  /** Owed to customers: charged, and not yet anybody's order. */
  'customer_unallocated',
  /** Owed to customers: reservations and class places that were paid and not yet delivered. */
  'deposits',
  'sales',
  /** Owed to the states. */
  'sales_tax',
  'shipping',
  /** Owed to customers: refunds that were begun and not yet paid. */
  'refunds_payable',
  /** Lost to card holders' banks. */
  'chargebacks',
  /** Differences that a person has accepted. */
  'write_off',
  /** Paid by check or bank transfer in place of the gateway. */
  'paid_outside',
] as const

/** Where money stands: at a gateway (what it has taken for the shop, less what it has given back), or one of the others. */
export type Account = (typeof plainAccounts)[number] | `gateway:${GatewayName}`

/** The account of what a gateway has taken for the shop. */
export const gatewayAccount = (name: GatewayName): Account => `gateway:${name}`

/** Every account there is. The database refuses any other. */
export const accounts: readonly Account[] = [...gatewayNames.map(gatewayAccount), ...plainAccounts]

/** The accounts in which the money of an order's lines stands once the order is paid. */
export const lineAccounts = ['deposits', 'sales', 'sales_tax', 'shipping'] as const satisfies Account[]
