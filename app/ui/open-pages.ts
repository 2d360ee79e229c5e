import { createContext, use } from 'react'

export const OpenPages = createContext<(to: string) => boolean>(() => true)

export function useIsOpenPage(): (to: string) => boolean {
  return use(OpenPages)
}
