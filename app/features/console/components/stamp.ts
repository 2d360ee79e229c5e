import { createContext, useContext } from 'react'

/** How a sheet writes an instant: `Nov 20 9:05 AM`, in the shop's zone. The frame of the console knows zone and hour. */
export const StampContext = createContext((at: Date) => at.toISOString())

export const useStamp = () => useContext(StampContext)
