import type { ReactNode } from 'react'
import { Status } from './status.tsx'

export function EmptyList({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="con-region grid justify-items-start gap-2">
      <p className="text-muted">{children}</p>
      {action}
    </div>
  )
}

/** A list that could not be read. `since` is the stamp of what is shown, if anything is. */
export function FailedList({ since }: { since?: string | undefined }) {
  return (
    <div className="con-region grid justify-items-start gap-2" role="alert">
      <Status kind="no">{since ? `Not refreshed since ${since}` : 'The list could not be read'}</Status>
      {since && <p className="text-muted">The rows are the last ones known.</p>}
    </div>
  )
}
