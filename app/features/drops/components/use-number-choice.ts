import { useEffect, useRef, useState } from 'react'
import { countUnits, lowestOpen, type UnitState, unitChanges } from '../rules.ts'
import { changeWords } from '../words.ts'
import { type Holding, useHold } from './use-hold.ts'

/** The chosen number and announcements about the others. */
export type NumberChoice = {
  /** The chosen number, or the lowest open one. */
  number: number | undefined
  isChosen: boolean
  choose: (number: number) => void
  holding: Holding
  /** The screen reader announcement. */
  announcement: string
  announce: (words: string) => void
}

/** Keeps the chosen number while units change. */
export function useNumberChoice(slug: string, units: readonly UnitState[]): NumberChoice {
  const [chosen, setChosen] = useState<number>()
  const [announcement, announce] = useState('')
  const holding = useHold(slug)
  useAnnounceChanges(units, announce)
  return {
    number: chosen ?? lowestOpen(units),
    isChosen: chosen !== undefined,
    choose(number) {
      setChosen(number)
      holding.reset()
      holding.prepare()
      announce(`Number ${number} chosen.`)
    },
    holding,
    announcement,
    announce,
  }
}

function useAnnounceChanges(units: readonly UnitState[], announce: (words: string) => void) {
  const previous = useRef(units)
  const packed = units.join(' ')
  useEffect(() => {
    const words = changeWords(unitChanges(previous.current, units), countUnits(units).open)
    previous.current = units
    if (words) announce(words)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- compare states, not the array
  }, [packed])
}
