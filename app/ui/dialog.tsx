import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

type Props = {
  /** A button with `commandfor` this and `command="show-modal"` opens it. */
  id: string
  title: ReactNode
  description?: ReactNode
  wide?: boolean
  open?: boolean
  children?: ReactNode
}

export function Dialog({ id, title, description, wide = false, open = false, children }: Props) {
  return (
    <dialog
      id={id}
      className={wide ? 'dialog wide' : 'dialog'}
      open={open}
      closedby="any"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
    >
      <div className="dialog-body">
        <h2 className="h3 dialog-title" id={`${id}-title`}>
          {title}
        </h2>
        {description && (
          <p className="text-sm text-muted" id={`${id}-text`}>
            {description}
          </p>
        )}
        {children}
      </div>
      <CloseDialog />
    </dialog>
  )
}

export function DialogFrame() {
  return (
    <template id="dialog">
      <dialog className="dialog" closedby="any">
        <div className="dialog-body" />
        <CloseDialog />
      </dialog>
    </template>
  )
}

function CloseDialog() {
  return (
    <form method="dialog">
      <button type="submit" className="dialog-close" aria-label="Close">
        <X />
      </button>
    </form>
  )
}
