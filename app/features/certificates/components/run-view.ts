import type { DropStatus, DropTheme, UnitState } from '#app/features/drops/rules.ts'

/** A run for the registry page. */
export type RunView = {
  slug: string
  name: string
  theme: DropTheme
  dropNumber: number
  totalUnits: number
  status: DropStatus
  units: readonly UnitState[]
  taken: number
  /** As it is written: `Nov 20, 2026`. */
  launchDay: string | null
  /** From the launch to the last unit taken, in milliseconds. */
  sellOutDurationMs: number | null
}
