import { createContext } from 'react'

export const SiteScript = createContext<{ module: string; imports: readonly string[] }>({
  module: '',
  imports: [],
})
