import X from 'lucide-react/icons/x'
import type { Toast } from './toast-rules.ts'

export function Toaster() {
  return (
    <>
      <div
        className="toasts pointer-events-none fixed right-4 bottom-4 z-80 w-[min(380px,calc(100vw-32px))]"
        role="region"
        aria-label="Notifications"
        aria-keyshortcuts="Alt+T"
        tabIndex={-1}
      >
        {/* The lists always exist: screen readers announce additions to a live region, not a new region. */}
        <ol className="grid" aria-live="polite" aria-relevant="additions" />
        <ol className="grid" aria-live="assertive" aria-relevant="additions" />
      </div>
      <template id="toast">
        <li className="toast relative motion-safe:[animation:rise_var(--transition-duration-normal)_var(--ease-out)] before:absolute before:top-[22px] before:left-[18px] before:size-[10px] before:rounded-full before:bg-ok data-[kind=destructive]:before:border-2 data-[kind=destructive]:before:border-stop data-[kind=destructive]:before:bg-transparent mt-2 rounded-plate border border-control bg-plate py-4 pr-12 pl-11 shadow-toast">
          <b className="block font-display leading-snug font-medium tracking-wide" />
          <p className="mt-1 text-sm text-muted" />
          <button
            type="button"
            className="absolute top-1 right-1 grid size-11 place-items-center text-muted hover:text-ink"
          >
            <X />
          </button>
        </li>
      </template>
    </>
  )
}

export function ToastMark(toast: Toast) {
  return <div hidden data-toast={JSON.stringify(toast)} />
}
