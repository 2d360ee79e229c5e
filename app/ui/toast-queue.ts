/** A short message in the corner of the screen. */
export type Toast = {
  title: string
  description?: string
  /** `destructive` for a failure: it is announced at once and stays longer. */
  kind?: 'default' | 'destructive'
}

/** A toast that is shown. */
export type ShownToast = Toast & { id: number }

/** The maximum number shown; the oldest is removed. */
export const toastLimit = 3

/** The toasts after adding one. */
function withToast(shown: readonly ShownToast[], toast: ShownToast): ShownToast[] {
  return [...shown, toast].slice(-toastLimit)
}

/**
 * How long a toast stays, in milliseconds: reading time, longer for a failure. Paused while it is hovered or
 * focused.
 */
export function toastDurationMs({ title, description = '', kind }: Toast): number {
  const reading = 4_000 + (title.length + description.length) * 50
  return Math.max(kind === 'destructive' ? 10_000 : 6_000, reading)
}

/** The toast store of a page, for `useSyncExternalStore`. */
export function createToastQueue() {
  let shown: readonly ShownToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly ShownToast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Returns the id of what is shown. */
    show: (toast: Toast) => {
      change(withToast(shown, { ...toast, id: ++lastId }))
      return lastId
    },
    dismiss: (id: number) => change(shown.filter((toast) => toast.id !== id)),
  }
}
