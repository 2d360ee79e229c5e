import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { Verified } from './http/verified.ts'

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
