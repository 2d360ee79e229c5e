import { type ReactNode, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { type ButtonVariant, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toaster.tsx'
import { subscribePath, type Topic } from '../rules.ts'
import { toastWords } from '../words.ts'
import { useSubscribe } from './use-subscribe.ts'
import { WaitlistFields } from './waitlist-fields.tsx'

type Props = {
  topic: Topic
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The words of its button. */
  button?: string
  /** What else can be done here, below the form: paying a slot deposit now, for one. */
  children?: ReactNode
}

/**
 * The waitlist and notify dialogs. On success the form is cleared, the dialog closes and a message says so; when it could
 * not be sent, a message says that, and the dialog stays as it is.
 */
export function WaitlistDialog(props: Props) {
  const { topic, open, onClose, title, description, button = 'Join the Waitlist', children } = props
  const { form, busy, errors } = useSubscribe(topic, {
    onDone: (sent) => {
      sent?.reset()
      onClose()
      showToast(toastWords.joined)
    },
    onFailed: () => showToast(toastWords.failed),
  })
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      {/* So that the answer can be dealt with even if the line breaks while the form is filled in. */}
      {open && <PrefetchPageLinks page={subscribePath} />}
      <form {...form} className="relative mt-6 grid gap-4">
        <WaitlistFields topic={topic} button={button} busy={busy} errors={errors} />
      </form>
      {children}
    </Dialog>
  )
}

type ButtonProps = Omit<Props, 'open' | 'onClose' | 'button' | 'children'> & {
  /** The words of the button that opens the dialog. */
  label: string
  /** The words of the button inside it. */
  button?: string
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  block?: boolean
  more?: ReactNode
}

/** A button with its dialog. Without script it is a link to the page with the same form. */
export function WaitlistButton({ label, variant, size, block, more, ...dialog }: ButtonProps) {
  const [open, setOpen] = useState(false)
  // Made when it is first opened: a page may have a dozen of these buttons.
  const [wasOpened, setOpened] = useState(false)
  const look = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }
  return (
    <>
      <ButtonLink
        {...look}
        to={`${subscribePath}?topic=${encodeURIComponent(dialog.topic)}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return // a new tab was asked for
          event.preventDefault()
          setOpened(true)
          setOpen(true)
        }}
      >
        {label}
      </ButtonLink>
      {wasOpened && (
        <WaitlistDialog {...dialog} open={open} onClose={() => setOpen(false)}>
          {more}
        </WaitlistDialog>
      )}
    </>
  )
}
