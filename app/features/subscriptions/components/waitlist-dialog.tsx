import type { ReactNode } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toaster.tsx'
import type { Topic } from '../rules.ts'
import { toastWords } from '../words.ts'
import { useSubscribe } from './use-subscribe.ts'
import { WaitlistFields } from './waitlist-fields.tsx'

/** What a waitlist dialog is about and says. */
export type WaitlistDialogProps = {
  topic: Topic
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The words of its button. */
  button?: string
  /** What can be done at once in place of waiting, shown before the form. */
  children?: ReactNode
}

/**
 * The waitlist and notify dialogs. On success the form is cleared, the dialog closes and a message says so; when it could
 * not be sent, a message says that, and the dialog stays as it is.
 */
export function WaitlistDialog(props: WaitlistDialogProps) {
  const { topic, open, onClose, title, description, button = 'Join the Waitlist', children } = props
  const { form, errors } = useSubscribe(topic, {
    onDone: (sent) => {
      sent?.reset()
      onClose()
      showToast(toastWords.joined)
    },
    onFailed: () => showToast(toastWords.failed),
  })
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      {children}
      <form {...form} className="relative mt-6 grid gap-4">
        <WaitlistFields
          topic={topic}
          button={button}
          isSecond={Boolean(children)}
          errors={errors}
        />
      </form>
    </Dialog>
  )
}
