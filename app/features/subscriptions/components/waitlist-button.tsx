import { type MouseEvent, type ReactNode, useState } from 'react'
import { type ButtonVariant, ButtonLink } from '#app/ui/button.tsx'
import { subscribePath } from '../rules.ts'
import type { WaitlistDialog, WaitlistDialogProps } from './waitlist-dialog.tsx'

type Props = Omit<WaitlistDialogProps, 'open' | 'onClose' | 'button' | 'children'> & {
  /** The words of the button that opens the dialog. */
  label: string
  /** What it is for, where a page has several with the same words: screen readers list them without what is around them. */
  about?: string
  /** The words of the button inside it. */
  button?: string
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  block?: boolean
  /** What can be done at once in place of waiting. */
  instead?: ReactNode
}

/** The dialog and its form come when somebody is about to open it: most visitors of a page never do. */
const load = () => import('./waitlist-dialog.tsx')

/** A button with its dialog. Without script, or without the dialog, it is a link to the page with the same form. */
export function WaitlistButton({ label, about, variant, size, block, instead, ...dialog }: Props) {
  const [open, setOpen] = useState(false)
  const [Loaded, setLoaded] = useState<typeof WaitlistDialog>()
  const looks = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }
  const to = `${subscribePath}?topic=${encodeURIComponent(dialog.topic)}`
  const preload = () => void load().catch(() => {}) // the press tries again

  async function show(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return // it opens a new tab
    event.preventDefault()
    setOpen(true)
    try {
      const module = await load()
      setLoaded(() => module.WaitlistDialog)
    } catch {
      window.location.assign(to)
    }
  }

  return (
    <>
      <ButtonLink
        {...looks}
        to={to}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => void show(event)}
      >
        {label}
        {about && <span className="sr-only">: {about}</span>}
      </ButtonLink>
      {Loaded && (
        <Loaded {...dialog} open={open} onClose={() => setOpen(false)}>
          {instead}
        </Loaded>
      )}
    </>
  )
}
