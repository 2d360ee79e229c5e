/** A short message in the corner of the screen. */
export type Toast = {
  title: string
  description?: string
  /** `destructive` for a failure: it is announced at once and stays longer. */
  kind?: 'default' | 'destructive'
}

/** A toast that is shown. */
export type ShownToast = Toast & { id: number }

/** At most so many are shown; the oldest makes room. */
export const toastLimit = 3

/** The toasts shown after a new one came. */
function withToast(shown: readonly ShownToast[], toast: ShownToast): ShownToast[] {
  return [...shown, toast].slice(-toastLimit)
}

/** How long a toast stays, in milliseconds: time to read it, more for a failure. Its clock stops while it is looked at. */
export function toastDurationMs({ title, description = '', kind }: Toast): number {
  const reading = 4_000 + (title.length + description.length) * 50
  return Math.max(kind === 'destructive' ? 10_000 : 6_000, reading)
}

/** The toasts of one page, as React subscribes to them. */
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
    show: (toast: Toast) => change(withToast(shown, { ...toast, id: ++lastId })),
    dismiss: (id: number) => change(shown.filter((toast) => toast.id !== id)),
  }
}
