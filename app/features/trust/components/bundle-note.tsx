import { bundleWords } from '../words.ts'

/** Says on the builder's page that the pack will be added. */
export function BundleNote() {
  return (
    <p className="wrap text-sm text-muted" role="status">
      {bundleWords.note}
    </p>
  )
}
