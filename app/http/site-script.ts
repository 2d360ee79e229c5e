import { createContext } from 'react'

/** The script of every page: its address, and the files that it imports. */
export const SiteScript = createContext<{ module: string; imports: readonly string[] }>({
  module: '',
  imports: [],
})
