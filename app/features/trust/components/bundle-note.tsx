const note =
  'The trust pack comes free with your build: reserve its slot when you submit it, and we send the pack once your transfer form is filed.'

export function BundleNote() {
  return (
    <p className="wrap text-sm text-muted" role="status">
      {note}
    </p>
  )
}
