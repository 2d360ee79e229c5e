import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { Verified } from './http/verified.ts'
import { keepAddress } from './ui/keep-address.ts'
import { notePosts } from './ui/stay-on-page.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Verified value>
        <HydratedRouter instrumentations={[keepAddress, notePosts]} />
      </Verified>
    </StrictMode>,
  )
})
