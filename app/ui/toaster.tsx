import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createToastQueue, type ShownToast, type Toast, toastDurationMs } from './toast-queue.ts'

const queue = createToastQueue()

/** Shows a toast, and returns what takes it away. Browser only: call it from an event handler or an effect. */
export function showToast(toast: Toast): () => void {
  const id = queue.show(toast)
  return () => queue.dismiss(id)
}

/** How long a toast lets presses through, in milliseconds: a finger already on its way reaches what it aimed at. */
const throughMs = 700

/**
 * The toast region. Alt+T moves the focus here. Timers pause while it is hovered or focused, or the page is
 * hidden.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(queue.subscribe, queue.read, queue.read)
  return <Toasts toasts={toasts} onDismiss={queue.dismiss} />
}

/** The view of `Toaster`. */
export function Toasts({
  toasts,
  onDismiss,
}: {
  toasts: readonly ShownToast[]
  onDismiss: (id: number) => void
}) {
  const region = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)

  useEffect(() => {
    const hotkey = (event: KeyboardEvent) => {
      // Also by `code`, because Option+T types a dagger on a Mac.
      if (event.altKey && (event.key.toLowerCase() === 't' || event.code === 'KeyT')) region.current?.focus()
    }
    document.addEventListener('keydown', hotkey)
    return () => document.removeEventListener('keydown', hotkey)
  }, [])

  const list = (urgent: boolean) => (
    // The lists always exist: screen readers announce additions to a live region, not a new region.
    <ol className="grid" aria-live={urgent ? 'assertive' : 'polite'} aria-relevant="additions">
      {toasts
        .filter((toast) => (toast.kind === 'destructive') === urgent)
        .map((toast) => (
          <ToastView key={toast.id} toast={toast} paused={hovered || focused} onDismiss={onDismiss} />
        ))}
    </ol>
  )
  return (
    <div
      ref={region}
      className="toasts pointer-events-none fixed right-4 bottom-4 z-80 w-[min(380px,calc(100vw-32px))]"
      role="region"
      aria-label="Notifications"
      aria-keyshortcuts="Alt+T"
      tabIndex={-1}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {list(false)}
      {list(true)}
    </div>
  )
}

type ViewProps = { toast: ShownToast; paused: boolean; onDismiss: (id: number) => void }

function ToastView({ toast, paused, onDismiss }: ViewProps) {
  const [letsThrough, setLetsThrough] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setLetsThrough(false), throughMs)
    return () => clearTimeout(timer)
  }, [])
  useCountedTime(toastDurationMs(toast), paused, () => onDismiss(toast.id))
  return (
    <li
      className={`toast relative mt-2 rounded-plate border border-control bg-plate py-4 pr-12 pl-11 shadow-toast ${letsThrough ? '' : 'pointer-events-auto'}`}
      data-kind={toast.kind}
    >
      <b className="block font-display leading-snug font-medium tracking-wide">{toast.title}</b>
      {toast.description && <p className="mt-1 text-sm text-muted">{toast.description}</p>}
      <button
        type="button"
        className="absolute top-1 right-1 grid size-11 place-items-center text-muted hover:text-ink"
        aria-label={`Dismiss: ${toast.title}`}
        onClick={() => onDismiss(toast.id)}
      >
        <X />
      </button>
    </li>
  )
}

/** Calls `done` after `durationMs`, not counting time while paused or hidden. */
function useCountedTime(durationMs: number, paused: boolean, done: () => void) {
  const left = useRef(durationMs)
  const callback = useRef(done)
  useEffect(() => {
    callback.current = done
  })
  useEffect(() => {
    if (paused) return
    const stepMs = 250
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      left.current -= stepMs
      if (left.current <= 0) callback.current()
    }, stepMs)
    return () => clearInterval(timer)
  }, [paused])
}
