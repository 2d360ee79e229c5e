import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isServerHtml } from './hydrated.ts'
import { Toaster } from './toaster.tsx'

type Props = {
  open: boolean
  /** Called when the visitor closes it: Escape, the cross, or a click outside. Set `open` to false then. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** 480 px, or 760 px when wide. */
  wide?: boolean
  children?: ReactNode
}

/**
 * A native modal dialog: it traps the focus, makes the page inert and restores the focus on closing. A dialog that
 * is open in the server's HTML is shown without script, too.
 */
export function Dialog({ open, onClose, title, description, wide = false, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Written once: React must not touch the attribute afterwards, the browser owns it. A dialog that is added later is closed until
  // it is modal: a field of it that had the focus before would be what gets it back on closing.
  const [openOnServer] = useState(() => open && isServerHtml())
  const [isModal, setModal] = useState(false)

  useEffect(() => {
    const element = dialog.current
    if (!element || open === element.matches(':modal')) return
    setModal(open)
    if (!open) return afterPaint(() => element.close())
    element.removeAttribute('open')
    element.showModal()
  }, [open])

  // Notify the owner right away: the browser's event comes a frame later, when the dialog may already be open again.
  const shut = () => {
    dialog.current?.close()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- by keys it is closed with Escape, which is `cancel`
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      open={openOnServer}
      closedby="any"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={(event) => {
        // File inputs inside fire `cancel`, too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        shut()
      }}
      // Browsers may close it without `cancel`.
      onClose={(event) => event.currentTarget.open || onClose()}
      // For browsers without `closedby`: clicks on the backdrop target the dialog itself.
      onClick={(event) => event.target === event.currentTarget && shut()}
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
      <button type="button" className="dialog-close" aria-label="Close" onClick={shut}>
        <X />
      </button>
      {/* Until then the page's own messages are in reach. */}
      {open && isModal && <Toaster />}
    </dialog>
  )
}

/** Closes the dialog after a paint, because closing restyles the whole page. Returns a cancel function. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
