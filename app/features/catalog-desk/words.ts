import type { CatalogState, StockReason } from '#app/catalog/rules.ts'
import type { StatusKind } from '#app/features/console/components/shape.tsx'

export const stateWords: Record<CatalogState, string> = {
  visible: 'Visible',
  hidden: 'Hidden',
  retired: 'Retired',
}

export const stateShapes: Record<CatalogState, StatusKind> = {
  visible: 'live',
  hidden: 'pause',
  retired: 'void',
}

export const reasonWords: Record<StockReason, string> = {
  opening: 'First stock',
  received: 'Received',
  counted: 'Counted',
  damaged: 'Damaged',
  returned: 'Returned, good',
  shop: 'Sold by the shop',
  correction: 'Correction',
}

export const refusalWords = {
  invalid: 'Nothing was saved. What is wrong is said beside each field.',
  changed: 'Somebody changed this since you opened it. Nothing was saved: look at it and press again.',
  key_taken: 'There is one with this address already. Choose another address.',
  no_such_row: 'It is no longer there.',
  refused_by_database:
    'These values do not go together, or name something that is not there. Nothing was saved.',
  below_held: 'That would be less than what orders hold or bought. Nothing was entered.',
  no_change: 'That changes nothing. Enter how many came or went.',
  stock_changed:
    'Something was entered since this page was read, perhaps by this very form. Look at the ledger before you enter it again.',
  starts_in_past: 'A price cannot begin in the past. Leave the time empty to begin now.',
  price_out_of_range: 'That price is out of range.',
  price_not_scheduled: 'That price has begun, or was withdrawn. What has begun stays in the history.',
  import_outdated:
    'The catalog changed since the file was compared. Nothing was written: read the differences as they are now, then write.',
} as const
