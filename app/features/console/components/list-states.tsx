import type { ReactNode } from 'react'
import { Status } from './status.tsx'

/** A list without rows: a sentence that says what would be here, and what to do now. */
export function EmptyList({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="con-region grid justify-items-start gap-2">
      <p className="text-muted">{children}</p>
      {action}
    </div>
  )
}

/** A list that could not be read. `since` is the stamp of what is shown, if anything is. */
export function FailedList({ since, action }: { since?: string | undefined; action?: ReactNode }) {
  return (
    <div className="con-region grid justify-items-start gap-2" role="alert">
      <Status kind="no">{since ? `Not refreshed since ${since}` : 'The list could not be read'}</Status>
      {since && <p className="text-muted">The rows are the last ones known.</p>}
      {action}
    </div>
  )
}

const rule = 'my-3 block h-px bg-hairline'

/** Rows that are on their way: rules without words. */
export function LoadingList() {
  return (
    <div aria-busy="true" aria-label="Loading">
      <i className={`${rule} w-[72%]`} />
      <i className={rule} />
      <i className={`${rule} w-[72%]`} />
    </div>
  )
}
