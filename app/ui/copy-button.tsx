import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './hydrated.ts'

type Props = {
  /** What goes to the clipboard. */
  text: string
  label?: string
  /** What is said afterwards. */
  copied?: string
}

/** Copies a text. Without script there is no button, because the text is shown beside it. */
export function CopyButton({ text, label = 'Copy', copied = 'Copied' }: Props) {
  const hydrated = useHydrated()
  const [said, setSaid] = useState('')
  if (!hydrated) return null
  const copy = async () => {
    // The API is missing on plain HTTP and can be denied.
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setSaid(done ? copied : 'Copy it by hand')
    setTimeout(() => setSaid(''), 4_000)
  }
  return (
    <>
      <Button type="button" size="sm" onClick={copy}>
        {said === copied ? <Check /> : <Copy />}
        {said || label}
      </Button>
      <span className="sr-only" role="status">
        {said}
      </span>
    </>
  )
}
