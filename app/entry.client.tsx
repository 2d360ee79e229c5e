import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { Verified } from './http/verified.ts'

// The router keeps places under the keys of history's entries, and the one that a browser came in by has none yet.
const entry = history.state as { key?: string } | null
if (!entry?.key) history.replaceState({ ...entry, key: Math.random().toString(36).slice(2) }, '')

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Verified value>
        <HydratedRouter />
      </Verified>
    </StrictMode>,
  )
})
