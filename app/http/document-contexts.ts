import { createContext } from 'react'

export const SiteScript = createContext<{ module: string; imports: readonly string[] }>({
  module: '',
  imports: [],
})

/** From the entry instead of a loader: after a failed action the router runs no loader. */
export const Verified = createContext(false)
