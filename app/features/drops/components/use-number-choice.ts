import { useEffect, useRef, useState } from 'react'
import { countUnits, lowestOpen, type UnitState, unitMoves } from '../rules.ts'
import { movesWords } from '../words.ts'
import { type Holding, useHold } from './use-hold.ts'

/** The number that a visitor looks at, and what is told about the others meanwhile. */
export type NumberChoice = {
  /** The chosen number; until one is chosen, the lowest open one. */
  number: number | undefined
  isChosen: boolean
  choose: (number: number) => void
  holding: Holding
  /** What screen readers are told. */
  said: string
  say: (words: string) => void
}

/** Keeps the choice on one drop's page while its units change under it. */
export function useNumberChoice(slug: string, units: readonly UnitState[]): NumberChoice {
  const [chosen, setChosen] = useState<number>()
  const [said, say] = useState('')
  const holding = useHold(slug)
  useTellMoves(units, say)
  return {
    number: chosen ?? lowestOpen(units),
    isChosen: chosen !== undefined,
    choose(number) {
      setChosen(number)
      holding.forget()
      holding.prepare()
      say(`Number ${number} chosen.`)
    },
    holding,
    said,
    say,
  }
}

function useTellMoves(units: readonly UnitState[], say: (words: string) => void) {
  const before = useRef(units)
  const packed = units.join(' ')
  useEffect(() => {
    const words = movesWords(unitMoves(before.current, units), countUnits(units).open)
    before.current = units
    if (words) say(words)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the states count, not the list they came in
  }, [packed])
}
