import { bundleWords } from '../words.ts'

/** Says on the builder's page that the pack comes along. */
export function BundleNote() {
  return (
    <p className="wrap small" role="status">
      {bundleWords.note}
    </p>
  )
}
