import { type GatewayName, gatewayNames } from '#app/gateway/gateway.ts'

/** US cents; debits are positive, credits negative, so what the shop owes or has earned is negative. */
const plainAccounts = [
  /** Owed to customers: charged, but not yet assigned to an order. */
  'customer_unallocated',
  /** Owed to customers: what they paid to reserve a firearm or to book a class, until it is delivered. */
  'deposits',
  /** Owed to customers: what they paid beyond the deposit, until the firearm is picked up or the class attended. */
  'balances',
  'sales',
  'sales_tax',
  'shipping',
  /** Owed to customers: refunds that were started but not paid yet. */
  'refunds_payable',
  'chargebacks',
  'write_off',
  /** Paid by check or bank transfer instead of through the gateway. */
  'paid_outside',
] as const

export type Account = (typeof plainAccounts)[number] | `gateway:${GatewayName}`

export const gatewayAccount = (name: GatewayName): Account => `gateway:${name}`

/** The database refuses any other. */
export const accounts: readonly Account[] = [...gatewayNames.map(gatewayAccount), ...plainAccounts]

export const lineAccounts = [
  'deposits',
  'balances',
  'sales',
  'sales_tax',
  'shipping',
] as const satisfies Account[]
