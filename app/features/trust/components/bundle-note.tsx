const note = 'The trust pack is added: it will be checked when you submit your build.'

/** Says on the builder's page that the pack will be added. */
export function BundleNote() {
  return (
    <p className="wrap text-sm text-muted" role="status">
      {note}
    </p>
  )
}
